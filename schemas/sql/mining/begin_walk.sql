-- Scores that a walk over the links adds up, all 0 at first.
DELETE FROM next_:table;
INSERT INTO next_:table (oid, score) SELECT oid, 0 FROM :table;
