-- Pages of one topic that say something given of a page that is about another topic, or links to one.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1, "Typed link": theory faculty who have advised a student who has
-- published on databases is from=theory, says=student, to=databases. The type of a link is what it says: its relation,
-- anchor, title, image, and the heading and text beside it. Capital letters of ASCII count as small ones.
-- :from topic = : the topic of the first page; the relevant pages when empty
-- :says text = : words that the link has; any link when empty
-- :to topic: the topic that is led to
WITH original (id, page) AS MATERIALIZED (
  SELECT u.id, coalesce(nullif(p.duplicate_of, 0), p.id)
  FROM url u JOIN page p ON p.id = iif(u.alias_of <> 0, u.alias_of, u.id)
), first_page (id) AS MATERIALIZED (
  SELECT id FROM page WHERE duplicate_of = 0 AND CASE WHEN :from = '' THEN relevant <> 0
    ELSE topic = :from OR substr(topic, 1, length(:from) + 1) = :from || '/' END
), last_page (id) AS MATERIALIZED (
  SELECT id FROM page WHERE duplicate_of = 0 AND (topic = :to OR substr(topic, 1, length(:to) + 1) = :to || '/')
), said (source, position, target, words) AS (
  SELECT l.source, l.position, o.page, lower(coalesce(l.rel, '') || ' ' || coalesce(l.anchor, '') || ' ' ||
    coalesce(l.title, '') || ' ' || coalesce(l.alt, '') || ' ' || coalesce(l.heading, '') || ' ' ||
    coalesce(l.before, '') || ' ' || coalesce(l.after, ''))
  FROM first_page f JOIN link l ON l.source = f.id JOIN original o ON o.id = l.target WHERE o.page <> f.id
), typed (source, target, position) AS MATERIALIZED (
  SELECT source, target, min(position) FROM said WHERE :says = '' OR replace(words, lower(:says), '') <> words
  GROUP BY source, target
), led (source, target, position, page) AS MATERIALIZED (
  SELECT t.source, t.target, t.position, e.id FROM typed t JOIN last_page e ON e.id = t.target
  UNION SELECT t.source, t.target, t.position, o.page
    FROM typed t JOIN link l ON l.source = t.target JOIN original o ON o.id = l.target
    JOIN last_page e ON e.id = o.page WHERE o.page <> t.source
)
SELECT coalesce(s.href, s.key) AS url, coalesce(v.href, v.key) AS by_way_of,
  coalesce(l.anchor, l.title, l.alt, l.heading, l.rel, '') AS link, d.pages, coalesce(e.href, e.key) AS for_example
FROM (SELECT source, target, position, count(*) AS pages, min(page) AS example FROM led GROUP BY source, target, position) d
JOIN url s ON s.id = d.source JOIN url v ON v.id = d.target JOIN url e ON e.id = d.example
JOIN link l ON l.source = d.source AND l.position = d.position
ORDER BY d.pages DESC, d.source, d.target
