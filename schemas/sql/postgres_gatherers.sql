-- Tables of several gatherers on one repository in PostgreSQL (docs/scale.md); made when the first of them begins.

-- One row a gatherer with a name. activity: 0 it works, 1 it waits for others, 2 it has ended with the crawl. pages: how
-- many it has committed. claimed: how many it may have committed before it claims more, so that all together keep to the
-- pages of the crawl.
CREATE TABLE IF NOT EXISTS member (
  id       integer PRIMARY KEY,             -- in the table gatherer, too
  activity smallint NOT NULL DEFAULT 0,
  pages    bigint NOT NULL DEFAULT 0,
  expires  timestamptz NOT NULL DEFAULT '-infinity',
  name     text COLLATE "C" NOT NULL UNIQUE
) WITH (fillfactor = 50);
ALTER TABLE member ADD COLUMN IF NOT EXISTS claimed bigint NOT NULL DEFAULT 0;

-- The lease of each bucket of sites. epoch grows when its gatherer changes; there is no index on expires, so that a
-- renewal writes no index.
CREATE TABLE IF NOT EXISTS bucket (
  id       smallint PRIMARY KEY,
  gatherer integer,                         -- NULL: nobody's
  epoch    integer NOT NULL DEFAULT 0,
  expires  timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 30, autovacuum_vacuum_threshold = 2000);

-- Links that a gatherer found into another one's buckets, until that one has taken them up. position: of the link in its
-- page, -1 for a redirect or an entry of a sitemap. The annotations are those of the link.
CREATE TABLE IF NOT EXISTS inbox (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target    bigint NOT NULL,
  source    bigint NOT NULL,
  position  integer NOT NULL,
  hops      integer NOT NULL,
  redirects integer NOT NULL,
  bucket    smallint NOT NULL,              -- of the target
  follows   smallint NOT NULL,              -- 0: a nofollow link, or one of a copy
  seed      smallint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);

INSERT INTO bucket (id) SELECT generate_series(0, 1023) ON CONFLICT DO NOTHING;
