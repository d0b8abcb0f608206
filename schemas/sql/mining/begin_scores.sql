-- All that cite are equal hubs, all that are cited equal authorities.
DELETE FROM hubs;
DELETE FROM auth;
INSERT INTO hubs (oid, score)
SELECT oid_src, 1.0 / count(*) OVER ()
FROM (SELECT DISTINCT oid_src FROM weighted_link CROSS JOIN crawl
      WHERE sid_src <> sid_dst AND oid_dst = crawl.oid AND relevance > :rho) AS citing;
INSERT INTO auth (oid, score)
SELECT oid_dst, 1.0 / count(*) OVER ()
FROM (SELECT DISTINCT oid_dst FROM weighted_link CROSS JOIN crawl
      WHERE sid_src <> sid_dst AND oid_dst = crawl.oid AND relevance > :rho) AS cited;
