-- BulkProbe(c0), figure 3 of Chakrabarti, van den Berg, Dom 1999 (VLDB), for the pages of todo: one inner join, one left
-- outer join. After COMPLETE and PARTIAL follow the details that the figure leaves out: the prior, the limit of a page's
-- length (:most, 0: none), the temperature, the sum of 1. Logarithms below -700 are 0 as probabilities in any case.
-- CROSS JOIN is SQLite's way to be told the order of its loops; PostgreSQL chooses for itself.
INSERT INTO class (did, kcid, logpr, pr, expanded)
WITH
  partial (did, kcid, lpr1) AS (
    SELECT document.did, taxonomy.kcid, sum(freq * (logtheta + weight * logdenom))
    FROM stat CROSS JOIN taxonomy CROSS JOIN document CROSS JOIN todo
    WHERE stat.pcid = :c0 AND taxonomy.kcid = stat.kcid
      AND stat.tid = document.tid AND todo.pcid = :c0 AND todo.did = document.did
    GROUP BY document.did, taxonomy.kcid),
  docln (did, len) AS (
    SELECT document.did, sum(freq * weight)
    FROM feature CROSS JOIN document CROSS JOIN todo
    WHERE feature.pcid = :c0 AND feature.tid = document.tid AND todo.pcid = :c0 AND todo.did = document.did
    GROUP BY document.did),
  complete (did, kcid, parent, lpr2, share, logprior) AS (
    SELECT todo.did, taxonomy.kcid, todo.logpr, -coalesce(len, 0) * logdenom,
           CASE WHEN :most > 0 AND len > :most THEN :most / len ELSE 1 END, logprior
    FROM todo CROSS JOIN taxonomy LEFT JOIN docln ON docln.did = todo.did
    WHERE todo.pcid = :c0 AND taxonomy.pcid = :c0 AND logprior IS NOT NULL),
  scored (did, kcid, parent, score) AS (
    SELECT c.did, c.kcid, parent, share * (logprior + lpr2 + coalesce(lpr1, 0)) / :temperature
    FROM complete AS c LEFT JOIN partial AS p ON c.did = p.did AND c.kcid = p.kcid),
  peak (did, kcid, parent, below) AS (
    SELECT did, kcid, parent, score - max(score) OVER (PARTITION BY did) FROM scored),
  normal (did, kcid, logpr) AS (
    SELECT did, kcid,
           parent + below - ln(sum(exp(CASE WHEN below < -700 THEN -700 ELSE below END)) OVER (PARTITION BY did))
    FROM peak)
SELECT did, kcid, logpr, CASE WHEN logpr < -700 THEN 0 ELSE exp(logpr) END, 0 FROM normal;
UPDATE class SET expanded = 1 WHERE kcid = :c0 AND did IN (SELECT did FROM todo WHERE pcid = :c0);
