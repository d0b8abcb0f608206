-- Version 1 to version 2: state and reason of a URL are numbers, and every table is there.
--
-- Version 1 grew: its first repositories have none of the tables that are created here first, and neither
-- link.fragment, link.first_seen nor url.held, which repository/sqlite/migrations.cc adds before this runs. All numbers
-- are those of DropReason in repository/url_state.h; they are written out, since a migration never changes.

CREATE TABLE IF NOT EXISTS score (
  page      INTEGER PRIMARY KEY REFERENCES page (id),
  hub       REAL NOT NULL,
  authority REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS run_option (
  run      INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (run, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS page_property (
  page     INTEGER NOT NULL REFERENCES page (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  kind     INTEGER NOT NULL,
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
  first_seen  INTEGER NOT NULL,
  last_seen   INTEGER NOT NULL,
  closed      INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS closed_link_source ON closed_link (source);
CREATE INDEX IF NOT EXISTS closed_link_target ON closed_link (target, source);
CREATE TABLE IF NOT EXISTS page_status (
  page   INTEGER PRIMARY KEY REFERENCES page (id),
  status REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS page_failure (
  page     INTEGER PRIMARY KEY REFERENCES page (id),
  failures INTEGER NOT NULL,
  first    INTEGER NOT NULL,
  last     INTEGER NOT NULL,
  reason   TEXT NOT NULL,
  gone     INTEGER NOT NULL DEFAULT 0
);

CREATE TEMP TABLE reason_of_text (text TEXT PRIMARY KEY, reason INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO reason_of_text VALUES
  ('', 0), ('below threshold', 1), ('nofollow', 2), ('hop limit', 3), ('no page', 4), ('linked by copies only', 5),
  ('out of scope', 6), ('rejected by scope', 7), ('scope rule failed', 8), ('site cap', 9), ('member not read', 10),
  ('no such member', 11), ('sitemap', 12), ('removed', 13), ('no valid URL', 14), ('URL too long', 15),
  ('unknown scheme', 16), ('user name in URL', 17), ('path too deep', 18), ('path repeats itself', 19),
  ('closed to links', 20), ('robots.txt', 21), ('robots.txt unreachable', 22), ('unresolvable', 23),
  ('forbidden-address', 24), ('tls-failed', 25), ('connect-failed', 26), ('timeout', 27), ('broken', 28),
  ('too-many-open-files', 29), ('decode-failed', 30), ('malformed-answer', 31), ('unsupported type', 32),
  ('bad redirect', 33), ('too many redirects', 34), ('redirect loop', 35), ('redirect', 36), ('scheme twin', 37);
-- url.held, for a text that is not among them.
CREATE TEMP TABLE reason_of_held (held INTEGER PRIMARY KEY, reason INTEGER NOT NULL);
INSERT INTO reason_of_held VALUES
  (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 9), (7, 12), (8, 13), (9, 10), (10, 5), (11, 23), (12, 24), (13, 25),
  (14, 28), (15, 22), (16, 21), (18, 33), (19, 32);
INSERT OR IGNORE INTO reason_of_text
  SELECT DISTINCT reason, CAST(substr(reason, 6) AS INTEGER) FROM url
  WHERE reason GLOB 'http [1-9][0-9][0-9]'
  UNION SELECT reason, CAST(substr(reason, 6) AS INTEGER) FROM page_failure
  WHERE reason GLOB 'http [1-9][0-9][0-9]';

CREATE TABLE url_2 (
  id         INTEGER PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,
  href       TEXT,
  host       TEXT NOT NULL,
  site       TEXT NOT NULL,
  state      INTEGER NOT NULL,
  reason     INTEGER NOT NULL DEFAULT 0,
  detail     TEXT NOT NULL DEFAULT '',
  priority   REAL NOT NULL DEFAULT 0,
  hops       INTEGER NOT NULL DEFAULT 0,
  redirects  INTEGER NOT NULL DEFAULT 0,
  tries      INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  seed       INTEGER NOT NULL DEFAULT 0,
  found_on   INTEGER NOT NULL DEFAULT 0,
  alias_of   INTEGER NOT NULL DEFAULT 0
);
-- A URL was once stored with its user name and password, and refused: its key has neither, and the scope is asked
-- again. A text without a number is kept in the detail.
INSERT INTO url_2
  SELECT u.id, u.key, iif(u.state = 3 AND u.reason = 'user name in URL', NULL, u.href), u.host, u.site, u.state,
    CASE WHEN u.state = 3 AND u.reason = 'user name in URL' THEN 6 ELSE coalesce(t.reason, h.reason, 0) END,
    iif(t.reason IS NULL, trim(u.reason || ': ' || u.detail, ': '), u.detail),
    u.priority, u.hops, u.redirects, u.tries, u.not_before, u.seed, u.found_on, u.alias_of
  FROM url u LEFT JOIN reason_of_text t ON t.text = u.reason
    LEFT JOIN reason_of_held h ON u.state = 3 AND h.held = u.held
  ORDER BY u.id;
DROP TABLE url;
ALTER TABLE url_2 RENAME TO url;
CREATE INDEX url_alias ON url (alias_of) WHERE alias_of <> 0;

CREATE TABLE page_failure_2 (
  page     INTEGER PRIMARY KEY REFERENCES page (id),
  failures INTEGER NOT NULL,
  first    INTEGER NOT NULL,
  last     INTEGER NOT NULL,
  reason   INTEGER NOT NULL,
  gone     INTEGER NOT NULL DEFAULT 0
);
INSERT INTO page_failure_2
  SELECT f.page, f.failures, f.first, f.last, coalesce(t.reason, 0), f.gone
  FROM page_failure f LEFT JOIN reason_of_text t ON t.text = f.reason;
DROP TABLE page_failure;
ALTER TABLE page_failure_2 RENAME TO page_failure;

DROP TABLE reason_of_text;
DROP TABLE reason_of_held;
