-- Pages that seem to be about one topic and are cited by pages about one that has nothing to do with it.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1, "Spam filter": pages apparently about database research that at
-- least two pages about Hawaiian vacations cite. share: of the pages that cite it and have a topic; low and high: 95 per
-- cent (Wilson 1927).
-- :topic topic = : the topic that the pages seem to be about; the relevant pages when empty
-- :by topic: the topic of the pages that cite them
-- :least number = 2: how many of them must
WITH original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), about (id) AS MATERIALIZED (
  SELECT id FROM page WHERE duplicate_of = 0 AND CASE WHEN :topic = '' THEN relevant <> 0
    ELSE topic = :topic OR substr(topic, 1, length(:topic) + 1) = :topic || '/' END
), citing (page, source, spam) AS (
  SELECT DISTINCT a.id, p.id, CASE WHEN p.topic = :by OR substr(p.topic, 1, length(:by) + 1) = :by || '/' THEN 1 ELSE 0 END
  FROM about a JOIN original o ON o.page = a.id JOIN link l ON l.target = o.id JOIN page p ON p.id = l.source
  WHERE p.duplicate_of = 0 AND p.topic <> '' AND p.id <> a.id
), counted (page, k, sites, n) AS (
  SELECT c.page, sum(c.spam), count(DISTINCT iif(c.spam = 1, u.site, NULL)), CAST(count(*) AS double precision)
  FROM citing c JOIN url u ON u.id = c.source GROUP BY c.page
), bounded (page, k, sites, n, middle, half) AS (
  SELECT page, k, sites, n, (k / n + 1.920729 / n) / (1 + 3.841459 / n),
    1.959964 / (1 + 3.841459 / n) * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))
  FROM counted WHERE k >= :least
)
SELECT coalesce(u.href, u.key) AS url, CAST(b.k AS bigint) AS pages, b.sites, CAST(b.n AS bigint) AS of_pages,
  round(b.k / b.n, 3) AS share, round(b.middle - b.half, 3) AS low, round(b.middle + b.half, 3) AS high, p.title
FROM bounded b JOIN url u ON u.id = b.page JOIN page p ON p.id = b.page ORDER BY b.k DESC, share DESC, b.page
