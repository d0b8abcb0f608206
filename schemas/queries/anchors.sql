-- The words of links that led to relevant pages most often, as the strategies rw, rwb and hits-rw learn them.
-- Sundaresan, Yi, Huang 2000, section 4.1.3: how likely a term in the metadata of a link is to lead to a relevant page, as
-- the share of the pages behind such links that were relevant.
SELECT term, relevant, fetched, round(1.0 * relevant / fetched, 3) AS share FROM term
WHERE fetched >= 5 ORDER BY share DESC, fetched DESC, term
