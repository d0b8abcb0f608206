-- What the pages are about: a census of their best topics.
-- Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7: why a crawl has lost relevance. There the census showed that the
-- neighbourhood of mutual funds was about investment, the topic above, and marking that one good mended it.
SELECT iif(topic = '', '(none)', topic) AS topic, count(*) AS pages, sum(relevant) AS relevant,
  round(avg(relevance), 3) AS relevance
FROM page WHERE duplicate_of = 0 GROUP BY topic ORDER BY pages DESC, topic
