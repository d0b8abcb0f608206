-- How good a hub and how good an authority a page is, by the last distillation of the collection; pages
-- without either have no row. Apart from sqlite.sql because it is added to repositories of version 1 that
-- were made without it, when they are opened for writing.
CREATE TABLE IF NOT EXISTS score (
  page      INTEGER PRIMARY KEY REFERENCES page (id),
  hub       REAL NOT NULL,                -- all sum to 1, as do the authorities
  authority REAL NOT NULL
);
