-- The pages that most other pages link to, and from how many other sites.
SELECT count(DISTINCT l.source) AS pages, count(DISTINCT iif(s.site <> u.site, s.site, NULL)) AS other_sites,
  coalesce(u.href, u.key) AS url, p.title
FROM page p JOIN url u ON u.id = p.id JOIN link l ON l.target = p.id AND l.source <> p.id JOIN url s ON s.id = l.source
GROUP BY p.id, u.href, u.key, p.title ORDER BY pages DESC, p.id
