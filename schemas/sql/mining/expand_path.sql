-- All pages, for the children of the root or of a path topic, :c0: the good topics below it are wanted of every page.
DELETE FROM todo;
INSERT INTO todo (pcid, did, logpr) SELECT kcid, did, logpr FROM class WHERE kcid = :c0;
