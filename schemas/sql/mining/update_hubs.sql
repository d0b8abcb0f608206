-- UpdateHubs, figure 4. auth has pages of other sites with R > rho alone.
DELETE FROM next_hubs;
INSERT INTO next_hubs (oid, score)
SELECT oid_src, sum(score * wgt_rev)
FROM weighted_link CROSS JOIN auth
WHERE sid_src <> sid_dst AND oid = oid_dst
GROUP BY oid_src;
