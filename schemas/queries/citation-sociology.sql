-- Topics within one link of a topic that are more frequent there than on the web at large.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1, "Citation sociology"; (WWW 1999), section 1.
-- share: of the pages within one link, in either direction, that are about something else; base: the same share of the
-- pages of base_rate. low and high: 95 per cent of the lift, the ratio of risks of Katz et al. 1978 with halves added
-- (Walter 1975), as if pages were independent. Without a sample the base are the pages of the collection, which a focused
-- crawl has chosen: the lift is too low then.
-- :topic topic = : the topic whose neighbourhood is looked at; the relevant pages when empty
-- :base_rate sample = : a sample of the web at large, by its name (docs/queries.md)
WITH base_rate (topic, pages) AS MATERIALIZED (
  :base_rate
), original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), about (id, topic) AS MATERIALIZED (
  SELECT id, topic FROM page WHERE duplicate_of = 0 AND CASE WHEN :topic = '' THEN relevant <> 0
    ELSE topic = :topic OR substr(topic, 1, length(:topic) + 1) = :topic || '/' END
), near (id) AS MATERIALIZED (
  SELECT o.page FROM about a JOIN link l ON l.source = a.id JOIN original o ON o.id = l.target
  UNION SELECT l.source FROM about a JOIN original o ON o.page = a.id JOIN link l ON l.target = o.id
), there (topic, pages) AS MATERIALIZED (
  SELECT p.topic, CAST(count(*) AS double precision) FROM near n JOIN page p ON p.id = n.id
  WHERE p.duplicate_of = 0 AND p.topic NOT IN (SELECT topic FROM about) GROUP BY p.topic
), anywhere (topic, pages) AS MATERIALIZED (
  SELECT topic, CAST(sum(pages) AS double precision) FROM base_rate
  WHERE topic NOT IN (SELECT topic FROM about) GROUP BY topic
), counted (topic, x, n, b, m) AS (
  SELECT t.topic, t.pages, (SELECT sum(pages) FROM there), coalesce(a.pages, 0),
    coalesce((SELECT sum(pages) FROM anywhere), 0)
  FROM there t LEFT JOIN anywhere a ON a.topic = t.topic
), compared (topic, x, n, b, m, log_lift, half) AS (
  SELECT topic, x, n, b, m, ln((x + 0.5) / (n + 0.5)) - ln((b + 0.5) / (m + 0.5)),
    1.959964 * sqrt(1 / (x + 0.5) - 1 / (n + 0.5) + 1 / (b + 0.5) - 1 / (m + 0.5))
  FROM counted
)
SELECT iif(topic = '', '(none)', topic) AS topic, CAST(x AS bigint) AS pages, round(x / n, 4) AS share,
  round(b / nullif(m, 0), 4) AS base, round(exp(log_lift), 3) AS lift, round(exp(log_lift - half), 3) AS low,
  round(exp(log_lift + half), 3) AS high
FROM compared ORDER BY log_lift - half DESC, compared.topic
