-- How often links carry each kind of metadata, and on how many pages.
-- Sundaresan, Yi, Huang 2000, Table 1. Of hyperlinks (a, area, img, frame, iframe) of pages that are no copies; the share of
-- pages is of those with a hyperlink.
WITH hyperlink AS (
  SELECT l.* FROM link l JOIN page p ON p.id = l.source WHERE l.element <= 4 AND p.duplicate_of = 0
), kind (place, metadata, source) AS (
  SELECT 1, 'href', source FROM hyperlink WHERE element <= 1
  UNION ALL SELECT 2, 'anchor text', source FROM hyperlink WHERE anchor <> ''
  UNION ALL SELECT 3, 'surrounding text', source FROM hyperlink WHERE before <> '' OR after <> ''
  UNION ALL SELECT 4, 'heading', source FROM hyperlink WHERE heading <> ''
  UNION ALL SELECT 5, 'title', source FROM hyperlink WHERE title <> ''
  UNION ALL SELECT 6, 'alt', source FROM hyperlink WHERE alt <> ''
  UNION ALL SELECT 7, 'name', source FROM hyperlink WHERE name <> ''
  UNION ALL SELECT 8, 'onmouseover', source FROM hyperlink WHERE onmouseover <> ''
)
SELECT metadata, count(*) AS links, round(1.0 * count(*) / (SELECT count(*) FROM hyperlink), 3) AS share_of_links,
  count(DISTINCT source) AS pages,
  round(1.0 * count(DISTINCT source) / (SELECT count(DISTINCT source) FROM hyperlink), 3) AS share_of_pages
FROM kind GROUP BY place, metadata ORDER BY place
