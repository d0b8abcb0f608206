-- Why URLs were not fetched, with an example of each reason.
SELECT reason_name(reason) AS reason, count(*) AS urls, min(coalesce(href, key)) AS for_example
FROM url WHERE state_name(state) = 'dropped' GROUP BY url.reason ORDER BY urls DESC, reason
