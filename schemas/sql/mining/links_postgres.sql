-- The tables of links_sqlite.sql, which describes them.
CREATE TABLE crawl (oid bigint PRIMARY KEY, relevance double precision NOT NULL, sid integer NOT NULL);
CREATE TABLE leads (id bigint PRIMARY KEY, next bigint NOT NULL, original bigint);
CREATE TABLE weighted_link (
  oid_src bigint NOT NULL,
  oid_dst bigint NOT NULL,
  wgt_fwd double precision NOT NULL,
  wgt_rev double precision NOT NULL,
  sid_src integer NOT NULL,
  sid_dst integer NOT NULL,
  PRIMARY KEY (oid_src, oid_dst)
);
CREATE TABLE hubs (oid bigint PRIMARY KEY, score double precision NOT NULL);
CREATE TABLE auth (oid bigint PRIMARY KEY, score double precision NOT NULL);
CREATE TABLE next_hubs (oid bigint PRIMARY KEY, score double precision NOT NULL);
CREATE TABLE next_auth (oid bigint PRIMARY KEY, score double precision NOT NULL);
