-- The new scores take the place of those of the round before.
DELETE FROM :table;
INSERT INTO :table (oid, score) SELECT oid, score FROM next_:table;
