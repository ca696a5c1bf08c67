// The door to SQLite: its own header, and what Swift cannot import of it.
#ifndef FURROW_CSQLITE_SHIM_H
#define FURROW_CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift cannot import a macro that casts to a function pointer; these two say who owns bound memory.
// <https://www.sqlite.org/c3ref/c_static.html>
static inline sqlite3_destructor_type furrow_sqlite_static(void) { return SQLITE_STATIC; }
static inline sqlite3_destructor_type furrow_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Swift cannot call variadic functions; this is the form with a switch and no answer wanted.
// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>
static inline int furrow_sqlite_switch(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
