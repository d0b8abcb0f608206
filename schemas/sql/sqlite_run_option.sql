-- The options that a run's strategy had, from the specification and from the command line; of a name that comes twice
-- the last holds. Apart from sqlite.sql for the reason that sqlite_score.sql gives.
CREATE TABLE IF NOT EXISTS run_option (
  run      INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (run, position)
) WITHOUT ROWID;
