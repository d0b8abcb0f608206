-- A census of topics by the month in which pages were last fetched.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7, the census, by time as its first query. share: of the pages of
-- the month; low and high: 95 per cent (Wilson 1927).
WITH RECURSIVE month (year, number, begins, ends) AS (
  SELECT 1970, 1, CAST(0 AS bigint), CAST(2678400 AS bigint)
  UNION ALL SELECT year + number / 12, number % 12 + 1, ends, ends + 86400 *
    CASE number % 12 + 1 WHEN 2 THEN CASE WHEN (year + number / 12) % 4 = 0 THEN 29 ELSE 28 END
      WHEN 4 THEN 30 WHEN 6 THEN 30 WHEN 9 THEN 30 WHEN 11 THEN 30 ELSE 31 END
  FROM month WHERE ends <= (SELECT max(fetched_at) FROM page)
), census (year, number, topic, k) AS (
  SELECT m.year, m.number, p.topic, count(*)
  FROM month m JOIN page p ON p.fetched_at >= m.begins AND p.fetched_at < m.ends
  WHERE p.duplicate_of = 0 AND m.ends > (SELECT min(fetched_at) FROM page) GROUP BY m.year, m.number, p.topic
), shared (year, number, topic, k, n) AS (
  SELECT year, number, topic, k, CAST(sum(k) OVER (PARTITION BY year, number) AS double precision) FROM census
), bounded (year, number, topic, k, n, middle, half) AS (
  SELECT year, number, topic, k, n, (k / n + 1.920729 / n) / (1 + 3.841459 / n),
    1.959964 / (1 + 3.841459 / n) * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))
  FROM shared
)
SELECT year || CASE WHEN number < 10 THEN '-0' ELSE '-' END || number AS month,
  iif(topic = '', '(none)', topic) AS topic, k AS pages, round(k / n, 3) AS share, round(middle - half, 3) AS low,
  round(middle + half, 3) AS high
FROM bounded ORDER BY year, number, k DESC, bounded.topic
