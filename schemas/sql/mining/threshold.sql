-- rho: the relevance above which a share of the pages lies that is nearest to :middle (topics/graph/hubs_authorities.h).
WITH
  level (relevance, pages) AS (SELECT relevance, count(*) FROM crawl GROUP BY relevance),
  above (rho, share) AS (
    SELECT relevance, (sum(pages) OVER (ORDER BY relevance DESC) - pages) * 1.0 / sum(pages) OVER () FROM level
    UNION ALL
    SELECT 0, count(CASE WHEN relevance > 0 THEN 1 END) * 1.0 / nullif(count(*), 0) FROM crawl)
SELECT rho FROM above WHERE share > 0 ORDER BY abs(share - :middle), rho DESC LIMIT 1;
