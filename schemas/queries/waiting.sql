-- What is fetched next, and where each URL was found.
SELECT round(u.priority, 4) AS priority, coalesce(u.href, u.key) AS url, u.hops, coalesce(f.href, f.key) AS found_on
FROM url u LEFT JOIN url f ON f.id = u.found_on WHERE u.state = 0 ORDER BY u.priority DESC, u.id
