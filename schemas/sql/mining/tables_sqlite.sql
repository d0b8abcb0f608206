-- The tables of mining inside the database (repository/mining/), made anew by each `porthole mine`, in a file beside the
-- repository. Names and columns are those of figure 1 of Chakrabarti, van den Berg, Dom 1999 (VLDB); where they differ,
-- a comment says so.

-- The choice among the children of a topic. mark: null, good, path, subsumed. logprior and logdenom are NULL for a topic
-- that was not learned. length: limit of a page's effective length among its children; 0: unlimited.
CREATE TABLE taxonomy (
  kcid     INTEGER PRIMARY KEY,
  pcid     INTEGER,                       -- NULL for the root
  path     TEXT NOT NULL,
  mark     TEXT NOT NULL,
  logprior REAL,
  logdenom REAL,
  length   REAL NOT NULL
);
CREATE INDEX taxonomy_parent ON taxonomy (pcid);

-- F(c0), with what the counts of a term are multiplied by: 1 in the published model.
CREATE TABLE feature (
  pcid   INTEGER NOT NULL,
  tid    INTEGER NOT NULL,
  weight REAL NOT NULL,
  PRIMARY KEY (pcid, tid)
) WITHOUT ROWID;

-- STAT_c0 of all c0, each a range of the key. logtheta is that of the weighted term.
CREATE TABLE stat (
  pcid     INTEGER NOT NULL,
  tid      INTEGER NOT NULL,
  kcid     INTEGER NOT NULL,
  logtheta REAL NOT NULL,
  weight   REAL NOT NULL,
  PRIMARY KEY (pcid, tid, kcid)
) WITHOUT ROWID;

-- The same as one record a term: its weight, then of each child kcid and logtheta.
CREATE TABLE blob (
  pcid INTEGER NOT NULL,
  tid  INTEGER NOT NULL,
  stat BLOB NOT NULL,
  PRIMARY KEY (pcid, tid)
) WITHOUT ROWID;

-- The terms of pages: n occurrences, which count for freq (n, or log(1 + n)).
CREATE TABLE document (
  did  INTEGER NOT NULL,
  tid  INTEGER NOT NULL,
  n    INTEGER NOT NULL,
  freq REAL NOT NULL,
  PRIMARY KEY (did, tid)
) WITHOUT ROWID;
CREATE INDEX document_term ON document (tid, did, freq);

-- Pages to be given to the children of pcid, with log Pr[pcid given page].
CREATE TABLE todo (
  pcid  INTEGER NOT NULL,
  did   INTEGER NOT NULL,
  logpr REAL NOT NULL,
  PRIMARY KEY (pcid, did)
) WITHOUT ROWID;

-- Pr[kcid given page] of every topic that was evaluated.
CREATE TABLE class (
  did      INTEGER NOT NULL,
  kcid     INTEGER NOT NULL,
  logpr    REAL NOT NULL,
  pr       REAL NOT NULL,
  expanded INTEGER NOT NULL,              -- its children were evaluated
  PRIMARY KEY (did, kcid)
) WITHOUT ROWID;

-- R(page), and the best leaf. One row a page, from the beginning.
CREATE TABLE judged (
  did       INTEGER PRIMARY KEY,
  relevance REAL,
  best      INTEGER
);
