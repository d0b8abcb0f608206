-- CRAWL, LINK, HUBS and AUTH of figure 1 of Chakrabarti, van den Berg, Dom 1999 (VLDB), as far as the distiller needs
-- them. sid: number of the registrable domain; the paper has the server's address. link has one row a pair of pages:
-- aliases lead to their pages, copies to their originals, links of copies count for nothing.
CREATE TABLE crawl (oid INTEGER PRIMARY KEY, sid INTEGER NOT NULL, relevance REAL NOT NULL);
CREATE TABLE leads (id INTEGER PRIMARY KEY, next INTEGER NOT NULL, original INTEGER);
CREATE TABLE weighted_link (
  oid_src INTEGER NOT NULL,
  oid_dst INTEGER NOT NULL,
  sid_src INTEGER NOT NULL,
  sid_dst INTEGER NOT NULL,
  wgt_fwd REAL NOT NULL,
  wgt_rev REAL NOT NULL,
  PRIMARY KEY (oid_src, oid_dst)
) WITHOUT ROWID;
CREATE TABLE hubs (oid INTEGER PRIMARY KEY, score REAL NOT NULL);
CREATE TABLE auth (oid INTEGER PRIMARY KEY, score REAL NOT NULL);
CREATE TABLE next_hubs (oid INTEGER PRIMARY KEY, score REAL NOT NULL);
CREATE TABLE next_auth (oid INTEGER PRIMARY KEY, score REAL NOT NULL);
