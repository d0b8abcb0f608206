-- How important a page may be, in [0, 1], as a status model predicts it from the page itself; pages that were fetched
-- before a model was trained have no row. Apart from sqlite.sql for the reason that sqlite_score.sql gives.
CREATE TABLE IF NOT EXISTS page_status (
  page   INTEGER PRIMARY KEY REFERENCES page (id),
  status REAL NOT NULL
);
