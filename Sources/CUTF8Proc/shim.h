// The door to utf8proc, which has Unicode's tables. <https://juliastrings.github.io/utf8proc/doc/>
#ifndef FURROW_CUTF8PROC_SHIM_H
#define FURROW_CUTF8PROC_SHIM_H

#include <utf8proc.h>

#endif
