// The door to zlib: its own header, and the two macros Swift cannot import.
#ifndef FURROW_CZLIB_SHIM_H
#define FURROW_CZLIB_SHIM_H

#include <zlib.h>

// 15 is the largest window, + 16 asks for a gzip header. <https://zlib.net/manual.html>
static inline int furrow_inflate_gzip(z_streamp stream) { return inflateInit2(stream, 15 + 16); }
static inline int furrow_deflate_gzip(z_streamp stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
