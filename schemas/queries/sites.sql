-- What each site has given: pages, pages on topic, mean relevance and status.
SELECT u.site, count(*) AS pages, sum(p.relevant) AS relevant, round(avg(p.relevance), 3) AS relevance,
  round(avg(s.status), 3) AS status
FROM page p JOIN url u ON u.id = p.id LEFT JOIN page_status s ON s.page = p.id
GROUP BY u.site ORDER BY relevant DESC, pages DESC, u.site
