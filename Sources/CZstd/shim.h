// The door to zstd: its own two headers.
#ifndef FURROW_CZSTD_SHIM_H
#define FURROW_CZSTD_SHIM_H

#include <zstd.h>
#include <zstd_errors.h>

#endif
