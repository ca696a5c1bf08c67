#define _POSIX_C_SOURCE 200809L
#include "loops.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double loop_insert(void **database, long rows) {
  sqlite3 *handle;
  sqlite3_stmt *statement;
  char titles[1000][32];
  for (int index = 0; index < 1000; index++) snprintf(titles[index], 32, "Film number %d", index);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(":memory:", &handle, flags, 0) != SQLITE_OK) return -1;
  *database = handle;
  sqlite3_exec(handle, "CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, year INTEGER, rating REAL, note TEXT)", 0, 0, 0);
  double start = now();
  sqlite3_exec(handle, "BEGIN", 0, 0, 0);
  if (sqlite3_prepare_v2(handle, "INSERT INTO t VALUES (?, ?, ?, ?, ?)", -1, &statement, 0) != SQLITE_OK) return -1;
  for (long row = 0; row < rows; row++) {
    const char *title = titles[row % 1000];
    sqlite3_bind_int64(statement, 1, row);
    sqlite3_bind_text(statement, 2, title, (int)strlen(title), SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 3, 1900 + row % 120);
    sqlite3_bind_double(statement, 4, (double)(row % 100) / 10);
    sqlite3_bind_text(statement, 5, "a note of some more letters", 27, SQLITE_TRANSIENT);
    if (sqlite3_step(statement) != SQLITE_DONE) return -1;
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  if (sqlite3_exec(handle, "COMMIT", 0, 0, 0) != SQLITE_OK) return -1;
  return now() - start;
}

double loop_read(void *database, int copies, long *sum) {
  sqlite3_stmt *statement;
  double start = now();
  if (sqlite3_prepare_v2(database, "SELECT id, title, year, rating, note FROM t", -1, &statement, 0) != SQLITE_OK) return -1;
  double ratings = 0;
  *sum = 0;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    *sum += sqlite3_column_int64(statement, 0) + sqlite3_column_int64(statement, 2);
    ratings += sqlite3_column_double(statement, 3);
    for (int column = 1; column < 5; column += 3) {
      const char *text = (const char *)sqlite3_column_text(statement, column);
      size_t count = (size_t)sqlite3_column_bytes(statement, column);
      if (copies) {
        char *copy = malloc(count + 1);
        if (!copy) return -1;
        memcpy(copy, text, count + 1);
        *sum += copy[count - 1];
        free(copy);
      } else {
        *sum += text[count - 1];
      }
    }
  }
  *sum += (long)ratings;
  return sqlite3_finalize(statement) == SQLITE_OK ? now() - start : -1;
}

void loop_close(void *database) { sqlite3_close(database); }
