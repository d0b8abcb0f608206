-- Scales the new scores to sum to 1, those below 1e-30 being 0.
UPDATE next_:table SET score = score / (SELECT sum(score) FROM next_:table) WHERE score <> 0;
UPDATE next_:table SET score = 0 WHERE score < 1e-30;
