-- The relevant pages of the highest importance, as the importance model predicts it.
SELECT round(s.importance, 3) AS importance, round(p.relevance, 3) AS relevance, coalesce(u.href, u.key) AS url, p.title
FROM page p JOIN page_importance s ON s.page = p.id JOIN url u ON u.id = p.id
WHERE p.relevant <> 0 AND p.duplicate_of = 0 ORDER BY s.importance DESC, p.id
