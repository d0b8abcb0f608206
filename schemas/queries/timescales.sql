-- How fast each topic changes: changes of a page a day, by the visits of pages that were fetched again.
-- Chakrabarti, van den Berg, Dom 1999 (WWW), section 1, "Estimating community timescales": regions that change
-- dramatically as against those that are relatively stable. The rate is the bias-corrected estimate of Cho and
-- Garcia-Molina (ACM TOIT 2003, section 4) over all visits of the topic's pages, with their mean interval; low and high: 95
-- per cent of the share of visits that found a change (Wilson 1927), as rates. Where every visit found one, there is no high.
WITH visited (topic, pages, k, n, days) AS (
  SELECT p.topic, count(*), CAST(sum(v.changes) AS double precision), CAST(sum(v.visits) AS double precision),
    CAST(sum(v.last - v.first) AS double precision) / 86400
  FROM page_visit v JOIN page p ON p.id = v.page GROUP BY p.topic
), bounded (topic, pages, k, n, a_visit, low, high) AS (
  SELECT topic, pages, k, n, days / n,
    (k / n + 1.920729 / n - 1.959964 * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))) / (1 + 3.841459 / n),
    (k / n + 1.920729 / n + 1.959964 * sqrt(k / n * (1 - k / n) / n + 0.960365 / (n * n))) / (1 + 3.841459 / n)
  FROM visited WHERE days > 0
)
SELECT iif(topic = '', '(none)', topic) AS topic, pages, CAST(n AS bigint) AS visits, CAST(k AS bigint) AS changes,
  round(-ln((n - k + 0.5) / (n + 0.5)) / a_visit, 4) AS changes_a_day,
  round(CASE WHEN k > 0 THEN -ln(1 - low) / a_visit ELSE 0 END, 4) AS low,
  round(CASE WHEN k < n THEN -ln(1 - high) / a_visit END, 4) AS high
FROM bounded ORDER BY changes_a_day DESC, bounded.topic
