-- UpdateAuth(rho), figure 4 of Chakrabarti, van den Berg, Dom 1999 (VLDB). next_auth has the scores until they were
-- compared with those of the round before.
DELETE FROM next_auth;
INSERT INTO next_auth (oid, score)
SELECT oid_dst, sum(score * wgt_fwd)
FROM weighted_link CROSS JOIN crawl CROSS JOIN hubs
WHERE sid_src <> sid_dst AND hubs.oid = oid_src AND oid_dst = crawl.oid AND relevance > :rho
GROUP BY oid_dst;
