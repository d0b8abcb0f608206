-- Why URLs were not fetched, with an example of each reason.
SELECT reason, count(*) AS urls, min(coalesce(href, key)) AS for_example
FROM url WHERE state = 3 GROUP BY reason ORDER BY urls DESC, reason
