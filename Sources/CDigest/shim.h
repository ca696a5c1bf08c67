// The door to libmd's SHA-256.
#ifndef FURROW_CDIGEST_SHIM_H
#define FURROW_CDIGEST_SHIM_H

#include <sys/types.h>

#include <sha2.h>

#endif
