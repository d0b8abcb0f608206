#!/usr/bin/env python3
"""Measures what twenty marks are worth: harvest of a crawl that goes on after them against the same crawl without.

    labs/experiments/feedback.py [--bin DIR] [--cache DIR] [--work DIR] [--topics N] [--draws N] [--first N] [--more N] [--marks N]

For each topic of the demonstration's web in a box that has sites enough, and each draw of two of its sites as seeds (beside the
hub of packages and the Python documentation), `learned` fetches the first pages, at most 60 of a site. The collection is copied.
The copy goes on as it is. In the other one the pages nearest the threshold, as Feedback lists them, are marked as the box labels their sites
(examples of the topics `wanted`, which become seeds, and `not-wanted`, as Feedback makes them), a classifier is trained, the stored pages are
judged by it, and the crawl goes on. Harvest: the share of the pages fetched from then on that lie on sites of the topic.

Prints a line for each draw and topic, the mean difference with its 95 per cent interval (paired bootstrap over topics)
and the p of a two-sided sign-flip test. Draws are kept in --work/draws.jsonl and not run again. Downloads 108 MB of
Debian packages once.
"""
import argparse
import itertools
import json
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITES, TOPICS = ROOT / "examples/webbox/demo_sites.tsv", ROOT / "examples/webbox/topics.tsv"
PER_SITE = 60
RESAMPLES = 10_000
COMMON_SEEDS = ("https://packages.debian.org/bookworm/", "https://docs.python.org/3/")
HUB = "https://packages.debian.org/"


def rows_of(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#") and not line.startswith("name\t")]


class Box:
    def __init__(self, program, cache):
        lines = subprocess.run([program, "webbox", "--quiet", "--sites", SITES, "--cache", cache, "--fetch", "--write-sites", "-"],
                               stdout=subprocess.PIPE, text=True, check=True).stdout
        self.prefixes = re.findall(r'prefix="([^"]*)"', lines)
        self.topics = {"https://" + row[3]: row[4] for row in rows_of(SITES)}

    def topic_of(self, url):
        fitting = [base for base in self.topics if url.startswith(base)]
        return self.topics[max(fitting, key=len)] if fitting else ""

    def is_on(self, topic, url):
        found = self.topic_of(url)
        return found == topic or found.startswith(topic + "/")

    def sites_of(self, topic):
        return [base for base in self.topics if self.is_on(topic, base) and base not in COMMON_SEEDS]


class Crawl:
    """A collection and the verbs that are run on it."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, verb, *options):
        done = subprocess.run([self.program, *verb.split(), "--quiet", self.folder, *map(str, options)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        # A crawl that has nothing left to fetch is a result, and an example without words is told and left out.
        if done.returncode not in (0, 1, 4):
            sys.exit(f"feedback: {verb} in {self.folder}: {done.stderr}")

    def ask(self, sql):
        with sqlite3.connect(f"file:{self.folder}/repository.db?mode=ro", uri=True) as database:
            return database.execute(sql).fetchall()

    def last(self):
        return self.ask("SELECT coalesce(max(fetch_order), -1) FROM page")[0][0]

    def urls_after(self, order):
        return [row[0] for row in self.ask(f"SELECT coalesce(u.href, u.key) FROM page p JOIN url u ON u.id = p.id "
                                           f"WHERE p.fetch_order > {order} AND p.duplicate_of = 0")]

    def near_the_threshold(self, count):
        """As the list `threshold` of console/api/feedback.cc; pages of the hub are of no topic."""
        return [row[0] for row in self.ask("SELECT coalesce(u.href, u.key) FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 "
                                           f"AND u.key NOT LIKE '{HUB}%' ORDER BY abs(p.relevance - 0.5), p.fetch_order LIMIT {count}")]


def specification(box, cache, title, terms, seeds):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="urn:porthole:specification:1" name="feedback">'
            f'<agent name="porthole" version="1.0"/><topic title="{title}">'
            + "".join(f"<term>{term}</term>" for term in terms) + "</topic><seeds>"
            + "".join(f'<seed url="{seed}"/>' for seed in seeds)
            + f'</seeds><scope sitemaps="no"><accept scheme="http https"/><limit pages="100000" pages-per-site="{PER_SITE}"/>'
            + "".join(f'<site prefix="{prefix}" pages="{0 if prefix.startswith(HUB) else PER_SITE}"/>' for prefix in box.prefixes)
            + f'</scope><strategy name="learned"/><network><webbox sites="{SITES}" cache="{cache.resolve()}" hub-packages="1500"/></network>'
            "</collection>\n")


def harvest(box, topic, crawl, after):
    urls = [url for url in crawl.urls_after(after) if not url.startswith(HUB)]
    return sum(box.is_on(topic, url) for url in urls), len(urls)


def mark(box, topic, crawl, count):
    useful, not_useful = [], []
    for url in crawl.near_the_threshold(count):
        (useful if box.is_on(topic, url) else not_useful).append(url)
    if useful:
        crawl.run("examples add", "wanted", useful[0], "--make")
        crawl.run("examples mark", "wanted")
    if useful[1:]:
        crawl.run("examples add", "wanted", *useful[1:])
    if not_useful:
        crawl.run("examples add", "not-wanted", *not_useful, "--make")
    return len(useful), len(not_useful)


def draw_of(options, box, topic, title, terms, sites):
    shutil.rmtree(options.work / "with", ignore_errors=True)
    shutil.rmtree(options.work / "without", ignore_errors=True)
    marked = Crawl(options.bin / "porthole", options.work / "with")
    marked.folder.mkdir(parents=True)
    (marked.folder / "porthole.xml").write_text(specification(box, options.cache, title, terms, [*sites, *COMMON_SEEDS]), encoding="utf-8")
    marked.run("gather", "--pages", options.first)
    shutil.copytree(marked.folder, options.work / "without")
    plain = Crawl(options.bin / "porthole", options.work / "without")
    after = marked.last()
    useful, not_useful = mark(box, topic, marked, options.marks)
    if useful and not_useful:
        marked.run("train")
        marked.run("judge")
    for crawl in (plain, marked):
        crawl.run("gather", "--more", options.more)
    (found, of), (found_without, of_without) = harvest(box, topic, marked, after), harvest(box, topic, plain, after)
    return {"topic": topic, "sites": sites, "useful": useful, "not": not_useful, "with": found / max(1, of), "without": found_without / max(1, of_without),
            "pages_with": of, "pages_without": of_without, "found_with": found, "found_without": found_without}


def interval(differences, rng):
    means = sorted(statistics.fmean(rng.choices(differences, k=len(differences))) for _ in range(RESAMPLES))
    return means[RESAMPLES // 40], means[RESAMPLES - RESAMPLES // 40 - 1]


def sign_flip(differences):
    """Exact: the share of the assignments of signs whose mean is as far from 0."""
    seen = abs(sum(differences)) - 1e-12
    signs = itertools.product((-1, 1), repeat=len(differences))
    far = sum(abs(sum(s * d for s, d in zip(sign, differences))) >= seen for sign in signs)
    return far / 2 ** len(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/release/bin", help="folder of porthole")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "build/demo-box", help="folder of the unpacked packages")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/feedback", help="folder of collections and draws.jsonl")
    parser.add_argument("--topics", type=int, default=10, help="topics, those with the most sites")
    parser.add_argument("--draws", type=int, default=2, help="pairs of seed sites of a topic")
    parser.add_argument("--first", type=int, default=200, help="pages before the marks")
    parser.add_argument("--more", type=int, default=300, help="pages after them")
    parser.add_argument("--marks", type=int, default=20)
    parser.add_argument("--terms", type=int, default=99, help="so many of the topic's terms; with 0 its title alone")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    box = Box(options.bin / "porthole", options.cache)
    topics = sorted((row for row in rows_of(TOPICS) if row[0] != "topic"), key=lambda row: -len(box.sites_of(row[0])))[:options.topics]
    log = options.work / "draws.jsonl"
    done = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    for topic, title, terms, _ in topics:
        rng = random.Random(topic)
        for _ in range(options.draws):
            sites = rng.sample(box.sites_of(topic), 2)
            if any(one["topic"] == topic and one["sites"] == sites for one in done):
                continue
            one = draw_of(options, box, topic, title, terms.split(";")[:options.terms], sites)
            done.append(one)
            with log.open("a", encoding="utf-8") as out:
                print(json.dumps(one), file=out)
            print(f"{topic:28} {one['useful']:3} useful {one['not']:3} not  harvest with {one['with']:.3f}  without {one['without']:.3f}", flush=True)
    differences = []
    for topic in dict.fromkeys(one["topic"] for one in done):
        runs = [one for one in done if one["topic"] == topic]
        differences.append(statistics.fmean(one["with"] - one["without"] for one in runs))
        print(f"{topic:28} with {statistics.fmean(one['with'] for one in runs):.3f}  without {statistics.fmean(one['without'] for one in runs):.3f}  "
              f"difference {differences[-1]:+.3f}")
    low, high = interval(differences, random.Random(1))
    print(f"{len(differences)} topics, {len(done)} draws: difference {statistics.fmean(differences):+.3f} ({low:+.3f} to {high:+.3f}), "
          f"p = {sign_flip(differences):.4f}")


if __name__ == "__main__":
    main()
