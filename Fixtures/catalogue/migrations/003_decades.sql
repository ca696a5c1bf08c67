-- migrate:up
ALTER TABLE films ADD COLUMN decade INTEGER;
UPDATE films SET decade = year / 10 * 10;
CREATE INDEX films_decade ON films(decade);

-- migrate:down
DROP INDEX films_decade;
ALTER TABLE films DROP COLUMN decade;
