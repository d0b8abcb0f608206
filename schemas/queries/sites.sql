-- What each site has given: pages, relevant pages, mean relevance and importance.
SELECT u.site, count(*) AS pages, sum(p.relevant) AS relevant, round(avg(p.relevance), 3) AS relevance,
  round(avg(s.importance), 3) AS importance
FROM page p JOIN url u ON u.id = p.id LEFT JOIN page_importance s ON s.page = p.id
GROUP BY u.site ORDER BY relevant DESC, pages DESC, u.site
