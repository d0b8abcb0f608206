-- Equation 3, the sum of Pr[c given page] over the good topics; and the best leaf, where the expansion ended.
UPDATE judged SET
  relevance = (SELECT coalesce(sum(pr), 0) FROM class CROSS JOIN taxonomy
               WHERE class.did = judged.did AND taxonomy.kcid = class.kcid AND mark = 'good'),
  best = (SELECT kcid FROM class WHERE class.did = judged.did AND expanded = 0 ORDER BY logpr DESC, kcid LIMIT 1);
