-- migrate:up
CREATE TABLE movies(
  movieID integer primary key autoincrement not null,
  title text not null,
  category text not null,
  year integer not null,
  movieURL text,
  coverURL text not null,
  watched bool not null default 0,
  likes integer not null
);

-- migrate:down
DROP TABLE movies;
