-- How many of the links of a topic's pages lead to other pages of the topic; two topics beside each other.
-- Bar-Yossef, Kanungo, Krauthgamer 2003, section 5.2, figures 4 and 5: the share of pages of which 10 i per cent of the
-- links lead to the topic. Links count whose target was fetched, each target once. low and high: 95 per cent (Wilson 1927).
-- The pages are those of the crawl; `porthole sample` draws them uniformly. "+ 0" makes 0 of a bound of -0.
-- :topic topic = : the topic; the relevant pages when empty
-- :other topic = : another topic, compared with it
WITH RECURSIVE bin (percent) AS (
  SELECT 0 UNION ALL SELECT percent + 10 FROM bin WHERE percent < 100
), original (id, page) AS (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), about (side, id) AS (
  SELECT 1, id FROM page WHERE duplicate_of = 0 AND CASE WHEN :topic = '' THEN relevant <> 0
    ELSE topic = :topic OR substr(topic, 1, length(:topic) + 1) = :topic || '/' END
  UNION ALL SELECT 2, id FROM page WHERE duplicate_of = 0 AND :other <> ''
    AND (topic = :other OR substr(topic, 1, length(:other) + 1) = :other || '/')
), cited (side, source, target) AS (
  SELECT DISTINCT a.side, a.id, o.page FROM about a JOIN link l ON l.source = a.id JOIN original o ON o.id = l.target
  WHERE o.page <> a.id
), spread (side, source, percent) AS (
  SELECT c.side, c.source, 10 * CAST(floor(10.0 * count(a.id) / count(*) + 0.5) AS integer)
  FROM cited c LEFT JOIN about a ON a.side = c.side AND a.id = c.target GROUP BY c.side, c.source
), counted (side, percent, k, n) AS (
  SELECT t.side, b.percent, (SELECT count(*) FROM spread s WHERE s.side = t.side AND s.percent = b.percent), t.n
  FROM bin b CROSS JOIN (SELECT side, CAST(count(*) AS double precision) AS n FROM spread GROUP BY side) t
), bounded (side, percent, k, share, middle, half) AS (
  SELECT side, percent, k, k / n, (k / n + 1.920729 / n) / (1 + 3.841459 / n),
    1.959964 / (1 + 3.841459 / n) * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))
  FROM counted
)
SELECT b.percent AS percent_on_topic, x.k AS pages, round(x.share, 3) AS share, round(x.middle - x.half, 3) + 0 AS low,
  round(x.middle + x.half, 3) AS high, y.k AS other_pages, round(y.share, 3) AS other_share,
  round(y.middle - y.half, 3) + 0 AS other_low, round(y.middle + y.half, 3) AS other_high
FROM bin b LEFT JOIN bounded x ON x.side = 1 AND x.percent = b.percent
LEFT JOIN bounded y ON y.side = 2 AND y.percent = b.percent ORDER BY b.percent
