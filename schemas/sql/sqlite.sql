-- The repository of a collection, version 1. The records are described in repository/records.h. A change of this file
-- needs the next version and a migration to it: docs/extending.md, "A change of the schema".

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;

-- Every URL that was ever seen, dropped ones too. docs/url_states.md lists the numbers of state and reason;
-- `porthole query` has state_name(state) and reason_name(reason).
CREATE TABLE url (
  id         INTEGER PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,
  href       TEXT,                        -- NULL: the same as key
  host       TEXT NOT NULL,
  site       TEXT NOT NULL,
  state      INTEGER NOT NULL,            -- 0 queued, 1 fetched, 2 alias, 3 dropped
  reason     INTEGER NOT NULL DEFAULT 0,  -- DropReason in repository/url_state.h; 404 is http 404
  detail     TEXT NOT NULL DEFAULT '',    -- for people
  priority   REAL NOT NULL DEFAULT 0,
  hops       INTEGER NOT NULL DEFAULT 0,
  redirects  INTEGER NOT NULL DEFAULT 0,
  tries      INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,  -- seconds since 1970, UTC
  seed       INTEGER NOT NULL DEFAULT 0,
  found_on   INTEGER NOT NULL DEFAULT 0,
  alias_of   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX url_alias ON url (alias_of) WHERE alias_of <> 0;
-- Answers that were no pages: no plug-in reads them, or the server turned the crawler away.
CREATE INDEX url_unread ON url (reason) WHERE state = 3 AND reason IN (32, 40);

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
  stale          INTEGER NOT NULL,        -- its summary does not say all there is
  content_length INTEGER                  -- bytes of the main content; NULL: no blocks
);
CREATE INDEX page_order ON page (fetch_order);
CREATE INDEX page_stale ON page (id) WHERE stale <> 0;
CREATE INDEX page_duplicate ON page (duplicate_of) WHERE duplicate_of <> 0;
-- Pages that another plug-in, or a program that was missing, might read as more.
CREATE INDEX page_unread ON page (id) WHERE parse_status = 1 OR parse_detail LIKE '%is not installed%';

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
  fragment    TEXT,
  first_seen  INTEGER,                    -- NULL: page.fetched_at, until the page is fetched again
  place       INTEGER NOT NULL DEFAULT 0, -- 0 not known, 1 content, 2 boilerplate of its page
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

-- serial grows with every change; a removed page keeps its row, so that indexes hear of it.
CREATE TABLE summary (
  page    INTEGER PRIMARY KEY,
  serial  INTEGER NOT NULL UNIQUE,
  href    TEXT NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0,
  digest  TEXT NOT NULL DEFAULT ''        -- of what links say of a URL that is no page
);

-- Links that a page had when it was last fetched but one, and has no more.
CREATE TABLE closed_link (
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
  closed      INTEGER NOT NULL,
  place       INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX closed_link_source ON closed_link (source);
CREATE INDEX closed_link_target ON closed_link (target, source);

-- Pages that did not answer when they were fetched again, since they last did. A page that counts as gone has no
-- summary, and its links are closed, until it answers.
CREATE TABLE page_failure (
  page     INTEGER PRIMARY KEY REFERENCES page (id),
  failures INTEGER NOT NULL,              -- in a row
  first    INTEGER NOT NULL,              -- when the first of them was; seconds since 1970, UTC
  last     INTEGER NOT NULL,
  reason   INTEGER NOT NULL,              -- of the last one; as in url
  gone     INTEGER NOT NULL DEFAULT 0     -- since when the page counts as gone; 0 = it does not
);

-- Properties that a page states of itself in the words of a schema.
CREATE TABLE page_property (
  page     INTEGER NOT NULL REFERENCES page (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,                 -- rdf:type: the class of the resource
  value    TEXT NOT NULL,
  kind     INTEGER NOT NULL,              -- 0 literal, 1 URI, 2 XML
  PRIMARY KEY (page, position)
) WITHOUT ROWID;

-- The blocks of a page's text that main content is chosen from; pages without a tree have no row.
CREATE TABLE page_block (
  page      INTEGER PRIMARY KEY REFERENCES page (id),
  page_type INTEGER NOT NULL,             -- PageType in base/document.h
  blocks    BLOB NOT NULL                 -- repository/block_blob.h
);

-- The plug-ins of the last run that failed.
CREATE TABLE plugin (
  name         TEXT PRIMARY KEY,
  version      TEXT NOT NULL,
  used         INTEGER NOT NULL,
  failed       INTEGER NOT NULL,
  last_failure TEXT NOT NULL,
  set_aside    INTEGER NOT NULL
) WITHOUT ROWID;

-- The options of a run's strategy, from the specification and from the command line; of a repeated name the last holds.
CREATE TABLE run_option (
  run      INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (run, position)
) WITHOUT ROWID;

-- Hub and authority score of a page, by the last distillation of the collection; pages without either have no row.
CREATE TABLE score (
  page      INTEGER PRIMARY KEY REFERENCES page (id),
  hub       REAL NOT NULL,                -- all sum to 1, as do the authorities
  authority REAL NOT NULL
);

-- Importance of a page, in [0, 1], as the importance model predicts it; pages that were fetched before there was one
-- have no row.
CREATE TABLE page_importance (
  page       INTEGER PRIMARY KEY REFERENCES page (id),
  importance REAL NOT NULL
);

-- The visits of a page after its first fetch, from which its change rate is estimated. Pages that were
-- fetched once have no row.
CREATE TABLE page_visit (
  page    INTEGER PRIMARY KEY REFERENCES page (id),
  visits  INTEGER NOT NULL,
  changes INTEGER NOT NULL,               -- visits that found another content than the one before
  first   INTEGER NOT NULL,               -- the fetch before the first visit; seconds since 1970, UTC
  last    INTEGER NOT NULL
);

-- One row while the scores are those of a whole distillation of the pages (ScoreScale in repository/scores.h).
CREATE TABLE distillation (
  id              INTEGER PRIMARY KEY CHECK (id = 1),
  rho             REAL NOT NULL,
  authority_scale REAL NOT NULL,
  hub_scale       REAL NOT NULL
);

-- Pages that came, went or changed since, until the scores around them are computed anew (repository/scores.h).
CREATE TABLE page_change (
  serial INTEGER PRIMARY KEY,
  page   INTEGER NOT NULL UNIQUE
);

-- A row while changes are logged: there is a distillation, and the log spans less than 100,000 serials.
CREATE VIEW logs_changes AS
  SELECT id FROM distillation WHERE coalesce(
    (SELECT max(serial) FROM page_change) - (SELECT min(serial) FROM page_change), 0) < 100000;

-- The log. A page that is removed brings the pages that it cited, and its aliases.
CREATE TRIGGER page_came AFTER INSERT ON page WHEN EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.id) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER page_changed AFTER UPDATE OF relevance, digest, duplicate_of ON page
WHEN (OLD.relevance <> NEW.relevance OR OLD.digest <> NEW.digest OR OLD.duplicate_of <> NEW.duplicate_of)
  AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.id) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER page_left BEFORE DELETE ON page WHEN EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page)
    SELECT OLD.id
    UNION SELECT u.id FROM link l JOIN url u ON u.id = l.target WHERE l.source = OLD.id AND u.state IN (1, 2)
    UNION SELECT id FROM url WHERE alias_of = OLD.id AND alias_of <> 0
    ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER failure_came AFTER INSERT ON page_failure
WHEN NEW.gone <> 0 AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.page) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER failure_changed AFTER UPDATE OF gone ON page_failure
WHEN OLD.gone <> NEW.gone AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.page) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER failure_left AFTER DELETE ON page_failure
WHEN OLD.gone <> 0 AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (OLD.page) ON CONFLICT (page) DO NOTHING;
END;
