-- The pages of the repository, copies apart, and where each alias and copy leads to, over 64 steps at most.
INSERT INTO crawl (oid, sid, relevance)
SELECT page.id, site.sid, page.relevance
FROM :repository.page AS page
JOIN :repository.url AS url ON url.id = page.id
JOIN (SELECT site AS name, row_number() OVER (ORDER BY site) AS sid
      FROM (SELECT DISTINCT site FROM :repository.url) AS names) AS site ON site.name = url.site
WHERE page.duplicate_of = 0;
INSERT INTO leads (id, next) SELECT id, duplicate_of FROM :repository.page WHERE duplicate_of <> 0;
INSERT INTO leads (id, next)
SELECT id, alias_of FROM :repository.url WHERE alias_of <> 0 AND id NOT IN (SELECT id FROM leads);
UPDATE leads SET original = (
  WITH RECURSIVE step (at, n) AS (
    SELECT leads.next, 1
    UNION ALL
    SELECT other.next, n + 1 FROM step JOIN leads AS other ON other.id = step.at WHERE n < 64)
  SELECT at FROM step ORDER BY n DESC LIMIT 1);
