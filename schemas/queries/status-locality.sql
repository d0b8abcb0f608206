-- Do pages link to pages of like status? Spearman's rho of in-links, at 1, 2 and 3 links and at random.
-- Pant, Srinivasan, "Status Locality on the Web", section 3.1 and figure 2. Status: how many other pages that were
-- fetched link to a page. From each page one walk of three links is drawn; at random, pages are paired by chance.
-- "between sites": pairs of different sites alone. low and high: 95 per cent (Bonett, Wright 2000).
WITH original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), edge (source, target) AS MATERIALIZED (
  SELECT DISTINCT l.source, o.page
  FROM link l JOIN original o ON o.id = l.target JOIN page p ON p.id = l.source
  WHERE o.page <> l.source AND p.duplicate_of = 0
), node (id, site, status) AS MATERIALIZED (
  SELECT p.id, u.site, coalesce(e.links, 0)
  FROM page p JOIN url u ON u.id = p.id
  LEFT JOIN (SELECT target, count(*) AS links FROM edge GROUP BY target) e ON e.target = p.id
  WHERE p.duplicate_of = 0
), step (source, target) AS MATERIALIZED (
  SELECT source, target FROM (
    SELECT source, target, row_number() OVER (
      PARTITION BY source ORDER BY (source * 7919 + target * 104729) % 1000003, target) AS place FROM edge)
  WHERE place = 1
), shuffled (place, id) AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY id * 104729 % 1000003, id), id FROM node
), listed (place, id) AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY id * 7919 % 999983, id), id FROM node
), pair (distance, root, other) AS MATERIALIZED (
  SELECT '1 link', source, target FROM step
  UNION ALL SELECT '2 links', a.source, b.target FROM step a JOIN step b ON b.source = a.target
  UNION ALL SELECT '3 links', a.source, c.target FROM step a JOIN step b ON b.source = a.target
    JOIN step c ON c.source = b.target
  UNION ALL SELECT 'random', s.id, l.id FROM shuffled s JOIN listed l ON l.place = s.place
), scoped (distance, scope, x, y) AS MATERIALIZED (
  SELECT p.distance, s.scope, a.status, b.status
  FROM pair p JOIN node a ON a.id = p.root JOIN node b ON b.id = p.other
  JOIN (SELECT 'all' AS scope UNION ALL SELECT 'between sites') s ON s.scope = 'all' OR a.site <> b.site
  WHERE p.root <> p.other
), ranked (distance, scope, x, y) AS (
  SELECT distance, scope,
    rank() OVER (PARTITION BY distance, scope ORDER BY x) + (count(*) OVER (PARTITION BY distance, scope, x) - 1) / 2.0,
    rank() OVER (PARTITION BY distance, scope ORDER BY y) + (count(*) OVER (PARTITION BY distance, scope, y) - 1) / 2.0
  FROM scoped
), correlated (distance, scope, pairs, rho) AS (
  SELECT distance, scope, count(*),
    (avg(x * y) - avg(x) * avg(y)) / sqrt((avg(x * x) - avg(x) * avg(x)) * (avg(y * y) - avg(y) * avg(y)))
  FROM ranked GROUP BY scope, distance
)
SELECT scope, distance, pairs, round(rho, 3) AS rho,
  round(tanh(atanh(rho) - 1.959964 * sqrt((1 + rho * rho / 2) / (pairs - 3))), 3) AS low,
  round(tanh(atanh(rho) + 1.959964 * sqrt((1 + rho * rho / 2) / (pairs - 3))), 3) AS high
FROM correlated ORDER BY scope, distance
