-- Pages that did not answer when they were fetched again, since they last did. A page that counts as gone has no summary,
-- and its links are closed, until it answers. Apart from sqlite.sql because it is added to repositories of version 1 that
-- were made without.
CREATE TABLE IF NOT EXISTS page_failure (
  page     INTEGER PRIMARY KEY REFERENCES page (id),
  failures INTEGER NOT NULL,              -- in a row
  first    INTEGER NOT NULL,              -- when the first of them was; seconds since 1970, UTC
  last     INTEGER NOT NULL,
  reason   TEXT NOT NULL,                 -- of the last one
  gone     INTEGER NOT NULL DEFAULT 0     -- since when the page counts as gone; 0 = it does not
);
