-- What the pages are about: a census of their best topics.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7.
SELECT iif(topic = '', '(none)', topic) AS topic, count(*) AS pages, sum(relevant) AS relevant,
  round(avg(relevance), 3) AS relevance
FROM page WHERE duplicate_of = 0 GROUP BY topic ORDER BY pages DESC, topic
