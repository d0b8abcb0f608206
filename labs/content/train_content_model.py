#!/usr/bin/env python3
"""Trains parser/content/content_model.txt on WCXB, and judges it by cross-validation.

    block_features WCXB OUT
    train_content_model.py WCXB OUT [--judge] [--model FILE --rows FILE] [--sample N]

WCXB is the folder with html/ and ground-truth/, OUT that of block_features (labs/content/block_features.cc).
--judge prints F1, precision and recall by page type, over folds that share no site, with intervals of 95 per cent
(bootstrap over pages). --model trains on all pages and writes the model; --rows writes feature rows with their scores
for the test that C++ and Python agree. --sample draws about N blocks to learn from for each forest, more often those
that weigh more: training takes a quarter of the time with 70,000. Needs Debian's python3-xgboost and python3-numpy.
"""
import argparse
import base64
import collections
import hashlib
import json
import pathlib
import re

import numpy as np
import xgboost as xgb

TYPES = ["article", "forum", "product", "collection", "listing", "documentation", "service"]
FOLDS = 5
PARTS = 4  # Of the pages to learn from, for ratings of their types.
ROUNDS = 90
SELECTION_ROUNDS = 25  # Of the forest that shows which features are worth to be kept.
PARAMETERS = dict(objective="binary:logistic", tree_method="hist", max_bin=48, max_depth=5, eta=0.15, subsample=0.7,
                  colsample_bytree=0.25, min_child_weight=20, reg_lambda=2, nthread=2, seed=1)
TYPE_ROUNDS = 24
TYPE_PARAMETERS = dict(PARAMETERS, max_depth=3, eta=0.2, min_child_weight=2, colsample_bytree=0.5)
KEPT_FEATURES = 220
CONTENT_SHARE = 0.7  # Blocks weigh relative to content ** .7 * page ** .3 words.
OWN_WEIGHT = 16  # Of a block's own log-odds beside those of each block of its group, as in content_model.cc.
DRAFT_WEIGHT = 0.6  # Of pages whose truth began as the output of one extractor.
WORD = re.compile(r"\w+")
TWO_LABELS = {"co", "com", "org", "ac", "gov", "net", "edu"}
SHARED_HOSTS = {"github.io", "blogspot.com", "wordpress.com", "substack.com", "readthedocs.io"}


def site_of(url):
    labels = url.split("/")[2].split(":")[0].lower().split(".")
    last = ".".join(labels[-2:])
    longer = last in SHARED_HOSTS or (len(labels) > 2 and labels[-2] in TWO_LABELS and len(labels[-1]) == 2)
    return ".".join(labels[-3:]) if longer else last


def aligned(words, truth):
    """Marks the words of the page that a longest common subsequence with the truth takes.

    Bit-parallel (Hyyro 2004): the bits of a row are the words of the page.
    """
    places = collections.defaultdict(int)
    for place, word in enumerate(words):
        places[word] |= 1 << place
    full = (1 << len(words)) - 1
    row, rows = full, []
    for word in truth:
        taken = row & places.get(word, 0)
        row = ((row + taken) | (row - taken)) & full
        rows.append(row)
    marks = np.zeros(len(words), bool)
    place, line = len(words) - 1, len(truth) - 1
    while place >= 0 and line >= 0:
        bit = 1 << place
        if rows[line] & bit:
            place -= 1
        elif line > 0 and not rows[line - 1] & bit:
            line -= 1
        else:
            marks[place] = True
            place -= 1
            line -= 1
    return marks


class Page:
    def __init__(self, line, folder):
        found = json.loads(line)
        judged = json.loads((folder / "ground-truth" / (found["id"] + ".json")).read_text())
        truth = judged["ground_truth"]
        self.id, self.url = found["id"], found["url"]
        self.type = judged["_internal"]["page_type"]["primary"]
        self.draft = judged["_internal"].get("source") == "rs-trafilatura-draft"
        self.judged = "main_content" in truth
        self.blocks = [WORD.findall(text.lower()) for text in found["blocks"]]
        self.texts = found["blocks"]
        self.groups = np.array(found["groups"], int)
        self.truth = WORD.findall((truth.get("main_content") or "").lower())
        self.has, self.lacks = truth.get("with") or [], truth.get("without") or []
        self.part = int(hashlib.md5((site_of(self.url) + "part").encode()).hexdigest(), 16) % PARTS
        self.fold = int(hashlib.md5(site_of(self.url).encode()).hexdigest(), 16) % FOLDS

    def labels(self):
        """The share of each block's words that the truth has; of equal blocks the first ones get the most."""
        marks = aligned([word for block in self.blocks for word in block], self.truth)
        labels, at, equal = [], 0, collections.defaultdict(list)
        for place, block in enumerate(self.blocks):
            labels.append(marks[at:at + len(block)].mean() if block else 0.0)
            at += len(block)
            if len(block) >= 3:
                equal[tuple(block)].append(place)
        for places in equal.values():
            for place, label in zip(places, sorted((labels[place] for place in places), reverse=True)):
                labels[place] = label
        return labels


class Data:
    def __init__(self, folder, out, sample=None):
        self.sample = sample
        self.names = (out / "names.txt").read_text().split()
        self.x = np.fromfile(out / "features.bin", np.float32).reshape(-1, len(self.names))
        self.rating_columns = [self.names.index("type_" + name) for name in TYPES]
        self.pages = [Page(line, folder) for line in (out / "pages.jsonl").open()]
        rows = np.array([len(page.blocks) for page in self.pages])
        self.end = np.cumsum(rows)
        self.begin = self.end - rows
        self.page = np.repeat(np.arange(len(self.pages)), rows)
        self.fold = np.array([page.fold for page in self.pages])[self.page]
        self.words = np.array([len(block) for page in self.pages for block in page.blocks], np.float32)
        self.labels = np.concatenate([page.labels() for page in self.pages]).astype(np.float32)
        self.weights = self.block_weights()

    def block_weights(self):
        """By words, relative to those of the page and of its content, so that each page counts alike."""
        truth = np.array([len(page.truth) for page in self.pages], np.float32)
        whole = np.bincount(self.page, self.words, len(self.pages))
        trust = np.array([page.judged * (DRAFT_WEIGHT if page.draft else 1) for page in self.pages])
        weights = self.words / ((truth ** CONTENT_SHARE * whole ** (1 - CONTENT_SHARE))[self.page] + 20) * trust[self.page]
        return weights * len(weights) / weights.sum()


def drawn(data, rows):
    """About data.sample of `rows`, drawn by weight, with the weights with which they stand for all of `rows`; without
    data.sample, all that weigh anything."""
    if data.sample is None:
        rows = rows[data.weights[rows] > 1e-4]
        return rows, data.weights[rows]
    weights = data.weights[rows].astype(float)
    low, high = 0, weights.max()  # A block that weighs more than the limit between them is always drawn.
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if np.minimum(1, weights / middle).sum() > data.sample else (low, middle)
    chances = np.minimum(1, weights / high)
    taken = np.random.default_rng(5).random(len(rows)) < chances
    return rows[taken], (weights[taken] / chances[taken]).astype(np.float32)


def trained(data, rows, columns, rounds=ROUNDS):
    """A forest for the blocks `rows`; a block that is content in part counts as both."""
    labels = np.where(data.labels < 0.3, 0, data.labels)
    rows, stands_for = drawn(data, rows)
    content, rest = np.flatnonzero(labels[rows] > 0), np.flatnonzero(labels[rows] < 1)
    both = np.concatenate([content, rest])
    shares = np.concatenate([labels[rows[content]], 1 - labels[rows[rest]]])
    matrix = xgb.DMatrix(data.x[np.ix_(rows[both], columns)], np.repeat([1, 0], [len(content), len(rest)]),
                         weight=stands_for[both] * shares)
    return xgb.train(PARAMETERS, matrix, rounds)


def best_columns(booster, columns, count):
    gains = booster.get_score(importance_type="total_gain")
    ranked = sorted(gains, key=lambda name: -gains[name])[:count]
    return sorted(columns[int(name[1:])] for name in ranked)


def columns_of(data, rows):
    """The most useful features: those of a forest on all of them."""
    every = np.arange(data.x.shape[1])
    return best_columns(trained(data, rows, every, SELECTION_ROUNDS), every, KEPT_FEATURES)


def drawn_to_group(logits, groups):
    """The log-odds of blocks, drawn to the mean of their groups, as in content_model.cc."""
    if not len(logits):
        return logits
    blocks = np.bincount(groups)
    return (np.bincount(groups, logits)[groups] + OWN_WEIGHT * logits) / (blocks[groups] + OWN_WEIGHT)


def best_blocks(probabilities, words):
    """The blocks of greatest expected F1, as in content_model.cc."""
    order = np.argsort(-probabilities, kind="stable")
    right = np.cumsum((probabilities * words)[order])
    if not len(order):
        return np.zeros(0, bool)
    count = np.argmax(2 * right / (np.cumsum(words[order]) + right[-1] + 1e-9)) + 1
    chosen = np.zeros(len(order), bool)
    chosen[order[:count]] = True
    return chosen


def measures(page, chosen):
    taken = collections.Counter(word for block, is_taken in zip(page.blocks, chosen) if is_taken for word in block)
    truth = collections.Counter(page.truth)
    text = " ".join(" ".join(text.split()) for text, is_taken in zip(page.texts, chosen) if is_taken).lower()
    common = sum((taken & truth).values())
    if not truth and not taken:
        precision = recall = f1 = 1.0
    else:
        precision = common / max(1, sum(taken.values()))
        recall = common / max(1, sum(truth.values()))
        f1 = 2 * precision * recall / (precision + recall) if common else 0.0
    found = [" ".join(snippet.lower().split()) in text for snippet in page.has]
    kept_out = [" ".join(snippet.lower().split()) not in text for snippet in page.lacks]
    share = lambda flags: np.mean(flags) if flags else np.nan
    return f1, precision, recall, share(found), share(kept_out)


def interval(values):
    draws = np.random.default_rng(1).choice(values, (2000, len(values)))
    return np.percentile(draws.mean(1), [2.5, 97.5])


def type_columns(data):
    return [i for i, name in enumerate(data.names) if name.startswith(("page_", "stated_", "url_"))]


def type_forests(data, pages):
    first = [data.begin[page] for page in pages if data.end[page] > data.begin[page]]
    types = [data.pages[page].type for page in pages if data.end[page] > data.begin[page]]
    rows = data.x[np.ix_(first, type_columns(data))]
    return {name: xgb.train(TYPE_PARAMETERS, xgb.DMatrix(rows, [float(one == name) for one in types]), TYPE_ROUNDS)
            for name in TYPES}


def type_ratings(data, forests, pages):
    rows = xgb.DMatrix(data.x[np.ix_(data.begin[pages], type_columns(data))])
    return np.stack([forests[name].predict(rows, output_margin=True) for name in TYPES], 1)


def rate_types(data, training, others):
    """Writes the ratings of types into the rows of all pages: of a page to learn from by forests that do not know its
    site, of `others` by those of all pages to learn from. Returns the latter."""
    def write(forests, pages):
        pages = np.array([page for page in pages if data.end[page] > data.begin[page]], int)
        if not len(pages):
            return
        for page, ratings in zip(pages, type_ratings(data, forests, pages)):
            for column, rating in zip(data.rating_columns, ratings):
                data.x[data.begin[page]:data.end[page], column] = rating
    for part in range(PARTS):
        inside = [page for page in training if data.pages[page].part == part]
        write(type_forests(data, [page for page in training if data.pages[page].part != part]), inside)
    forests = type_forests(data, training)
    write(forests, others)
    return forests


def judge(data):
    results, alone, types = collections.defaultdict(list), collections.defaultdict(list), []
    for fold in range(FOLDS):
        rows = np.flatnonzero(data.fold != fold)
        inside = [i for i, page in enumerate(data.pages) if page.fold == fold]
        forests = rate_types(data, [i for i, page in enumerate(data.pages) if page.fold != fold], inside)
        columns = columns_of(data, rows)
        booster = trained(data, rows, columns)
        for i in inside:
            page, part = data.pages[i], slice(data.begin[i], data.end[i])
            if not page.judged:
                continue
            chosen = not_drawn = np.zeros(0, bool)
            if part.stop > part.start:
                logits = booster.predict(xgb.DMatrix(data.x[part][:, columns]), output_margin=True)
                words = data.words[part]
                chosen = best_blocks(1 / (1 + np.exp(-drawn_to_group(logits, page.groups))), words)
                not_drawn = best_blocks(1 / (1 + np.exp(-logits)), words)
                types.append(page.type == TYPES[np.argmax(type_ratings(data, forests, [i])[0])])
            for group in (page.type, "all"):
                results["drafts" if page.draft else "others", group].append(measures(page, chosen))
                alone["drafts" if page.draft else "others", group].append(measures(page, not_drawn)[0])
        print("fold", fold, "of", FOLDS, flush=True)
    print(f"{'':8}{'type':15}{'pages':>6}{'F1':>7}{'interval':>16}{'P':>7}{'R':>7}{'found':>7}{'kept out':>9}")
    for source in ("others", "drafts"):
        for group in TYPES + ["all"]:
            table = np.array(results[source, group])
            low, high = interval(table[:, 0])
            f1, precision, recall, found, out = np.nanmean(table, 0)
            print(f"{source:8}{group:15}{len(table):6}{f1:7.3f}{f'{low:.3f} to {high:.3f}':>16}{precision:7.3f}"
                  f"{recall:7.3f}{found:7.3f}{out:9.3f}")
    print("F1 gained by drawing blocks to their group:")
    for source in ("others", "drafts"):
        for group in TYPES + ["all"]:
            gained = np.array(results[source, group])[:, 0] - alone[source, group]
            low, high = interval(gained)
            print(f"{source:8}{group:15}{gained.mean():+.4f} ({low:+.4f} to {high:+.4f})")
    print(f"page type right: {np.mean(types):.3f} of {len(types)} pages")


class Writer:
    """Writes forests in the form of parser/content/forest.h."""

    def __init__(self, names):
        self.names, self.thresholds, self.forests = names, collections.defaultdict(set), []

    def add(self, name, booster, columns):
        trees = [json.loads(tree) for tree in booster.get_dump(dump_format="json")]
        self.forests.append((name, trees, columns))
        for tree in trees:
            self.collect(tree, columns)

    def collect(self, node, columns):
        if "leaf" not in node:
            node["column"] = columns[int(node["split"][1:])]
            node["text"] = f"{np.float32(node['split_condition']):.9g}"
            self.thresholds[node["column"]].add(node["text"])
            for child in node["children"]:
                self.collect(child, columns)

    def prepare(self):
        self.features = sorted(self.thresholds)
        assert len(self.features) <= 255
        self.places = {column: place for place, column in enumerate(self.features)}
        self.values = {column: sorted(texts, key=float) for column, texts in self.thresholds.items()}

    def tree_bytes(self, node, scale):
        if "leaf" in node:
            return bytes([255, round(node["leaf"] / scale) & 255])
        children = {child["nodeid"]: child for child in node["children"]}
        left = self.tree_bytes(children[node["yes"]], scale)
        place = self.values[node["column"]].index(node["text"])
        return bytes([self.places[node["column"]], place, len(left)]) + left + self.tree_bytes(
            children[node["no"]], scale)

    def tree_sum(self, node, scale, row):
        while "leaf" not in node:
            goes_left = np.float32(row[node["column"]]) < np.float32(node["text"])
            node = next(child for child in node["children"] if child["nodeid"] == node["yes" if goes_left else "no"])
        return round(node["leaf"] / scale)

    @staticmethod
    def scale_of(trees):
        def leaves(node):
            return [abs(node["leaf"])] if "leaf" in node else [x for child in node["children"] for x in leaves(child)]
        return float(np.float32(max(x for tree in trees for x in leaves(tree)) / 127))

    def text(self):
        self.prepare()
        lines = ["# The content model of a page (parser/content/content_model.h). Made by",
                 "#     block_features WCXB OUT",
                 "#     labs/content/train_content_model.py WCXB OUT --model parser/content/content_model.txt \\",
                 "#         --rows tests/unit/parser/content_model_rows.txt",
                 "# from 1,024 pages of WCXB, the Web Content eXtraction Benchmark (Murrough Foley, 2026), which is",
                 "# licensed under CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/). docs/content.md says how.",
                 "# It contains no text of those pages."]
        for column in self.features:
            lines.append("feature " + self.names[column] + " " + " ".join(self.values[column]))
        for name, trees, _ in self.forests:
            scale = self.scale_of(trees)
            lines.append(f"forest {name} {scale:.9g} 0")
            for tree in trees:
                lines.append(base64.b64encode(self.tree_bytes(tree, scale)).decode().rstrip("="))
        return "\n".join(lines) + "\n"

    def rows(self, count):
        """Rows of values beside the thresholds, each with the sum of every forest."""
        random = np.random.default_rng(7)
        lines = ["# Rows for the test that C++ and Python give equal scores: the sum of each forest, then a value for",
                 "# each feature of parser/content/content_model.txt, in its order. Made with it.",
                 "forests " + " ".join(name for name, _, _ in self.forests)]
        for _ in range(count):
            row = {column: float(f"{float(random.choice(self.values[column])) + random.choice([-0.01, 0, 0.01]):.4g}")
                   for column in self.features}
            sums = [sum(self.tree_sum(tree, self.scale_of(trees), row) for tree in trees)
                    for _, trees, _ in self.forests]
            lines.append(" ".join(map(str, sums)) + " : " + " ".join(f"{row[column]:.4g}" for column in self.features))
        return "\n".join(lines) + "\n"


def write_model(data, model, rows):
    every = np.arange(len(data.x))
    forests = rate_types(data, range(len(data.pages)), [])
    columns = columns_of(data, every)
    booster = trained(data, every, columns)
    writer = Writer(data.names)
    writer.add("content", booster, columns)
    for name, forest in forests.items():
        writer.add(name, forest, type_columns(data))
    text = writer.text()
    model.write_text(text)
    if rows:
        rows.write_text(writer.rows(12))
    trees = writer.forests[0][1]
    some = np.random.default_rng(3).choice(len(data.x), 200)
    sums = [sum(writer.tree_sum(tree, writer.scale_of(trees), data.x[row]) for tree in trees) for row in some]
    exact = booster.predict(xgb.DMatrix(data.x[np.ix_(some, columns)]), output_margin=True)
    error = np.abs(np.array(sums) * writer.scale_of(trees) - exact).max()
    print(f"{len(text)} bytes, {len(writer.features)} features; logits differ by {error:.3f} at most from exact ones")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wcxb", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--rows", type=pathlib.Path)
    parser.add_argument("--sample", type=int)
    options = parser.parse_args()
    data = Data(options.wcxb, options.out, options.sample)
    if options.judge:
        judge(data)
    if options.model:
        write_model(data, options.model, options.rows)


if __name__ == "__main__":
    main()
