-- Pages of specialty sites, offered as examples of the topic.
-- Chakrabarti, van den Berg, Dom 1999 (WWW), section 1, "Semi-supervised learning". Specialty sites are those whose
-- density of pages of the topic is at least `density` by the lower bound of its interval of 95 per cent (Wilson 1927); the
-- most relevant of these pages are named, few of each site.
-- :topic topic = : the topic; the relevant pages when empty
-- :density number = 0.5: the least density of a site, by its lower bound
-- :each number = 5: how many pages of a site
WITH judged (id, site, relevance, wanted) AS MATERIALIZED (
  SELECT p.id, u.site, p.relevance, CASE WHEN CASE WHEN :topic = '' THEN p.relevant <> 0
      ELSE p.topic = :topic OR substr(p.topic, 1, length(:topic) + 1) = :topic || '/' END THEN 1 ELSE 0 END
  FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0
), counted (site, k, n) AS (
  SELECT site, sum(wanted), CAST(count(*) AS double precision) FROM judged GROUP BY site
), specialty (site, low) AS (
  SELECT site, (k / n + 1.920729 / n) / (1 + 3.841459 / n)
    - 1.959964 / (1 + 3.841459 / n) * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))
  FROM counted
), ordered (id, site, low, place) AS (
  SELECT j.id, j.site, s.low, row_number() OVER (PARTITION BY j.site ORDER BY j.relevance DESC, j.id)
  FROM judged j JOIN specialty s ON s.site = j.site WHERE j.wanted = 1 AND s.low >= :density
)
SELECT coalesce(u.href, u.key) AS url, p.topic, round(p.relevance, 3) AS relevance, round(o.low, 3) AS density_of_site
FROM ordered o JOIN page p ON p.id = o.id JOIN url u ON u.id = o.id
WHERE o.place <= :each ORDER BY o.low DESC, o.site, o.place
