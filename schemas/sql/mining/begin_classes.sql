-- Every page is about the root.
DELETE FROM class;
DELETE FROM todo;
INSERT INTO class (did, kcid, logpr, pr, expanded) SELECT did, 0, 0, 1, 0 FROM judged;
