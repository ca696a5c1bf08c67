-- migrate:up
CREATE TABLE films(
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  year INTEGER,
  country TEXT,
  votes INTEGER NOT NULL DEFAULT 0 CHECK (votes >= 0)
);
CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born INTEGER);

-- migrate:down
DROP TABLE people;
DROP TABLE films;
