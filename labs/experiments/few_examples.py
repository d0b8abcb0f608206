#!/usr/bin/env python3
"""Judges pages by the topic's words, by a classifier of few examples, and by the pool of both (gatherer/judge/pooled_judge.h).

    labs/experiments/few_examples.py [--bin DIR] [--cache DIR] [--work DIR] [--topics N] [--draws N] [--pages N] [--first N]

For each topic of the demonstration's web in a box, and each draw of two of its sites as seeds, `learned` fetches --pages pages, judged
by the topic's words. Of the first --first pages 20 near the threshold, or 20, 60, 150 at random, become examples as the box labels their sites, a
classifier is trained on them, and all pages are judged by it. --taxonomy trains it on the shipped taxonomy instead
(examples/taxonomies/web_in_a_box.xml). Both relevances of each page that is not an example are kept in --work/pages.jsonl, draw by
draw, and not computed again.

Prints, for the pages after the first, the mean over draws of the area under the curve, of average precision and of the Brier score: by words,
by the classifier, by pools of a fixed weight, and by lambda = m / (m + k) for several k. Downloads 108 MB of Debian packages once.
"""
import argparse
import json
import pathlib
import random
import shutil
import statistics

import feedback

TAXONOMY = feedback.ROOT / "examples/taxonomies/web_in_a_box.xml"
PLANS = (("threshold", 20), ("random", 20), ("random", 60), ("random", 150))
WEIGHTS = (0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
COUNTS = (2, 5, 10, 20, 40)
ALL = "SELECT coalesce(u.href, u.key), p.relevance, p.fetch_order FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0"


def relevances(crawl):
    """URL -> (relevance, order); pages of the hub are of no topic."""
    return {url: (relevance, order) for url, relevance, order in crawl.ask(ALL) if not url.startswith(feedback.HUB)}


class Draws:
    def __init__(self, options):
        self.options, self.program = options, options.bin / "porthole"
        self.box = feedback.Box(self.program, options.cache)
        self.log = options.work / "pages.jsonl"
        self.done = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()] if self.log.exists() else []

    def has(self, **what):
        return any(all(one[name] == value for name, value in what.items()) for one in self.done)

    def keep(self, words, crawl, examples, **what):
        by_classifier = relevances(crawl)
        what["pages"] = [(round(relevance, 5), round(by_classifier[url][0], 5), self.box.is_on(what["topic"], url), order)
                         for url, (relevance, order) in words.items() if url in by_classifier and url not in examples]
        self.done.append(what)
        with self.log.open("a", encoding="utf-8") as out:
            print(json.dumps(what), file=out)
        print(f"{what['topic']:28} {what['plan']:9} {what['useful']:4} useful {what['others']:4} others {len(what['pages']):4} pages", flush=True)

    def base(self, topic, title, terms, sites):
        """A crawl judged by words."""
        crawl = feedback.Crawl(self.program, self.options.work / "base")
        shutil.rmtree(crawl.folder, ignore_errors=True)
        crawl.folder.mkdir(parents=True)
        text = feedback.specification(self.box, self.options.cache, title, terms.split(";"), [*sites, *feedback.COMMON_SEEDS])
        (crawl.folder / "porthole.xml").write_text(text, encoding="utf-8")
        crawl.run("gather", "--pages", self.options.pages)
        return crawl

    def copy(self, crawl):
        copy = feedback.Crawl(self.program, self.options.work / "copy")
        shutil.rmtree(copy.folder, ignore_errors=True)
        shutil.copytree(crawl.folder, copy.folder)
        # Without its terms the classifier judges alone.
        file = copy.folder / "porthole.xml"
        before, rest = file.read_text(encoding="utf-8").split("<term>", 1)
        file.write_text(before + "</topic>" + rest.split("</topic>", 1)[1], encoding="utf-8")
        return copy

    def mark(self, topic, draw, base):
        words = relevances(base)
        first = [url for url, (_, order) in words.items() if order < self.options.first]
        for plan, count in PLANS:
            if plan == "threshold":
                chosen = sorted(first, key=lambda url: (abs(words[url][0] - 0.5), words[url][1]))[:count]
            else:
                chosen = random.Random(f"{topic} {draw} {count}").sample(first, min(count, len(first)))
            useful = [url for url in chosen if self.box.is_on(topic, url)]
            others = [url for url in chosen if url not in useful]
            if not useful or not others:
                continue  # Nothing can be trained.
            crawl = self.copy(base)
            crawl.run("examples add", "wanted", *useful, "--make")
            crawl.run("examples mark", "wanted")
            crawl.run("examples add", "not-wanted", *others, "--make")
            crawl.run("train")
            crawl.run("judge")
            self.keep(words, crawl, chosen, topic=topic, draw=draw, plan=f"{plan} {count}", useful=len(useful), others=len(others))

    def judge_by_taxonomy(self, topic, draw, base):
        """The model is trained once: marks may change afterwards."""
        words, crawl, model = relevances(base), self.copy(base), self.options.work / "model"
        shutil.copy(TAXONOMY, crawl.folder / "taxonomy.xml")
        file = crawl.folder / "porthole.xml"
        file.write_text(file.read_text(encoding="utf-8").replace("</topic>", '<taxonomy file="taxonomy.xml"/></topic>'), encoding="utf-8")
        crawl.run("examples mark", topic)
        if not model.exists():
            crawl.run("train")
            shutil.copytree(crawl.folder / "model", model)
        shutil.copytree(model, crawl.folder / "model", dirs_exist_ok=True)
        crawl.run("judge")
        urls = set(feedback.re.findall('<example url="([^"]*)"', TAXONOMY.read_text(encoding="utf-8")))
        wanted = [url for url in urls if self.box.is_on(topic, url)]
        self.keep(words, crawl, urls, topic=topic, draw=draw, plan="taxonomy", useful=len(wanted), others=len(urls) - len(wanted))

    def run(self):
        rows = [row for row in feedback.rows_of(feedback.TOPICS) if row[0] != "topic"]
        for topic, title, terms, _ in sorted(rows, key=lambda row: -len(self.box.sites_of(row[0])))[:self.options.topics]:
            rng = random.Random(topic)
            for draw in range(self.options.draws):
                sites = rng.sample(self.box.sites_of(topic), 2)
                if self.has(topic=topic, draw=draw):
                    continue
                base = self.base(topic, title, terms, sites)
                if self.options.taxonomy:
                    self.judge_by_taxonomy(topic, draw, base)
                else:
                    self.mark(topic, draw, base)


def area_under_curve(scores, labels):
    """Mann-Whitney; ties count half."""
    on, off = [s for s, label in zip(scores, labels) if label], [s for s, label in zip(scores, labels) if not label]
    return sum((a > b) + (a == b) / 2 for a in on for b in off) / (len(on) * len(off))


def average_precision(scores, labels):
    found, total = 0, 0.0
    for place, (_, label) in enumerate(sorted(zip(scores, labels), key=lambda pair: -pair[0]), 1):
        found += label
        total += found / place if label else 0
    return total / found


def figures(draws, weight, first):
    """Means over draws that have pages of both kinds; weight(draw) is lambda."""
    found = []
    for draw in draws:
        pages = [page for page in draw["pages"] if page[3] >= first]
        labels = [page[2] for page in pages]
        if not 0 < sum(labels) < len(labels):
            continue
        scores = [(1 - weight(draw)) * page[0] + weight(draw) * page[1] for page in pages]
        found.append((area_under_curve(scores, labels), average_precision(scores, labels),
                      statistics.fmean((s - label) ** 2 for s, label in zip(scores, labels))))
    return len(found), *(statistics.fmean(column) for column in zip(*found))


def credibility(k):
    def weight(draw):
        m = 4 * draw["useful"] * draw["others"] / (draw["useful"] + draw["others"])
        return m / (m + k)
    return weight


def show(title, draws, first):
    judges = [("words", lambda _: 0), *((f"pool {w}", lambda _, w=w: w) for w in WEIGHTS), ("classifier", lambda _: 1),
              *((f"k = {k}", credibility(k)) for k in COUNTS)]
    for name, weight in judges:
        print("{:16} {:10} {:3} draws  area {:.3f}  precision {:.3f}  Brier {:.3f}".format(title, name, *figures(draws, weight, first)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=feedback.ROOT / "build/release/bin", help="folder of porthole")
    parser.add_argument("--cache", type=pathlib.Path, default=feedback.ROOT / "build/demo-box", help="folder of the unpacked packages")
    parser.add_argument("--work", type=pathlib.Path, default=feedback.ROOT / "build/few_examples", help="folder of collections and pages.jsonl")
    parser.add_argument("--topics", type=int, default=12, help="topics, those with the most sites")
    parser.add_argument("--draws", type=int, default=2, help="pairs of seed sites of a topic")
    parser.add_argument("--pages", type=int, default=500, help="of a crawl")
    parser.add_argument("--first", type=int, default=200, help="pages from which examples are taken, and by which nothing is measured")
    parser.add_argument("--taxonomy", action="store_true", help="the examples are those of the shipped taxonomy")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    draws = Draws(options)
    draws.run()
    for plan in dict.fromkeys(one["plan"] for one in draws.done):
        show(plan, [one for one in draws.done if one["plan"] == plan], options.first)
    topics = sorted({one["topic"] for one in draws.done})
    for half in (0, 1):
        show(f"half {half + 1}", [one for one in draws.done if topics.index(one["topic"]) % 2 == half], options.first)


if __name__ == "__main__":
    main()
