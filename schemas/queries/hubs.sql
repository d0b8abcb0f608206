-- What great hubs of other sites cite and nobody has tried to fetch, the most promising first.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7, the last query: hubs whose score is above psi, the 90th
-- percentile; only links to another site; numtries = 0. The relevance of what was not fetched is that of the most
-- relevant page that cites it (soft focus); the paper's CRAWL has it in a column.
WITH hubs AS (SELECT page, hub FROM score WHERE hub > 0),
  psi AS (SELECT hub FROM hubs ORDER BY hub
          LIMIT 1 OFFSET (SELECT CAST(floor(0.9 * (count(*) - 1)) AS INTEGER) FROM hubs)),
  cited AS (SELECT l.target, h.page, h.hub, row_number() OVER (PARTITION BY l.target ORDER BY h.hub DESC, h.page) AS place
            FROM hubs h JOIN url s ON s.id = h.page JOIN link l ON l.source = h.page JOIN url t ON t.id = l.target
            WHERE h.hub > (SELECT hub FROM psi) AND s.site <> t.site AND t.state = 0 AND t.tries = 0)
SELECT coalesce(t.href, t.key) AS url,
  round((SELECT max(p.relevance) FROM link c JOIN page p ON p.id = c.source WHERE c.target = t.id), 3) AS relevance,
  (SELECT count(DISTINCT o.page) FROM cited o WHERE o.target = t.id) AS hubs, round(b.hub, 5) AS best_score,
  coalesce(s.href, s.key) AS best_hub
FROM cited b JOIN url t ON t.id = b.target JOIN url s ON s.id = b.page
WHERE b.place = 1 ORDER BY relevance DESC, b.hub DESC, t.id
