-- How long it takes until a good resource is popular: linked to from several other sites.
-- Chakrabarti, van den Berg, Dom 1999 (WWW), section 1, "Detecting community culture": the typical time taken by a good
-- resource to become popular. Time counts from when the first link to a page was seen to when the links of `sites` other
-- sites had been; pages that are not popular yet are censored (Kaplan, Meier 1958). share: of pages popular after so many
-- days; low and high: 95 per cent by Greenwood's variance on the scale log(-log). The median is the first line whose share
-- is at least a half. Links that were there at the first fetch of their page count from then.
-- :topic topic = : the topic of the pages; the relevant pages when empty
-- :sites number = 3: links from how many other sites make a page popular
WITH original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), about (id, site) AS MATERIALIZED (
  SELECT p.id, u.site FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 AND CASE WHEN :topic = ''
    THEN p.relevant <> 0 ELSE p.topic = :topic OR substr(p.topic, 1, length(:topic) + 1) = :topic || '/' END
), cited (page, own, site, at) AS MATERIALIZED (
  SELECT a.id, a.site, s.site, min(coalesce(l.first_seen, p.fetched_at))
  FROM about a JOIN original o ON o.page = a.id JOIN link l ON l.target = o.id JOIN page p ON p.id = l.source
  JOIN url s ON s.id = p.id WHERE p.id <> a.id GROUP BY a.id, a.site, s.site
  UNION ALL SELECT a.id, a.site, s.site, min(l.first_seen)
  FROM about a JOIN original o ON o.page = a.id JOIN closed_link l ON l.target = o.id JOIN url s ON s.id = l.source
  WHERE l.source <> a.id GROUP BY a.id, a.site, s.site
), by_site (page, at) AS (
  SELECT page, min(at) FROM cited WHERE site <> own GROUP BY page, site
), placed (page, at, place) AS (
  SELECT page, at, row_number() OVER (PARTITION BY page ORDER BY at) FROM by_site
), life (days, popular) AS MATERIALIZED (
  SELECT (coalesce(k.at, (SELECT max(fetched_at) FROM page)) - b.at) / 86400, iif(k.at IS NULL, 0, 1)
  FROM (SELECT page, min(at) AS at FROM cited GROUP BY page) b LEFT JOIN placed k ON k.page = b.page AND k.place = :sites
), step (days, n, d) AS (
  SELECT e.days, (SELECT count(*) FROM life l WHERE l.days >= e.days), CAST(count(*) AS double precision)
  FROM life e WHERE e.popular = 1 GROUP BY e.days
), survived (days, n, d, log_s, variance) AS (
  SELECT days, n, d, sum(CASE WHEN d < n THEN ln(1 - d / n) ELSE -600 END) OVER (ORDER BY days),
    sum(CASE WHEN d < n THEN d / (n * (n - d)) END) OVER (ORDER BY days)
  FROM step
), bounded (days, n, d, log_s, half) AS (
  SELECT days, n, d, log_s, CASE WHEN log_s > -500 THEN 1.959964 * sqrt(variance) / log_s END FROM survived
)
SELECT CAST(days AS bigint) AS days, n AS still_waiting, CAST(d AS bigint) AS became_popular, round(1 - exp(log_s), 3) AS share,
  round(1 - exp(log_s * exp(half)), 3) AS low, round(1 - exp(log_s * exp(-half)), 3) AS high
FROM bounded ORDER BY days
