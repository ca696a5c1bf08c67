// The loops of SQLiteBenchmark.swift in C, as a measure for them.
#ifndef FURROW_LOOPS_H
#define FURROW_LOOPS_H

// Each gives its seconds, or a negative number if SQLite failed. `sum` keeps the reading from being
// left out, and must be the same for the same rows.

// Makes a database in memory, which `loop_close` ends, and fills `rows` rows of 5 columns.
double loop_insert(void **database, long rows);

// Reads all rows; text is looked at where SQLite has it, or copied to memory of its own.
double loop_read(void *database, int copies, long *sum);

void loop_close(void *database);

#endif
