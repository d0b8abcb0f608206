-- The repository of a collection, version 1. The records are described in repository/records.h.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;

-- Every URL that was ever seen, dropped ones too: state and reason say what became of it.
CREATE TABLE url (
  id         INTEGER PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,
  href       TEXT,                        -- NULL: the same as key
  host       TEXT NOT NULL,
  site       TEXT NOT NULL,
  state      INTEGER NOT NULL,            -- 0 queued, 1 fetched, 2 alias, 3 dropped
  reason     TEXT NOT NULL DEFAULT '',
  detail     TEXT NOT NULL DEFAULT '',
  priority   REAL NOT NULL DEFAULT 0,
  hops       INTEGER NOT NULL DEFAULT 0,
  redirects  INTEGER NOT NULL DEFAULT 0,
  tries      INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,  -- seconds since 1970, UTC
  seed       INTEGER NOT NULL DEFAULT 0,
  found_on   INTEGER NOT NULL DEFAULT 0,
  alias_of   INTEGER NOT NULL DEFAULT 0,
  held       INTEGER NOT NULL DEFAULT 0   -- why it was dropped, by number: Held in repository/records.h
);
CREATE INDEX url_alias ON url (alias_of) WHERE alias_of <> 0;

-- Every page that was fetched.
CREATE TABLE page (
  id             INTEGER PRIMARY KEY REFERENCES url (id),
  fetch_order    INTEGER NOT NULL,
  fetched_at     INTEGER NOT NULL,
  http_status    INTEGER NOT NULL,
  etag           TEXT NOT NULL,
  last_modified  TEXT NOT NULL,
  digest         TEXT NOT NULL,
  bytes          INTEGER NOT NULL,
  truncated      INTEGER NOT NULL,
  relevance      REAL NOT NULL,
  relevant       INTEGER NOT NULL,
  topic          TEXT NOT NULL,
  duplicate_of   INTEGER NOT NULL,
  noindex        INTEGER NOT NULL,
  nosnippet      INTEGER NOT NULL,
  noarchive      INTEGER NOT NULL,
  archive_file   TEXT NOT NULL,
  archive_offset INTEGER NOT NULL,
  parse_status   INTEGER NOT NULL,
  parse_detail   TEXT NOT NULL,
  title          TEXT NOT NULL,
  description    TEXT NOT NULL,
  language       TEXT NOT NULL,
  charset        TEXT NOT NULL,
  media_type     TEXT NOT NULL,
  canonical      TEXT NOT NULL,
  published      TEXT NOT NULL,
  modified       TEXT NOT NULL,
  links_cut      INTEGER NOT NULL,
  stale          INTEGER NOT NULL         -- its summary does not say all there is
);
CREATE INDEX page_order ON page (fetch_order);
CREATE INDEX page_stale ON page (id) WHERE stale <> 0;
CREATE INDEX page_duplicate ON page (duplicate_of) WHERE duplicate_of <> 0;

-- Apart from page, so that counting and listing pages does not read their text.
CREATE TABLE page_text (
  id   INTEGER PRIMARY KEY REFERENCES page (id),
  text TEXT NOT NULL
);

-- Every link of every page, with all that it says about its target. NULL: nothing of that kind.
CREATE TABLE link (
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
  PRIMARY KEY (source, position)
) WITHOUT ROWID;
CREATE INDEX link_target ON link (target, source);

CREATE TABLE host (
  name              TEXT PRIMARY KEY,
  robots_status     INTEGER NOT NULL,
  robots_fetched_at INTEGER NOT NULL,
  robots_text       TEXT NOT NULL,
  scheme_twin       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE term (
  term     TEXT PRIMARY KEY,
  fetched  INTEGER NOT NULL,
  relevant INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE run (
  id          INTEGER PRIMARY KEY,
  started     INTEGER NOT NULL,
  ended       INTEGER NOT NULL DEFAULT 0,
  strategy    TEXT NOT NULL,
  stop_reason TEXT NOT NULL DEFAULT '',
  fetched     INTEGER NOT NULL DEFAULT 0
);

-- serial grows with every change; a removed page keeps its row, with no rdf, so that indexes hear of it.
CREATE TABLE summary (
  page    INTEGER PRIMARY KEY,
  serial  INTEGER NOT NULL UNIQUE,
  href    TEXT NOT NULL,
  rdf     BLOB,                           -- zlib; NULL when removed
  removed INTEGER NOT NULL DEFAULT 0
);
