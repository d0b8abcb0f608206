-- Links that a page had when it was last fetched but one, and has no more. Apart from sqlite.sql because it is
-- added, as are the columns fragment and first_seen of link, to repositories of version 1 that were made without.
-- link.first_seen is NULL for what was there when its page was first fetched, or is new since it was last fetched:
-- both stand in page.fetched_at until it is fetched again.
CREATE TABLE IF NOT EXISTS closed_link (
  source      INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  target      INTEGER NOT NULL,
  element     INTEGER NOT NULL,
  anchor      TEXT,
  title       TEXT,
  alt         TEXT,
  name        TEXT,
  onmouseover TEXT,
  rel         TEXT,
  before      TEXT,
  after       TEXT,
  heading     TEXT,
  fragment    TEXT,
  first_seen  INTEGER NOT NULL,           -- seconds since 1970, UTC
  last_seen   INTEGER NOT NULL,
  closed      INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS closed_link_source ON closed_link (source);
CREATE INDEX IF NOT EXISTS closed_link_target ON closed_link (target, source);
