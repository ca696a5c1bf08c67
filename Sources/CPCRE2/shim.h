// The door to PCRE2, for text in UTF-8. <https://www.pcre.org/current/doc/html/pcre2api.html>
#ifndef FURROW_CPCRE2_SHIM_H
#define FURROW_CPCRE2_SHIM_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
