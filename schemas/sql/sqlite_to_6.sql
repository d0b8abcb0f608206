-- Version 5 to version 6: visits of pages, for their change rate. Visits before are not known.

CREATE TABLE page_visit (
  page    INTEGER PRIMARY KEY REFERENCES page (id),
  visits  INTEGER NOT NULL,
  changes INTEGER NOT NULL,               -- visits that found another content than the one before
  first   INTEGER NOT NULL,               -- the fetch before the first visit; seconds since 1970, UTC
  last    INTEGER NOT NULL
);
