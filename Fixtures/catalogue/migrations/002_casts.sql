-- migrate:up
CREATE TABLE casts(
  film INTEGER NOT NULL REFERENCES films(id),
  person INTEGER NOT NULL REFERENCES people(id),
  role TEXT,
  PRIMARY KEY (film, person)
) WITHOUT ROWID;

-- migrate:down
DROP TABLE casts;
