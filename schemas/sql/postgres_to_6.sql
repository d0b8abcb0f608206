-- Version 5 to version 6: visits of pages, for their change rate. Visits before are not known.

CREATE TABLE page_visit (
  page    bigint PRIMARY KEY,
  first   bigint NOT NULL,
  last    bigint NOT NULL,
  visits  integer NOT NULL,
  changes integer NOT NULL
);
