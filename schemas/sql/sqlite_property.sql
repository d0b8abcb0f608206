-- What a page says of itself in the words of a schema, and how plug-ins fared in the last run. Apart from
-- sqlite.sql because both are added to repositories of version 1 that were made without them, when they
-- are opened for writing.
CREATE TABLE IF NOT EXISTS page_property (
  page     INTEGER NOT NULL REFERENCES page (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,                 -- rdf:type: the class of the resource
  value    TEXT NOT NULL,
  kind     INTEGER NOT NULL,              -- 0 literal, 1 URI, 2 XML
  PRIMARY KEY (page, position)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS plugin (
  name         TEXT PRIMARY KEY,
  version      TEXT NOT NULL,
  used         INTEGER NOT NULL,
  failed       INTEGER NOT NULL,
  last_failure TEXT NOT NULL,
  set_aside    INTEGER NOT NULL
) WITHOUT ROWID;
