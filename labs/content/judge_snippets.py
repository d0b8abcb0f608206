#!/usr/bin/env python3
"""Judges the snippets and the titles of results.

    judge_snippets.py FOLDER [--cache BOX] [--porthole PROGRAM] [--queries FILE] [--list KIND]

FOLDER has a collection for each name in FILE (snippet_queries.tsv), with an index. With --cache, the folder of a web in a
box (docs/webbox.md), those that are missing are made: a breadth-first crawl of SITES, 800 pages, as many of each site.
Asked are the first five results of each query: 200 snippets of a collection. Rules:

- cut: it begins inside a sentence, as its ellipsis tells.
- no end: it has at least eight words and no mark that ends a sentence (. ! ? before white space, a closing quote or
  bracket, or its end). Menus, tables of contents, and sentences that are cut.
- list: it has at least eight words, and less than half of its words stand in sentences: runs of five words or more up
  to a mark or a colon, within a block of the page (blocks are set apart by " · ").
- titles: of the first ten results of a query, the share of titles that no other one of them has.

Intervals are of 95 per cent, by 2,000 bootstrap draws of queries. --list prints the snippets of a kind.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOX = ROOT / "examples/webbox/demo_sites.tsv"
PAGES = 800
SITES = {
    "databases": "postgresql sqlite sqlalchemy psycopg groonga xapian",
    "python": "python setuptools numba hypothesis distributed celery",
    "frameworks": "tornado flask werkzeug jinja mako itsdangerous",
    "science": "nipy nibabel nitime nipype orthanc gnumed astroquery astroplan gwcs asdf ndcube wcslib fftw mpmath gap ase "
               "pymatgen mdanalysis mdtraj phylip biom cogent geographiclib pyresample mintpy pint uncertainties",
}
SNIPPETS = 5
WORD = re.compile(r"\w+")
END = re.compile(r"[.!?][\"')\]\u201d\u2019]*(?=\s|$)|[\u3002\uff01\uff1f]")
SENTENCE_END = re.compile(r"(?<=[.!?:])[\"')\]\u201d\u2019]*\s+|(?<=[\u3002\uff01\uff1f])")


def specification(name, cache):
    """A crawl of the sites of a collection."""
    bases = dict(line.split("\t")[0:4:3] for line in BOX.read_text().splitlines() if not line.startswith("#"))
    names = SITES[name].split()
    prefixes = ["https://" + bases[site] for site in names]
    seeds = "".join(f'<seed url="{prefix}"/>' for prefix in prefixes)
    capped = "".join(f'<site prefix="{prefix}" pages="{PAGES * 3 // 2 // len(names)}"/>' for prefix in prefixes)
    accepted = "".join(f'<accept prefix="{prefix}"/>' for prefix in prefixes)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="urn:porthole:specification:1" name="{name}">
<agent name="porthole" version="1.0"/>
<topic title="{name}"><term>{name}</term></topic>
<seeds>{seeds}</seeds>
<scope sitemaps="no">{accepted}<limit pages="{PAGES}"/>{capped}</scope>
<strategy name="breadth-first"/>
<network><webbox sites="{BOX}" cache="{cache.resolve()}" hub-packages="1500"/></network>
</collection>
"""


def make(name, options):
    folder = options.folder / name
    if (folder / "index").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "porthole.xml").write_text(specification(name, options.cache))
    for step in (["webbox", "--sites", BOX, "--cache", options.cache, "--fetch"], ["gather", folder], ["summarize", folder],
                 ["index", folder, "--all"]):
        subprocess.run([options.porthole, *map(str, step), "--quiet"], check=True)


def in_sentences(snippet):
    """The share of its words that stand in sentences."""
    words = inside = 0
    for block in re.split(r" \u00b7 | ?\u2026 ?", snippet):
        for piece in SENTENCE_END.split(block):
            count = len(WORD.findall(piece))
            words += count
            ends = re.search(r"[.!?:\u3002\uff01\uff1f][\"')\]\u201d\u2019]*$", piece.strip())
            inside += count if ends and count >= 5 else 0
    return inside / words if words else 1


def judged(snippet):
    count = len(WORD.findall(snippet))
    return {"cut": snippet.startswith("\u2026"),
            "no end": count >= 8 and not END.search(snippet),
            "list": count >= 8 and in_sentences(snippet) < 0.5}


def results_of(porthole, collection, query):
    done = subprocess.run([porthole, "search", str(collection), query, "--all", "--size", "10", "--json"], check=True,
                          capture_output=True, text=True)
    return [result for line in done.stdout.splitlines() for result in json.loads(line).get("results", [])]


def interval(queries):
    """Of the mean over all values of drawn queries."""
    queries = [values for values in queries if values]
    rng = random.Random(1)
    means = []
    for _ in range(2000):
        drawn = [value for values in rng.choices(queries, k=len(queries)) for value in values]
        means.append(sum(drawn) / len(drawn))
    means.sort()
    return means[50], means[1949]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--porthole", default="porthole")
    parser.add_argument("--queries", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent / "snippet_queries.tsv")
    parser.add_argument("--list", choices=["cut", "no end", "list"])
    options = parser.parse_args()
    asked = collections.defaultdict(list)
    for line in options.queries.read_text().splitlines():
        if not line.startswith("#"):
            collection, use, query = line.split("\t")
            asked[collection, use].append(query)
    print("| collection | use | snippets | cut | no end | list | titles |\n|---|---|---|---|---|---|---|")
    for (collection, use), queries in asked.items():
        if options.cache:
            make(collection, options)
        if not (options.folder / collection).exists():
            continue
        values, count = collections.defaultdict(list), 0
        for query in queries:
            results = results_of(options.porthole, options.folder / collection, query)
            kinds = [judged(result["snippet"]) for result in results[:SNIPPETS]]
            count += len(kinds)
            for kind in ("cut", "no end", "list"):
                values[kind].append([found[kind] for found in kinds])
            titles = collections.Counter(result["title"] for result in results)
            values["titles"].append([len(titles) / len(results)] if results else [])
            for result, found in zip(results, kinds):
                if options.list and found[options.list]:
                    print(f"{collection}: {query}: {result['url']}\n    {result['snippet']}")
        cells = []
        for kind in ("cut", "no end", "list", "titles"):
            every = [value for of_query in values[kind] for value in of_query]
            low, high = interval(values[kind])
            cells.append(f"{sum(every) / len(every):.3f} ({low:.3f} to {high:.3f})")
        print(f"| {collection} | {use} | {count} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
