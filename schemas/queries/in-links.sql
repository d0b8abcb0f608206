-- The pages that most other pages link to, and from how many other sites.
-- A link to an alias or a copy leads to its page; links of copies do not count.
WITH original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), cited (page, source) AS MATERIALIZED (
  SELECT DISTINCT o.page, l.source FROM link l JOIN original o ON o.id = l.target JOIN page p ON p.id = l.source
  WHERE p.duplicate_of = 0 AND o.page <> l.source
)
SELECT count(*) AS pages, count(DISTINCT iif(s.site <> u.site, s.site, NULL)) AS other_sites,
  coalesce(u.href, u.key) AS url, p.title
FROM cited c JOIN page p ON p.id = c.page JOIN url u ON u.id = c.page JOIN url s ON s.id = c.source
GROUP BY p.id, u.href, u.key, p.title ORDER BY pages DESC, p.id
