-- The repository of a collection in PostgreSQL, version 1: the tables and columns of sqlite.sql, which describes them.
-- The schema is the first of the search path. A change of this file needs the next version and a migration to it:
-- docs/extending.md, "A change of the schema".
--
-- Columns of 8 bytes come first, so that no row is padded. Texts that are sorted or compared have the collation of
-- SQLite, "C". There are no foreign keys: each would cost a lookup and a lock a row, and nothing relies on them.

CREATE TABLE meta (
  name  text COLLATE "C" PRIMARY KEY,
  value text NOT NULL
);

-- One row a gatherer. commits: how many transactions it has committed. After a lost connection it tells whether the
-- last one was among them.
CREATE TABLE gatherer (
  id      integer PRIMARY KEY,
  commits bigint NOT NULL DEFAULT 0
);

CREATE TABLE url (
  id         bigint PRIMARY KEY,
  hash       bigint NOT NULL,               -- 64 bits of key
  priority   double precision NOT NULL DEFAULT 0,
  not_before bigint NOT NULL DEFAULT 0,
  found_on   bigint NOT NULL DEFAULT 0,
  alias_of   bigint NOT NULL DEFAULT 0,
  hops       integer NOT NULL DEFAULT 0,
  redirects  integer NOT NULL DEFAULT 0,
  tries      integer NOT NULL DEFAULT 0,
  bucket     smallint NOT NULL,             -- of its site, below 1,024
  state      smallint NOT NULL,
  reason     smallint NOT NULL DEFAULT 0,
  seed       smallint NOT NULL DEFAULT 0,
  key        text COLLATE "C" NOT NULL,
  href       text,
  host       text COLLATE "C" NOT NULL,
  site       text COLLATE "C" NOT NULL,
  detail     text NOT NULL DEFAULT ''
) WITH (fillfactor = 80);
-- An index of the keys would take 166 bytes a URL, this one takes 44.
CREATE UNIQUE INDEX url_hash ON url (hash, bucket);
CREATE INDEX url_alias ON url (alias_of) WHERE alias_of <> 0;
-- Answers that were no pages: no plug-in reads them, or the server turned the crawler away.
CREATE INDEX url_unread ON url (reason) WHERE state = 3 AND reason IN (32, 40);

CREATE TABLE page (
  id             bigint PRIMARY KEY,
  fetch_order    bigint NOT NULL,
  fetched_at     bigint NOT NULL,
  bytes          bigint NOT NULL,
  duplicate_of   bigint NOT NULL,
  archive_offset bigint NOT NULL,
  content_length bigint,
  relevance      double precision NOT NULL,
  http_status    integer NOT NULL,
  links_cut      integer NOT NULL,
  stale          integer NOT NULL,
  truncated      smallint NOT NULL,
  relevant       smallint NOT NULL,
  noindex        smallint NOT NULL,
  nosnippet      smallint NOT NULL,
  noarchive      smallint NOT NULL,
  parse_status   smallint NOT NULL,
  etag           text NOT NULL,
  last_modified  text NOT NULL,
  digest         text NOT NULL,
  topic          text COLLATE "C" NOT NULL,
  archive_file   text NOT NULL,
  parse_detail   text NOT NULL,
  title          text NOT NULL,
  description    text NOT NULL,
  language       text NOT NULL,
  charset        text NOT NULL,
  media_type     text NOT NULL,
  canonical      text NOT NULL,
  published      text NOT NULL,
  modified       text NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX page_order ON page (fetch_order);
CREATE INDEX page_stale ON page (id) WHERE stale <> 0;
CREATE INDEX page_duplicate ON page (duplicate_of) WHERE duplicate_of <> 0;
-- Pages that another plug-in, or a program that was missing, might read as more.
CREATE INDEX page_unread ON page (id) WHERE parse_status = 1 OR parse_detail LIKE '%is not installed%';

CREATE TABLE page_text (
  id   bigint PRIMARY KEY,
  text text COMPRESSION lz4 NOT NULL
);

CREATE TABLE link (
  source      bigint NOT NULL,
  target      bigint NOT NULL,
  first_seen  bigint,
  position    integer NOT NULL,
  element     smallint NOT NULL,
  place       smallint NOT NULL DEFAULT 0,
  anchor      text,
  title       text,
  alt         text,
  name        text,
  onmouseover text,
  rel         text,
  before      text,
  after       text,
  heading     text,
  fragment    text,
  PRIMARY KEY (source, position)
);
CREATE INDEX link_target ON link (target, source);

CREATE TABLE host (
  name              text COLLATE "C" PRIMARY KEY,
  robots_status     integer NOT NULL,
  robots_fetched_at bigint NOT NULL,
  robots_text       text NOT NULL,
  scheme_twin       smallint NOT NULL
);

CREATE TABLE term (
  term     text COLLATE "C" PRIMARY KEY,
  fetched  bigint NOT NULL,
  relevant bigint NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE run (
  id          bigint PRIMARY KEY,
  started     bigint NOT NULL,
  ended       bigint NOT NULL DEFAULT 0,
  strategy    text NOT NULL,
  stop_reason text NOT NULL DEFAULT '',
  fetched     bigint NOT NULL DEFAULT 0
);

CREATE TABLE summary (
  page    bigint PRIMARY KEY,
  serial  bigint NOT NULL UNIQUE,
  removed smallint NOT NULL DEFAULT 0,
  href    text NOT NULL,
  rdf     bytea                             -- compressed already
);
ALTER TABLE summary ALTER COLUMN rdf SET STORAGE EXTERNAL;

CREATE TABLE closed_link (
  rowid       bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  source      bigint NOT NULL,
  target      bigint NOT NULL,
  first_seen  bigint NOT NULL,
  last_seen   bigint NOT NULL,
  closed      bigint NOT NULL,
  position    integer NOT NULL,
  element     smallint NOT NULL,
  place       smallint NOT NULL DEFAULT 0,
  anchor      text,
  title       text,
  alt         text,
  name        text,
  onmouseover text,
  rel         text,
  before      text,
  after       text,
  heading     text,
  fragment    text
);
CREATE INDEX closed_link_source ON closed_link (source);
CREATE INDEX closed_link_target ON closed_link (target, source);

CREATE TABLE page_failure (
  page     bigint PRIMARY KEY,
  first    bigint NOT NULL,
  last     bigint NOT NULL,
  gone     bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL,
  reason   smallint NOT NULL
);

CREATE TABLE page_property (
  page     bigint NOT NULL,
  position integer NOT NULL,
  kind     smallint NOT NULL,
  name     text COLLATE "C" NOT NULL,
  value    text NOT NULL,
  PRIMARY KEY (page, position)
);

CREATE TABLE page_block (
  page      bigint PRIMARY KEY,
  page_type smallint NOT NULL,
  blocks    bytea NOT NULL
);

CREATE TABLE plugin (
  name         text COLLATE "C" PRIMARY KEY,
  used         bigint NOT NULL,
  failed       bigint NOT NULL,
  set_aside    smallint NOT NULL,
  version      text NOT NULL,
  last_failure text NOT NULL
);

CREATE TABLE run_option (
  run      bigint NOT NULL,
  position integer NOT NULL,
  name     text NOT NULL,
  value    text NOT NULL,
  PRIMARY KEY (run, position)
);

CREATE TABLE score (
  page      bigint PRIMARY KEY,
  hub       double precision NOT NULL,
  authority double precision NOT NULL
);

CREATE TABLE page_importance (
  page       bigint PRIMARY KEY,
  importance double precision NOT NULL
);

CREATE TABLE page_visit (
  page    bigint PRIMARY KEY,
  first   bigint NOT NULL,
  last    bigint NOT NULL,
  visits  integer NOT NULL,
  changes integer NOT NULL
);

CREATE TABLE distillation (
  id              smallint PRIMARY KEY CHECK (id = 1),
  rho             double precision NOT NULL,
  authority_scale double precision NOT NULL,
  hub_scale       double precision NOT NULL
);

CREATE TABLE page_change (
  serial bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  page   bigint NOT NULL UNIQUE
);

CREATE FUNCTION logs_changes() RETURNS boolean LANGUAGE plpgsql AS $$BEGIN
  RETURN EXISTS (SELECT FROM distillation) AND coalesce(
    (SELECT max(serial) FROM page_change) - (SELECT min(serial) FROM page_change), 0) < 100000;
END$$;
CREATE FUNCTION log_page() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF logs_changes() THEN
    INSERT INTO page_change (page) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END$$;
CREATE FUNCTION log_page_left() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF logs_changes() THEN
    INSERT INTO page_change (page)
      SELECT OLD.id
      UNION SELECT u.id FROM link l JOIN url u ON u.id = l.target WHERE l.source = OLD.id AND u.state IN (1, 2)
      UNION SELECT id FROM url WHERE alias_of = OLD.id AND alias_of <> 0
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END$$;
CREATE FUNCTION log_failure() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF coalesce(OLD.gone, 0) <> coalesce(NEW.gone, 0) AND logs_changes() THEN
    INSERT INTO page_change (page) VALUES (coalesce(NEW.page, OLD.page)) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END$$;
CREATE TRIGGER page_came AFTER INSERT ON page FOR EACH ROW EXECUTE FUNCTION log_page();
CREATE TRIGGER page_changed AFTER UPDATE OF relevance, digest, duplicate_of ON page FOR EACH ROW
  WHEN (OLD.relevance <> NEW.relevance OR OLD.digest <> NEW.digest OR OLD.duplicate_of <> NEW.duplicate_of)
  EXECUTE FUNCTION log_page();
CREATE TRIGGER page_left BEFORE DELETE ON page FOR EACH ROW EXECUTE FUNCTION log_page_left();
CREATE TRIGGER failure_changed AFTER INSERT OR DELETE OR UPDATE OF gone ON page_failure FOR EACH ROW
  EXECUTE FUNCTION log_failure();

-- Functions of SQLite, so that one query runs on both.
CREATE FUNCTION round(double precision, integer) RETURNS double precision
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  'SELECT CASE WHEN $1 IN (''Infinity'', ''-Infinity'', ''NaN'') THEN $1 ELSE pg_catalog.round($1::numeric, $2)::float8 END';
CREATE FUNCTION iif(boolean, anycompatible, anycompatible) RETURNS anycompatible
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN $1 THEN $2 ELSE $3 END';
