#!/usr/bin/env python3
"""Trains the choice of title, author and date, and measures it by cross-validation over sites.

    property_candidates CORPUS > FILE
    train_properties.py CORPUS FILE [--only title author date] [--folds N] [--l2 X]
                        [--write parser/properties/weights.h] [--errors KIND]

The model is a conditional logit (parser/properties/candidates.h): the probability of a candidate is
proportional to exp(sum of its features' weights). For a title the right ones are those with the
best word F1, if that is at least .5; for author and date those equal to the truth by the rules of
judge.py, or the candidate "" where the truth has none. A page without a right candidate does not
train. Weights maximise the likelihood with a quadratic penalty, by L-BFGS-like diagonal steps
(RMSprop on the whole set). Folds are of sites (registrable part of the host, guessed), so that no
site is on both sides; a page counts with weight 2 if its truth did not begin as an extractor's
draft.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import zlib

import judge

KINDS = ["title", "author", "date"]


def site_of(url):
    host = url.split("/")[2].split(":")[0].split(".")
    keep = 3 if len(host) > 2 and len(host[-2]) <= 3 and len(host[-1]) == 2 else 2
    return ".".join(host[-keep:])


def right_of(kind, page, candidates):
    truth = page["truth"]
    if kind == "title":
        scores = [judge.overlap(judge.words(c["value"]), judge.words(truth["title"]))[0]
                  for c in candidates]
        best = max(scores, default=0)
        return {i for i, s in enumerate(scores) if s == best} if best >= 0.5 else set()
    if kind == "author":
        wanted = judge.folded_author(truth.get("author"))
        return {i for i, c in enumerate(candidates)
                if judge.folded_author(c["value"].replace("\n", ", ")) == wanted}
    wanted = judge.day(truth.get("publish_date"))
    return {i for i, c in enumerate(candidates)
            if (judge.day(c["value"]).startswith(wanted) if wanted else not c["value"])}


def score_of(kind, page, value):
    """The figure of judge.py for this answer; None where the page does not count."""
    truth = page["truth"]
    if kind == "title":
        return judge.overlap(judge.words(value), judge.words(truth["title"]))[0]
    if kind == "author":
        wanted = judge.folded_author(truth.get("author"))
        return float(judge.folded_author(value.replace("\n", ", ")) == wanted) if wanted else None
    wanted = judge.day(truth.get("publish_date"))
    return float(judge.day(value).startswith(wanted)) if wanted else None


def is_silent(kind, page, value):
    wanted = page["truth"].get({"author": "author", "date": "publish_date"}.get(kind, "title"))
    return float(not value) if kind != "title" and not wanted else None


def train(examples, features, l2, steps=150, rate=0.08):
    """`examples`: (weight, list of feature lists, set of right ones)."""
    weights = [0.0] * features
    squares = [0.0] * features
    for step in range(steps):
        gradient = [-l2 * w for w in weights]
        for amount, candidates, right in examples:
            sums = [sum(weights[i] for i in c) for c in candidates]
            most = max(sums)
            powers = [math.exp(s - most) for s in sums]
            total = sum(powers)
            total_right = sum(powers[i] for i in right)
            for i, c in enumerate(candidates):
                step_by = amount * ((powers[i] / total_right if i in right else 0)
                                    - powers[i] / total)
                if abs(step_by) > 1e-4:
                    for f in c:
                        gradient[f] += step_by
        now = rate * (1 - step / steps) + 0.005
        for i, g in enumerate(gradient):
            squares[i] = 0.9 * squares[i] + 0.1 * g * g
            weights[i] += now * g / (math.sqrt(squares[i]) + 1e-6)
    return weights


def choose(candidates, weights):
    best, most = None, None
    for c in candidates:
        total = sum(weights[i] for i in c["indices"])
        if most is None or total > most:
            best, most = c, total
    return best["value"] if best else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("candidates", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--l2", type=float, default=1.0)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--errors", choices=KINDS)
    options = parser.parse_args()
    lines = options.candidates.read_text().splitlines()
    names = json.loads(lines[0])["features"]
    found = {one["id"]: one for one in map(json.loads, lines[1:])}
    pages = judge.read_corpus(options.corpus)
    fold_of = {p["id"]: zlib.crc32(site_of(p["url"]).encode()) % options.folds for p in pages}
    written = {}
    for kind in options.only:
        index = {name: i for i, name in enumerate(names[kind])}
        examples, reach = {}, []
        for page in pages:
            candidates = found[page["id"]][kind]
            for c in candidates:
                c["indices"] = [index[f] for f in c["features"]]
            right = right_of(kind, page, candidates)
            if score_of(kind, page, "") is not None:
                reach.append(max((score_of(kind, page, c["value"]) for c in candidates), default=0))
            if right and len(candidates) > 1:
                examples[page["id"]] = (1 if page["draft"] else 2,
                                        [c["indices"] for c in candidates], right)
        answers = {}
        for fold in range(options.folds):
            weights = train([e for i, e in examples.items() if fold_of[i] != fold], len(index),
                            options.l2)
            for page in pages:
                if fold_of[page["id"]] == fold:
                    answers[page["id"]] = choose(found[page["id"]][kind], weights)
        print(f"{kind}: the best candidate of each page {sum(reach) / len(reach):.3f}")
        for name, members in (("not from a draft", [p for p in pages if not p["draft"]]),
                              ("all", pages)):
            scores = [score_of(kind, p, answers[p["id"]]) for p in members]
            silent = [is_silent(kind, p, answers[p["id"]]) for p in members]
            between = judge.interval(scores)
            types = {t: judge.figure(judge.mean([s for s, p in zip(scores, members)
                                                 if p["type"] == t])) for t in judge.TYPES}
            print(f"  {name}: {judge.mean(scores):.3f} ({between[0]:.3f}-{between[1]:.3f})"
                  f" silent {judge.figure(judge.mean(silent))} {types}")
        if options.errors == kind:
            for page in pages:
                score = score_of(kind, page, answers[page["id"]])
                silent = is_silent(kind, page, answers[page["id"]])
                if score is not None and score < 1 or silent == 0:
                    truth = page["truth"].get({"date": "publish_date"}.get(kind, kind))
                    print("draft" if page["draft"] else "own", page["id"], page["type"][:4],
                          judge.figure(score), page["url"][:80], "\n   truth", repr(truth),
                          "\n   found", repr(answers[page["id"]]))
                    best = max(found[page["id"]][kind],
                               key=lambda c: score_of(kind, page, c["value"]) or 0, default=None)
                    if best and score is not None:
                        print("   best ", repr(best["value"]), " ".join(best["features"]))
        if options.write:
            written[kind] = train(list(examples.values()), len(index), options.l2)
    if options.write:
        write(options.write, names, written)


def write(path, names, weights):
    """Weights that are not trained here keep what the file has."""
    parts = []
    old = path.read_text() if path.exists() else ""
    for kind in KINDS:
        name = f"k{kind.capitalize()}Weights"
        if kind in weights:
            rows = "".join(f"    {w:.3f}f,  // {n}\n" for n, w in zip(names[kind], weights[kind]))
            parts.append(f"inline constexpr std::array<float, {len(names[kind])}> {name} = {{\n{rows}"
                         "};\n")
        else:
            begin = old.index(f"inline constexpr std::array<float, ", old.index(f"/// {kind}\n"))
            parts.append(old[begin:old.index("};\n", begin) + 3])
        parts[-1] = f"/// {kind}\n" + parts[-1]
    path.write_text(HEAD + "\n".join(parts) + "\n}  // namespace porthole::parser\n")


HEAD = """#pragma once

/// Weights of the choice among candidates (parser/properties/candidates.h), in the order of the
/// features. Written by labs/content/train_properties.py; do not edit.
///
/// Trained on pages of WCXB, the Web Content eXtraction Benchmark, by Murrough Foley, 2026,
/// CC-BY-4.0. Neither its pages nor its texts are here.

#include <array>

namespace porthole::parser {

"""

if __name__ == "__main__":
    main()
