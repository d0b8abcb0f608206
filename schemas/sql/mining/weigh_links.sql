-- Both weights of each link: E_F = R(dst), E_B = R(src), section 2.2.2. Links that count, those between sites to pages with
-- R > rho, share them: k pages of a site that cite a page have 1/k each, l links of a page into a site 1/l each
-- (Bharat, Henzinger 1998, section 4.1).
INSERT INTO weighted_link (oid_src, sid_src, oid_dst, sid_dst, wgt_fwd, wgt_rev)
SELECT src, sid_src, dst, sid_dst,
       CASE WHEN vote = 1 THEN rel_dst / sum(vote) OVER (PARTITION BY dst, sid_src) ELSE rel_dst END,
       CASE WHEN vote = 1 THEN rel_src / sum(vote) OVER (PARTITION BY src, sid_dst) ELSE rel_src END
FROM (SELECT src, s.sid AS sid_src, s.relevance AS rel_src, dst, d.sid AS sid_dst, d.relevance AS rel_dst,
             CASE WHEN s.sid <> d.sid AND d.relevance > :rho THEN 1 ELSE 0 END AS vote
      FROM (SELECT DISTINCT link.source AS src, coalesce(leads.original, link.target) AS dst
            FROM :repository.link AS link LEFT JOIN leads ON leads.id = link.target) AS pair
      JOIN crawl AS s ON s.oid = src
      JOIN crawl AS d ON d.oid = dst) AS weighed;
CREATE INDEX weighted_link_dst ON weighted_link (oid_dst, oid_src, sid_dst, sid_src, wgt_fwd);
