-- How many pages of one topic have linked to pages of another, by month.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1, "Community evolution": the links from pages about environmental
-- protection to pages about oil and natural gas over the last year. links: pairs of pages at the end of the month; begun
-- and ended: in the month, as the crawl saw it when it fetched pages again. share: of the pairs that lead from the first
-- topic to any stored page at the end of the month; low and high: 95 per cent (Wilson 1927). "+ 0" makes 0 of a
-- bound of -0.
-- :from topic = : the topic of the pages that link; the relevant pages when empty
-- :to topic: the topic of the pages that they link to
WITH RECURSIVE original (id, page) AS (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), origin (id, fetched_at) AS (
  SELECT id, fetched_at FROM page WHERE duplicate_of = 0 AND CASE WHEN :from = '' THEN relevant <> 0
    ELSE topic = :from OR substr(topic, 1, length(:from) + 1) = :from || '/' END
), seen (source, target, first_seen, ended) AS (
  SELECT a.id, o.page, coalesce(l.first_seen, a.fetched_at), CAST(NULL AS bigint)
  FROM origin a JOIN link l ON l.source = a.id JOIN original o ON o.id = l.target
  UNION ALL SELECT a.id, o.page, l.first_seen, l.closed
  FROM origin a JOIN closed_link l ON l.source = a.id JOIN original o ON o.id = l.target
), pair (source, target, wanted, first_seen, ended) AS (
  SELECT s.source, s.target, CASE WHEN p.topic = :to OR substr(p.topic, 1, length(:to) + 1) = :to || '/' THEN 1 ELSE 0 END,
    min(s.first_seen), iif(count(*) = count(s.ended), max(s.ended), NULL)
  FROM seen s JOIN page p ON p.id = s.target WHERE s.source <> s.target GROUP BY s.source, s.target, 3
), span (earliest, latest) AS (
  SELECT min(first_seen), (SELECT max(fetched_at) FROM page) FROM pair
), month (year, number, begins, ends) AS (
  SELECT 1970, 1, CAST(0 AS bigint), CAST(2678400 AS bigint)
  UNION ALL SELECT year + number / 12, number % 12 + 1, ends, ends + 86400 *
    CASE number % 12 + 1 WHEN 2 THEN CASE WHEN (year + number / 12) % 4 = 0 THEN 29 ELSE 28 END
      WHEN 4 THEN 30 WHEN 6 THEN 30 WHEN 9 THEN 30 WHEN 11 THEN 30 ELSE 31 END
  FROM month WHERE ends <= (SELECT latest FROM span)
), counted (year, number, k, begun, ended, n) AS (
  SELECT m.year, m.number,
    coalesce(sum(iif(p.wanted = 1 AND (p.ended IS NULL OR p.ended >= m.ends), 1, 0)), 0),
    coalesce(sum(iif(p.wanted = 1 AND p.first_seen >= m.begins, 1, 0)), 0),
    coalesce(sum(iif(p.wanted = 1 AND p.ended >= m.begins AND p.ended < m.ends, 1, 0)), 0),
    CAST(sum(iif(p.ended IS NULL OR p.ended >= m.ends, 1, 0)) AS double precision)
  FROM month m JOIN pair p ON p.first_seen < m.ends WHERE m.ends > (SELECT earliest FROM span) GROUP BY m.year, m.number
), bounded (year, number, k, begun, ended, n, middle, half) AS (
  SELECT year, number, k, begun, ended, n, (k / n + 1.920729 / n) / (1 + 3.841459 / n),
    1.959964 / (1 + 3.841459 / n) * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))
  FROM (SELECT year, number, k, begun, ended, nullif(n, 0) AS n FROM counted) c
)
SELECT year || CASE WHEN number < 10 THEN '-0' ELSE '-' END || number AS month, CAST(k AS bigint) AS links,
  CAST(begun AS bigint) AS begun, CAST(ended AS bigint) AS ended, round(k / n, 4) AS share,
  round(middle - half, 4) + 0 AS low, round(middle + half, 4) AS high
FROM bounded ORDER BY year, number
