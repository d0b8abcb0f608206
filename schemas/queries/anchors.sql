-- The words of links that led to relevant pages most often.
-- Sundaresan, Yi, Huang 2000, section 4.1.3: a term's share of relevant pages.
SELECT term, relevant, fetched, round(1.0 * relevant / fetched, 3) AS share FROM term
WHERE fetched >= 5 ORDER BY share DESC, fetched DESC, term
