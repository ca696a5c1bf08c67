-- migrate:up
CREATE TABLE contacts(
  ID INTEGER PRIMARY KEY AUTOINCREMENT,
  NAME TEXT,
  ADDRESS TEXT,
  PHONE TEXT
);

-- migrate:down
DROP TABLE contacts;
