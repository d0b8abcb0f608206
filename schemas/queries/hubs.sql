-- The best hubs and what they cite that is still to be fetched.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7, the last query.
SELECT round(c.hub, 5) AS hub, coalesce(h.href, h.key) AS hub_url, count(DISTINCT t.id) AS waiting,
  min(coalesce(t.href, t.key)) AS for_example
FROM score c JOIN url h ON h.id = c.page JOIN link l ON l.source = c.page JOIN url t ON t.id = l.target
WHERE t.state = 0 AND c.hub > 0 GROUP BY c.page ORDER BY c.hub DESC, c.page
