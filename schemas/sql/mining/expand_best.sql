-- Of each page the most probable topic that was not expanded, if it has children; of two the first of the taxonomy.
DELETE FROM todo;
INSERT INTO todo (pcid, did, logpr)
SELECT kcid, did, logpr
FROM (SELECT did, kcid, logpr, row_number() OVER (PARTITION BY did ORDER BY logpr DESC, kcid) AS place
      FROM class WHERE expanded = 0) AS waiting
WHERE place = 1 AND kcid IN (SELECT pcid FROM taxonomy WHERE logprior IS NOT NULL);
