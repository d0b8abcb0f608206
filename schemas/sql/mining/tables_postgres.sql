-- The tables of tables_sqlite.sql, which describes them, in a schema beside that of the repository.
CREATE TABLE taxonomy (
  kcid     integer PRIMARY KEY,
  pcid     integer,
  path     text COLLATE "C" NOT NULL,
  mark     text NOT NULL,
  logprior double precision,
  logdenom double precision,
  length   double precision NOT NULL
);

CREATE TABLE feature (
  tid    bigint NOT NULL,
  weight double precision NOT NULL,
  pcid   integer NOT NULL,
  PRIMARY KEY (pcid, tid)
);

CREATE TABLE stat (
  tid      bigint NOT NULL,
  logtheta double precision NOT NULL,
  weight   double precision NOT NULL,
  pcid     integer NOT NULL,
  kcid     integer NOT NULL,
  PRIMARY KEY (pcid, tid, kcid)
);

CREATE TABLE blob (
  tid  bigint NOT NULL,
  pcid integer NOT NULL,
  stat bytea NOT NULL,
  PRIMARY KEY (pcid, tid)
);

CREATE TABLE document (
  did  bigint NOT NULL,
  tid  bigint NOT NULL,
  freq double precision NOT NULL,
  n    integer NOT NULL,
  PRIMARY KEY (did, tid)
);

CREATE TABLE todo (
  did   bigint NOT NULL,
  logpr double precision NOT NULL,
  pcid  integer NOT NULL,
  PRIMARY KEY (pcid, did)
);

CREATE TABLE class (
  did      bigint NOT NULL,
  logpr    double precision NOT NULL,
  pr       double precision NOT NULL,
  kcid     integer NOT NULL,
  expanded smallint NOT NULL,
  PRIMARY KEY (did, kcid)
);

CREATE TABLE judged (
  did       bigint PRIMARY KEY,
  relevance double precision,
  best      integer
);
