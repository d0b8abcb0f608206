#!/usr/bin/env python3
"""Plays crawls with a goal of recall over a web that was gathered completely, and counts how often the interval
that they end with holds the true recall.

    labs/experiments/recall_play.py --repository DIR/repository.db --topics examples/webbox/topics.tsv
                                    --seeds examples/webbox/recall_seeds.tsv [--goal 0.9] [--runs 10]

On topic is a page whose words are, by one of the topic's terms (the formula of topics/text/text_relevance.h for
all terms together). The crawl fetches the URL whose citing pages and whose site are most on topic; it stands for
a strategy and is none of the gatherer's. Samples, estimate and rule for the end are those of
gatherer/crawl/recall_audit.h and sampler/frontier_recall.h, without new seeds. The true recall is the share of the
pages on topic to which links lead from the seeds. Nothing is fetched; 130 runs take some minutes.
"""
import argparse
import collections
import heapq
import json
import math
import random
import re
import sqlite3

SAMPLE, GENERATIONS, FIRST, GROWTH, MARGIN, INFLATION = 200, 8, 200, 0.25, 0.1, 3


class Web:
    """Pages without copies, numbered from 0; links past redirects and copies."""

    def __init__(self, file, topics):
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        urls = {row[0]: row[1:] for row in database.execute("SELECT id, alias_of, site, coalesce(href, key) FROM url")}
        copies = dict(database.execute("SELECT id, duplicate_of FROM page WHERE duplicate_of <> 0"))
        patterns = {name: re.compile(r"\b(" + "|".join(map(re.escape, terms)) + ")", re.I)
                    for name, terms in topics.items()}
        self.sites, self.hrefs, number = [], [], {}
        self.relevance = {name: [] for name in topics}
        for page, title, text in database.execute(
                "SELECT page.id, title, text FROM page JOIN page_text USING (id) WHERE duplicate_of = 0"):
            number[page] = len(self.sites)
            self.sites.append(urls[page][1])
            self.hrefs.append(urls[page][2])
            words = max(1, len(text[:30000].split()))
            for name, pattern in patterns.items():
                hits = len(pattern.findall(text[:30000]))
                times = hits + 5 * len(pattern.findall(title))
                # A page without the words counts with the usual length.
                length = words if hits else 600
                self.relevance[name].append(.85 * times / (times + 1.2 * (.25 + .75 * length / 600)))
        links = [[] for _ in self.sites]
        for source, target in database.execute("SELECT source, target FROM link"):
            for _ in range(20):
                target = urls[target][0] or copies.get(target) or target
            if source in number and target in number:
                links[number[source]].append(number[target])
        self.links = [list(dict.fromkeys(targets)) for targets in links]

    def reached_from(self, seeds):
        seen, waiting = set(seeds), list(seeds)
        while waiting:
            for target in self.links[waiting.pop()]:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen


class Crawl:
    def __init__(self, web, topic, seeds, rng):
        self.web, self.relevance, self.rng = web, web.relevance[topic], rng
        self.known, self.fetched, self.on_topic = set(seeds), set(), 0
        self.queue = [(-9, 0, seed) for seed in seeds]
        self.citing = collections.defaultdict(lambda: [0.0, 0, 0.0])
        self.yields = collections.defaultdict(lambda: [.5, 1.0])

    def fetch(self, page):
        self.fetched.add(page)
        relevance, new = self.relevance[page], []
        self.on_topic += relevance >= .5
        found = self.yields[self.web.sites[page]]
        found[0] += relevance >= .5
        found[1] += 1
        for target in self.web.links[page]:
            if target not in self.known:
                self.known.add(target)
                new.append(target)
            if target in self.fetched:
                continue
            citing = self.citing[target]
            citing[0] += relevance
            citing[1] += 1
            citing[2] = max(citing[2], relevance)
            site = self.yields[self.web.sites[target]]
            rating = .5 * citing[0] / citing[1] + .3 * site[0] / site[1] + .2 * citing[2] + self.rng.random() * .1
            heapq.heappush(self.queue, (-rating, self.rng.random(), target))
        return new

    def go_on(self, pages):
        while self.queue and pages > 0:
            page = heapq.heappop(self.queue)[2]
            if page not in self.fetched:
                self.fetch(page)
                pages -= 1

    def sample(self):
        """Missing pages on topic, the mean by the prior, and the variance (sampler/frontier_recall.h)."""
        population = sorted(self.known - self.fetched)
        size, missing, mean, variance = float(len(population)), 0.0, 0.0, 0.0
        rate, prior, read = 0.0, 0.0, 1
        for _ in range(GENERATIONS):
            if not population:
                return missing, mean, variance
            drawn = self.rng.sample(population, min(len(population), SAMPLE))
            new, by_half, hits, read = [], 0, 0, len(drawn)
            for place, page in enumerate(drawn):
                new += self.fetch(page)
                hits += self.relevance[page] >= .5
                if place + 1 == read // 2:
                    by_half = len(new)
            rate, prior = hits / read, (hits + .5) / (read + 1)
            unread = max(0.0, size - read)
            missing += unread * rate
            mean += unread * prior
            variance += prior * (1 - prior) * (unread * unread / read + unread)
            variance += (prior * max(0.0, size - len(population))) ** 2
            growth = 1.0 if read < 4 or by_half == 0 else min(1.0, max(0.0, math.log2(max(1, len(new)) / by_half)))
            size = len(new) * (size / read) ** growth
            population = new
        variance += prior * (1 - prior) * (size * size / read + size) + (prior * size) ** 2
        return missing + size * rate, mean + size * prior, variance

    def until(self, goal):
        """The estimate, its interval and the number of samples."""
        self.go_on(FIRST)
        samples = 0
        while True:
            missing, mean, variance = self.sample()
            samples += 1
            half = 1.959964 * INFLATION * math.sqrt(variance)
            estimate, low, high = (self.on_topic / max(1e-9, self.on_topic + lacking) for lacking in
                                   (missing, mean + half, max(0.0, mean - half)))
            if (estimate >= goal and low >= goal - MARGIN) or not self.known - self.fetched:
                return estimate, low, high, samples
            self.go_on(max(FIRST, int(GROWTH * len(self.fetched))))


def rows(file):
    return [line.rstrip("\n").split("\t") for line in open(file, encoding="utf-8") if not line.startswith("#")]


def report(name, runs):
    held = sum(run["low"] - 1e-9 <= run["true"] <= run["high"] + 1e-9 for run in runs)
    above = sum(run["true"] < run["low"] - 1e-9 for run in runs)
    mean = {key: sum(run[key] for run in runs) / len(runs) for key in ("true", "estimate", "fetched")}
    width = sum(run["high"] - run["low"] for run in runs) / len(runs)
    print(f"{name}: {held} of {len(runs)} intervals held ({held / len(runs):.3f}), {above} too high; "
          f"true recall {mean['true']:.3f}, estimate {mean['estimate']:.3f}, width {width:.3f}, "
          f"fetched {mean['fetched']:.2f} of the pages that links lead to")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--repository", required=True)
    parser.add_argument("--topics", required=True)
    parser.add_argument("--seeds", required=True)
    parser.add_argument("--goal", type=float, default=.9)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--out", help="a file for a line of JSON for each run")
    options = parser.parse_args()
    topics = {row[0]: (row[2].split(";"), row[3]) for row in rows(options.topics)}
    web = Web(options.repository, {name: terms for name, (terms, _) in topics.items()})
    number = {href: page for page, href in enumerate(web.hrefs)}
    runs, count = [], collections.Counter()
    for topic, *urls in rows(options.seeds):
        count[topic] += 1
        if count[topic] > options.runs:
            continue
        seeds = [number[url] for url in urls]
        reached = web.reached_from(seeds)
        truth = sum(web.relevance[topic][page] >= .5 for page in reached)
        crawl = Crawl(web, topic, seeds, random.Random(f"{topic} {count[topic]}"))
        estimate, low, high, samples = crawl.until(options.goal)
        runs.append({"topic": topic, "use": topics[topic][1], "run": count[topic], "true": crawl.on_topic / truth,
                     "estimate": estimate, "low": low, "high": high, "samples": samples,
                     "fetched": len(crawl.fetched) / len(reached)})
        if options.out:
            with open(options.out, "a", encoding="utf-8") as out:
                out.write(json.dumps(runs[-1]) + "\n")
    for use in sorted({run["use"] for run in runs}):
        report(use, [run for run in runs if run["use"] == use])
    report("all", runs)


if __name__ == "__main__":
    main()
