-- Sites that specialise in a topic, by the density of its pages there.
-- Chakrabarti, van den Berg, Dom 1999 (WWW), section 1, "Locating specialty sites": whole sites about the topic
-- instead of single pages, the five that specialise most in mountain biking for one. low and high: 95 per cent of the
-- density (Wilson 1927); the sites with the highest low come first.
-- :topic topic = : the topic; the relevant pages when empty
-- :least number = 5: how many pages of a site must have been fetched
WITH counted (site, k, n) AS (
  SELECT u.site, sum(CASE WHEN CASE WHEN :topic = '' THEN p.relevant <> 0
      ELSE p.topic = :topic OR substr(p.topic, 1, length(:topic) + 1) = :topic || '/' END THEN 1 ELSE 0 END),
    CAST(count(*) AS double precision)
  FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 GROUP BY u.site
), bounded (site, k, n, middle, half) AS (
  SELECT site, k, n, (k / n + 1.920729 / n) / (1 + 3.841459 / n),
    1.959964 / (1 + 3.841459 / n) * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))
  FROM counted WHERE k > 0 AND n >= :least
)
SELECT site, CAST(n AS bigint) AS pages, CAST(k AS bigint) AS on_topic, round(k / n, 3) AS density,
  round(middle - half, 3) AS low, round(middle + half, 3) AS high
FROM bounded ORDER BY middle - half DESC, site
