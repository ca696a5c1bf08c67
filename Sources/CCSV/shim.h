// The door to libcsv, the second opinion on CSV. It ships no pkg-config file.
#ifndef FURROW_CCSV_SHIM_H
#define FURROW_CCSV_SHIM_H

#include <csv.h>

#endif
