#!/usr/bin/env python3
"""Ranks the hosts of a repository by harmonic centrality, in the columns of Common Crawl's host ranks.

    host_ranks.py COLLECTION/repository.db > ranks.txt

The graph has a host for each that a URL names, fetched or not, and an edge where a page of one links to another. Harmonic
centrality of a host: the sum of 1 / distance over all hosts from which links lead to it (Boldi, Vigna, "Axioms for
centrality", Internet Mathematics 10, 2014). PageRank is not computed; its columns are 0.
"""
import sqlite3
import sys
from collections import defaultdict, deque


def harmonic(host, linking):
    distance, waiting, total = {host: 0}, deque([host]), 0.0
    while waiting:
        here = waiting.popleft()
        for other in linking.get(here, ()):
            if other not in distance:
                distance[other] = distance[here] + 1
                total += 1 / distance[other]
                waiting.append(other)
    return total


def main():
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    host = {url: name.split(":")[0] for url, name in database.execute("SELECT id, host FROM url")}
    linking = defaultdict(set)
    for source, target in database.execute("SELECT source, target FROM link"):
        one, other = host.get(source), host.get(target)
        if one and other and one != other:
            linking[other].add(one)
    ranks = {name: harmonic(name, linking) for name in set(host.values()) if name}
    print("#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev")
    for place, (name, value) in enumerate(sorted(ranks.items(), key=lambda rank: (-rank[1], rank[0])), 1):
        print(f"{place}\t{value:.6g}\t0\t0\t{'.'.join(reversed(name.split('.')))}")


main()
