#!/usr/bin/env python3
"""Measures the order of results on questions that people asked, and chooses factors of its summands.

  questions.py PORTHOLE QUESTIONS COLLECTION... [--titles N] [--choose] [--rounds N]

QUESTIONS is a folder with queries.tsv (id, split, kind, sites, the question as it was asked, keywords; tab-separated) and
qrels.txt (id, URL without its scheme, grade: 2 for the page that answers, 1 for one that also does). Each collection is
asked the questions that one of its pages answers. Prints for both forms, by collection and in all:
- success@1, success@5, MRR@10 and nDCG@10, with bootstrap intervals of 95 per cent;
- what the order loses without each summand of the score (docs/ranking.md): the difference of nDCG@10, its interval, and
  the p of a paired randomisation test; among the first hundred results, which the program names with `--explain`;
- with --titles, how often a page is first when its own title is asked for: N pages of each collection, whose title no
  other page has;
- with --choose, the factors that coordinate ascent chooses, and what they give where they were not chosen: on the other
  half of the questions, for three divisions, and on the collection that was left out.
"""
import argparse
import collections
import json
import math
import pathlib
import random
import re
import sqlite3
import subprocess
import urllib.parse

FORMS = ("as asked", "keywords")
MEASURES = ("success@1", "success@5", "MRR@10", "nDCG@10")
FACTORS = (0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3)  # of the present weight of a summand


def page_of(url):
    """Host and path: without scheme, query and fragment; a folder's index page is the folder."""
    host, _, path = re.sub(r"^https?://", "", url).split("#")[0].split("?")[0].partition("/")
    path = urllib.parse.unquote(path)
    return re.sub(r":(80|443)$", "", host.lower()) + "/" + re.sub(r"(^|/)index\.html?$", r"\1", path)


def questions_of(folder):
    """[(id, {form: text}, {page: grade})]"""
    grades = collections.defaultdict(dict)
    for line in (folder / "qrels.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            question, url, grade = line.split()[:3]
            grades[question][page_of(url)] = int(grade)
    rows = [line.split("\t") for line in (folder / "queries.tsv").read_text(encoding="utf-8").splitlines()]
    return [(row[0], dict(zip(FORMS, row[4:6])), grades[row[0]]) for row in rows if len(row) > 5 and row[0][0] != "#"]


def database_of(collection):
    return sqlite3.connect(f"file:{collection}/repository.db?mode=ro", uri=True)


def search(program, collection, text, *options):
    done = subprocess.run([program, "search", collection, "--json", *options, "--", text], capture_output=True, check=True)
    return json.loads(done.stdout)["results"]


class Asked:
    """A question with its results: of each its pages, and the weight of each summand."""

    def __init__(self, program, collection, question, form):
        self.collection, self.form = pathlib.Path(collection).name, form
        self.id, texts, grades = question
        self.results = []
        for result in search(program, collection, texts[form], "--explain", "--size", "100"):
            weights = collections.Counter()
            for part in result["explanation"]:
                weights[part["kind"]] += part["weight"]
            copies = [copy if isinstance(copy, str) else copy["url"] for copy in result["duplicates"]]
            pages = {page_of(url) for url in (result["url"], *copies)}
            self.results.append((weights, max(pages, key=lambda page: (grades.get(page, 0), page)), pages))
        self.grades = grades
        self.ideal = gain(sorted(grades.values(), reverse=True)[:10])

    def measures(self, factors):
        """success@1, success@5, MRR@10, nDCG@10 of the order by the summands times their factors."""
        def score(result):
            return sum(weight * factors.get(kind, 1) for kind, weight in result[0].items())
        found, seen = [], set()
        for _, page, pages in sorted(self.results, key=score, reverse=True)[:10]:
            grade = max(self.grades.get(one, 0) for one in pages)
            found.append(0 if page in seen else grade)
            seen.add(page)
        first = next((place for place, grade in enumerate(found) if grade == 2), 10)
        return (float(first == 0), float(first < 5), 1 / (first + 1) if first < 10 else 0, gain(found) / self.ideal)


def gain(grades):
    """Discounted cumulative gain, 2^grade - 1 at each place."""
    return sum((2 ** grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


def mean(values):
    return sum(values) / len(values)


def interval(values, draws=2000):
    chance = random.Random(7)
    means = sorted(mean(chance.choices(values, k=len(values))) for _ in range(draws))
    return means[int(0.025 * draws)], means[int(0.975 * draws)]


def paired_p(differences, draws=2000):
    """Two-sided p of the mean under random signs."""
    chance, seen = random.Random(7), abs(mean(differences)) - 1e-12
    beyond = sum(abs(mean([d if chance.random() < 0.5 else -d for d in differences])) >= seen for _ in range(draws))
    return (beyond + 1) / (draws + 1)


def print_table(name, asked, factors):
    for form in FORMS:
        rows = [one.measures(factors) for one in asked if one.form == form]
        if not rows:
            continue
        cells = ("%s %.3f [%.3f, %.3f]" % (measure, mean(column), *interval(column))
                 for measure, column in zip(MEASURES, zip(*rows)))
        print(f"{name:24} {form:9} {len(rows):4}  " + "  ".join(cells), flush=True)


def print_ablation(asked):
    kinds = sorted({kind for one in asked for weights, *_ in one.results for kind in weights})
    print("\nnDCG@10 without a summand, less that with all of them")
    for kind in kinds:
        for form in FORMS:
            chosen = [one for one in asked if one.form == form]
            lost = [one.measures({kind: 0})[3] - one.measures({})[3] for one in chosen]
            print("%-16s %-9s %+.3f [%+.3f, %+.3f]  p %.4f" % (kind, form, mean(lost), *interval(lost), paired_p(lost)))


def goal(asked, factors):
    rows = [one.measures(factors) for one in asked]
    return mean([0.4 * first + 0.7 * five + ndcg for first, five, _, ndcg in rows])


def chosen_factors(asked, rounds):
    kinds = sorted({kind for one in asked for weights, *_ in one.results for kind in weights} - {"text"})
    factors, best = {}, goal(asked, {})
    for turn in range(rounds):
        before = best
        random.Random(turn).shuffle(kinds)
        for kind in kinds:
            for factor in FACTORS:
                tried = goal(asked, {**factors, kind: factor})
                if tried > best + 0.002:  # less is noise
                    best, factors = tried, {**factors, kind: factor}
        if best == before:
            break
    return factors


def print_choice(asked, rounds):
    print("\nfactors of the present weights, chosen on one part of the questions and measured on the other")
    ids = sorted({(one.collection, one.id) for one in asked})
    names = sorted({one.collection for one in asked})
    parts = [(f"without {name}", {key for key in ids if key[0] != name}) for name in names if len(names) > 1]
    for division in range(3):
        random.Random(division).shuffle(ids)
        for half, name in ((ids[::2], "half"), (ids[1::2], "other half")):
            parts.append((f"{name} {division + 1}", set(half)))
    for name, inside in parts:
        factors = chosen_factors([one for one in asked if (one.collection, one.id) in inside], rounds)
        print(" ".join(f"{kind}={factor:g}" for kind, factor in sorted(factors.items())))
        others = [one for one in asked if (one.collection, one.id) not in inside]
        print_table(name + ", before", others, {})
        print_table(name + ", after", others, factors)
    print("all:", " ".join(f"{kind}={factor:g}" for kind, factor in sorted(chosen_factors(asked, rounds).items())))


def print_titles(program, collection, count):
    pages = database_of(collection).execute(
        "SELECT coalesce(href, key), title FROM page JOIN url USING (id)"
        " WHERE title <> '' AND duplicate_of = 0 AND noindex = 0").fetchall()
    titles = collections.Counter(title.strip().lower() for _, title in pages)
    alone = sorted((url, title) for url, title in pages if titles[title.strip().lower()] == 1 and len(title) > 2)
    random.Random(1).shuffle(alone)
    first = 0
    for url, title in alone[:count]:
        text = re.sub(r"[^\w .'-]", " ", title)
        results = search(program, collection, text, "--size", "1") if re.search(r"\w", text) else []
        copies = [c if isinstance(c, str) else c["url"] for result in results for c in result["duplicates"]]
        first += page_of(url) in {page_of(one) for one in [*(result["url"] for result in results), *copies]}
    print(f"{pathlib.Path(collection).name}: first by its own title {first} of {len(alone[:count])}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("questions", type=pathlib.Path)
    arguments.add_argument("collections", nargs="+")
    arguments.add_argument("--titles", type=int, default=0)
    arguments.add_argument("--choose", action="store_true")
    arguments.add_argument("--rounds", type=int, default=3)
    given = arguments.parse_args()
    asked = []
    for collection in given.collections:
        have = {page_of(row[0]) for row in
                database_of(collection).execute("SELECT coalesce(href, key) FROM page JOIN url USING (id)")}
        for name, texts, grades in questions_of(given.questions):
            known = {page: grade for page, grade in grades.items() if page in have}
            if 2 in known.values():
                asked += [Asked(given.program, collection, (name, texts, known), form) for form in FORMS]
    for name in sorted({one.collection for one in asked}):
        print_table(name, [one for one in asked if one.collection == name], {})
    print_table("all", asked, {})
    for collection in given.collections if given.titles else ():
        print_titles(given.program, collection, given.titles)
    print_ablation(asked)
    if given.choose:
        print_choice(asked, given.rounds)


if __name__ == "__main__":
    main()
