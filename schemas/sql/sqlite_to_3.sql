-- Version 2 to version 3: the blocks of pages are stored. Pages fetched before have none until they are fetched again.

CREATE TABLE page_block (
  page      INTEGER PRIMARY KEY REFERENCES page (id),
  page_type INTEGER NOT NULL,
  blocks    BLOB NOT NULL
);
