-- How the crawl went: harvest rate, mean relevance and importance, a line each hundred pages.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.4: the share of the fetched pages that are relevant is what tells
-- most about a crawl, which should spend its time on useful pages and not on throwing others away; 3.7 plots it by time.
SELECT (fetch_order - 1) / 100 * 100 + 1 AS from_page, count(*) AS pages, round(avg(relevant), 3) AS harvest_rate,
  round(avg(relevance), 3) AS relevance, round(avg(s.importance), 3) AS importance
FROM page p LEFT JOIN page_importance s ON s.page = p.id GROUP BY 1 ORDER BY 1
