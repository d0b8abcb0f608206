-- The relevant pages of the highest status, as the status model predicts it.
SELECT round(s.status, 3) AS status, round(p.relevance, 3) AS relevance, coalesce(u.href, u.key) AS url, p.title
FROM page p JOIN page_status s ON s.page = p.id JOIN url u ON u.id = p.id
WHERE p.relevant <> 0 AND p.duplicate_of = 0 ORDER BY s.status DESC, p.id
