-- Do pages link to pages of like importance? Spearman's rho of in-links, at 1, 2 and 3 links and at random.
-- Pant, Srinivasan, "Status Locality on the Web", section 3.1 and figure 2. Importance: how many other pages that were
-- fetched link to a page. As published: 5,000 roots are drawn; of the pages that they link to, each taken once, 5,000
-- are drawn, each with one of the roots that led to it; on from these to 2 and 3 links. At random: of all those pages
-- 5,000 are drawn and paired with roots by chance. "between sites": each with a root of another site, where there is
-- one. low and high: 95 per cent (Bonett, Wright 2000), as if pairs were independent, which those of one root are not.
-- Each level is drawn from the one before. SQLite allows no aggregate and no window function in a recursive query, so
-- the levels are written out.
WITH original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), edge (source, target) AS MATERIALIZED (
  SELECT DISTINCT l.source, o.page
  FROM link l JOIN original o ON o.id = l.target JOIN page p ON p.id = l.source
  WHERE o.page <> l.source AND p.duplicate_of = 0
), node (id, site, importance) AS MATERIALIZED (
  SELECT p.id, u.site, coalesce(e.links, 0)
  FROM page p JOIN url u ON u.id = p.id
  LEFT JOIN (SELECT target, count(*) AS links FROM edge GROUP BY target) e ON e.target = p.id
  WHERE p.duplicate_of = 0
), scope (name) AS (
  VALUES ('all'), ('between sites')
), root (id) AS MATERIALIZED (
  SELECT id FROM node ORDER BY id * 104729 % 1000003, id LIMIT 5000
), led_1 (root, id) AS MATERIALIZED (
  SELECT r.id, e.target FROM root r JOIN edge e ON e.source = r.id
), drawn_1 (id) AS MATERIALIZED (
  SELECT id FROM led_1 GROUP BY id ORDER BY id * 7919 % 999983, id LIMIT 5000
), pair_1 (scope, root, id) AS MATERIALIZED (
  SELECT name, root, id FROM (
    SELECT s.name, l.root, l.id, row_number() OVER (
      PARTITION BY s.name, l.id ORDER BY (l.root * 7919 + l.id * 104729) % 1000003, l.root) AS place
    FROM drawn_1 d JOIN led_1 l ON l.id = d.id JOIN node a ON a.id = l.root JOIN node b ON b.id = l.id
    JOIN scope s ON s.name = 'all' OR a.site <> b.site) numbered
  WHERE place = 1
), led_2 (root, id) AS MATERIALIZED (
  SELECT DISTINCT p.root, e.target FROM pair_1 p JOIN edge e ON e.source = p.id
  WHERE p.scope = 'all' AND e.target <> p.root
), drawn_2 (id) AS MATERIALIZED (
  SELECT id FROM led_2 GROUP BY id ORDER BY id * 7919 % 999983, id LIMIT 5000
), pair_2 (scope, root, id) AS MATERIALIZED (
  SELECT name, root, id FROM (
    SELECT s.name, l.root, l.id, row_number() OVER (
      PARTITION BY s.name, l.id ORDER BY (l.root * 7919 + l.id * 104729) % 1000003, l.root) AS place
    FROM drawn_2 d JOIN led_2 l ON l.id = d.id JOIN node a ON a.id = l.root JOIN node b ON b.id = l.id
    JOIN scope s ON s.name = 'all' OR a.site <> b.site) numbered
  WHERE place = 1
), led_3 (root, id) AS MATERIALIZED (
  SELECT DISTINCT p.root, e.target FROM pair_2 p JOIN edge e ON e.source = p.id
  WHERE p.scope = 'all' AND e.target <> p.root
), drawn_3 (id) AS MATERIALIZED (
  SELECT id FROM led_3 GROUP BY id ORDER BY id * 7919 % 999983, id LIMIT 5000
), pair_3 (scope, root, id) AS MATERIALIZED (
  SELECT name, root, id FROM (
    SELECT s.name, l.root, l.id, row_number() OVER (
      PARTITION BY s.name, l.id ORDER BY (l.root * 7919 + l.id * 104729) % 1000003, l.root) AS place
    FROM drawn_3 d JOIN led_3 l ON l.id = d.id JOIN node a ON a.id = l.root JOIN node b ON b.id = l.id
    JOIN scope s ON s.name = 'all' OR a.site <> b.site) numbered
  WHERE place = 1
), anywhere (place, id) AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY id * 31337 % 1000033, id), id FROM (
    SELECT id FROM root UNION SELECT id FROM drawn_1 UNION SELECT id FROM drawn_2 UNION SELECT id FROM drawn_3) AS drawn
  ORDER BY 1 LIMIT 5000
), shuffled (place, id) AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY id * 65537 % 999979, id), id FROM root
), pair (distance, scope, root, other) AS MATERIALIZED (
  SELECT '1 link', scope, root, id FROM pair_1
  UNION ALL SELECT '2 links', scope, root, id FROM pair_2
  UNION ALL SELECT '3 links', scope, root, id FROM pair_3
  UNION ALL SELECT 'random', s.name, r.id, a.id
    FROM anywhere a JOIN shuffled r ON r.place = 1 + (a.place - 1) % (SELECT count(*) FROM root)
    JOIN node x ON x.id = r.id JOIN node y ON y.id = a.id JOIN scope s ON s.name = 'all' OR x.site <> y.site
    WHERE r.id <> a.id
), ranked (distance, scope, x, y) AS (
  SELECT p.distance, p.scope,
    rank() OVER (PARTITION BY p.distance, p.scope ORDER BY a.importance)
      + (count(*) OVER (PARTITION BY p.distance, p.scope, a.importance) - 1) / 2.0,
    rank() OVER (PARTITION BY p.distance, p.scope ORDER BY b.importance)
      + (count(*) OVER (PARTITION BY p.distance, p.scope, b.importance) - 1) / 2.0
  FROM pair p JOIN node a ON a.id = p.root JOIN node b ON b.id = p.other
), correlated (distance, scope, pairs, rho) AS (
  SELECT distance, scope, count(*),
    (avg(x * y) - avg(x) * avg(y))
      / nullif(sqrt((avg(x * x) - avg(x) * avg(x)) * (avg(y * y) - avg(y) * avg(y))), 0)
  FROM ranked GROUP BY scope, distance
), bounded (distance, scope, pairs, rho, z, half) AS (
  SELECT distance, scope, pairs, rho, CASE WHEN abs(rho) < 1 THEN atanh(rho) ELSE 20 * rho END,
    1.959964 * sqrt((1 + rho * rho / 2) / CASE WHEN pairs > 3 THEN pairs - 3 END)
  FROM correlated
)
SELECT scope, distance, pairs, round(rho, 3) AS rho, round(tanh(z - half), 3) AS low, round(tanh(z + half), 3) AS high
FROM bounded ORDER BY scope, distance
