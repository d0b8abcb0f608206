#!/usr/bin/env python3
"""Judges extractors of main content, title, author and date on pages with known ones.

    judge.py CORPUS --cache DIR [--npm DIR] [--porthole PROGRAM] [--only NAME ...]
             [--limit SECONDS] [--pages N] [--again] [--common] [--lost KIND] [--markdown]

CORPUS has html/ID.html and ground-truth/ID.json in the form of WCXB (labs/results/content.md). The
answers of each extractor are kept in DIR/NAME.jsonl; --again asks it anew. Readability.js and
Defuddle are installed into --npm where they are not there; python3-readability is Debian's.

Rules:
- Words are runs of \\w in lower case. F1, precision and recall are those of the multisets of words
  of a page's text and its truth; a mean is over pages. Two empty texts have F1 1.
- A snippet is found if its words follow each other in the words of the text.
- An author is right if it is equal to the truth after Unicode NFKC, case folding and folding of
  white space, without "by " in front; several are joined by ", " (and "and" or "&" counts as ", ").
  Pages without an author in the truth do not count; `silent` is the share of those for which the
  extractor names none.
- A date is right if it has the truth's day; where the truth has a month only, its month. `silent`
  as above.
- A page that an extractor does not answer within the limit of CPU time does not count for it: `pages`
  tells how many count. --common judges all on the pages that all have answered.
Intervals are of 95 per cent, by 1,000 bootstrap draws of pages.
"""

import argparse
import collections
import html.parser
import json
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import unicodedata
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["@mozilla/readability@0.6.0", "jsdom@26.1.0", "defuddle@0.19.4"]
TYPES = ["article", "documentation", "service", "forum", "collection", "listing", "product"]
DRAFT = "rs-trafilatura-draft"
BREAKS = set(
    "address article aside blockquote body br button caption dd details div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hr html img legend li main nav ol option p pre "
    "section select summary table tbody td tfoot th thead tr ul".split())
UNSEEN = {"script", "style", "template", "svg", "head", "title"}


class Text(html.parser.HTMLParser):
    """The text of HTML; the ends of blocks are ends of words."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts, self.unseen = [], 0

    def handle_starttag(self, tag, attributes):
        self.unseen += tag in UNSEEN
        if tag in BREAKS:
            self.parts.append("\n")

    def handle_endtag(self, tag):
        self.unseen = max(0, self.unseen - (tag in UNSEEN))
        if tag in BREAKS:
            self.parts.append("\n")

    def handle_data(self, data):
        if not self.unseen:
            self.parts.append(data)


def text_of(source):
    reader = Text()
    reader.feed(source)
    reader.close()
    return "".join(reader.parts)


def read_corpus(folder):
    pages = []
    for path in sorted((folder / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text())
        inner = truth["_internal"]
        pages.append({"id": path.stem, "url": truth["url"],
                      "file": str(folder / "html" / (path.stem + ".html")),
                      "type": inner["page_type"]["primary"],
                      "draft": inner.get("source") == DRAFT, "truth": truth["ground_truth"]})
    # A fixed random order, in which the first N are a sample; drafts last.
    return sorted(pages, key=lambda p: (p["draft"], zlib.crc32(p["id"].encode())))


def cpu_of(process):
    """CPU seconds of a process so far."""
    stat = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


class Worker:
    """A process that answers a line of JSON for each page; killed at the limit, started anew."""

    def __init__(self, command):
        self.command, self.process = command, None

    def ask(self, page, limit):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        request = json.dumps({"file": page["file"], "url": page["url"]}) + "\n"
        end, answer = cpu_of(self.process.pid) + limit, b""
        try:
            self.process.stdin.write(request.encode())
            self.process.stdin.flush()
            while not answer.endswith(b"\n"):
                if not select.select([self.process.stdout], [], [], 1)[0]:
                    if cpu_of(self.process.pid) > end:
                        raise TimeoutError(f"no answer in {limit} s of CPU")
                    continue
                piece = os.read(self.process.stdout.fileno(), 1 << 20)
                if not piece:
                    raise BrokenPipeError("the process ended")
                answer += piece
            return json.loads(answer)
        except (TimeoutError, OSError) as error:
            self.close()
            return {"error": str(error)}

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None


class Porthole:
    """A process a page: `porthole check parse FILE --url URL --json`."""

    def __init__(self, program):
        self.program = program

    def ask(self, page, limit):
        command = [self.program, "check", "parse", page["file"], "--url", page["url"],
                   "--content-type", "text/html", "--json"]
        before = os.times()
        try:  # It has a limit of its own.
            done = subprocess.run(command, capture_output=True, check=False)
        except OSError as error:
            sys.exit(f"{self.program} cannot be run: {error}; name it: --porthole PROGRAM")
        after = os.times()
        if done.returncode != 0:
            return {"error": done.stderr.decode(errors="replace")}
        found = json.loads(done.stdout)
        named = [one["value"] for one in found["properties"] if one["name"] == "author"]
        cpu = (after.children_user + after.children_system - before.children_user -
               before.children_system)
        return {"title": found["title"], "author": found.get("author", ", ".join(named)),
                "published": found.get("published"), "cpu": cpu,
                "text": found.get("content", found["text"]), "type": found.get("page_type")}

    def close(self):
        pass


def install(npm):
    wanted = [p for p in PACKAGES
              if not (npm / "node_modules" / p.rsplit("@", 1)[0] / "package.json").exists()]
    if wanted:
        npm.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", str(npm), "--ignore-scripts", "--no-audit",
                        "--no-fund", "--no-save", "--no-package-lock", *PACKAGES], check=True)


def extractor(name, options):
    if name == "porthole":
        return Porthole(options.porthole)
    if name == "readability-lxml":
        return Worker(["/usr/bin/python3", str(HERE / "extract_lxml.py")])
    install(options.npm)
    return Worker(["node", str(HERE / "extract.mjs"), name.removesuffix(".js"), str(options.npm)])


def answers(name, pages, options):
    path = options.cache / (name + ".jsonl")
    if options.again and path.exists():
        path.unlink()
    kept = {}
    if path.exists():
        for line in path.read_text().splitlines():
            one = json.loads(line)
            kept[one["id"]] = one
    missing = [page for page in pages if page["id"] not in kept]
    if not missing:
        return kept
    worker = extractor(name, options)
    with path.open("a") as file:
        for page in missing:
            one = {"id": page["id"], **worker.ask(page, options.limit)}
            file.write(json.dumps(one) + "\n")
            file.flush()
            kept[page["id"]] = one
    worker.close()
    return kept


def words(text):
    return re.findall(r"\w+", (text or "").lower())


def overlap(found, truth):
    """F1, precision and recall of two lists of words."""
    if not found and not truth:
        return 1.0, 1.0, 1.0
    common = sum((collections.Counter(found) & collections.Counter(truth)).values())
    if common == 0:
        return 0.0, 0.0, 0.0
    precision, recall = common / len(found), common / len(truth)
    return 2 * precision * recall / (precision + recall), precision, recall


def folded_author(author):
    if isinstance(author, list):
        author = ", ".join(author)
    text = " ".join(unicodedata.normalize("NFKC", author or "").casefold().split())
    text = re.sub(r"^by:? ", "", text)
    return re.sub(r"\s*(?:,? and |&|,)\s*", ", ", text)


def day(date):
    found = re.match(r"\d{4}-\d\d(-\d\d)?", date or "")
    return found.group() if found else ""


def measure(page, answer):
    truth = page["truth"]
    source = answer.get("text")
    found = words(text_of(answer.get("html") or "") if source is None else source)
    content = truth.get("main_content")
    f1, precision, recall = overlap(found, words(content)) if content else (None, None, None)
    line = " " + " ".join(found) + " "

    def share(snippets, wanted):
        kept = [" ".join(words(one)) for one in snippets or []]
        kept = [one for one in kept if one]
        if not kept:
            return None
        return sum(((" " + one + " ") in line) == wanted for one in kept) / len(kept)

    out = {"f1": f1, "precision": precision, "recall": recall,
           "with": share(truth.get("with"), True), "without": share(truth.get("without"), False),
           "title": overlap(words(answer.get("title")), words(truth["title"]))[0],
           "author": None, "date": None, "author silent": None, "date silent": None,
           "cpu": answer.get("cpu")}
    author, date = folded_author(truth.get("author")), day(truth.get("publish_date"))
    said_author, said_date = folded_author(answer.get("author")), day(answer.get("published"))
    if author:
        out["author"] = float(author == said_author)
    else:
        out["author silent"] = float(not said_author)
    if date:
        out["date"] = float(said_date.startswith(date))
    else:
        out["date silent"] = float(not said_date)
    return out


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def interval(values, draws=1000):
    values = [v for v in values if v is not None]
    if len(values) < 2:
        return None
    rng = random.Random(1)
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(draws))
    return means[draws * 25 // 1000], means[draws * 975 // 1000 - 1]


def figure(value, digits=3):
    return "-" if value is None else f"{value:.{digits}f}".removeprefix("0" if value < 1 else "")


def table(rows, markdown):
    if markdown:
        rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows)


def report(pages, measured, options):
    columns = ["f1", "precision", "recall", "with", "without", "title", "author", "author silent",
               "date", "date silent", "cpu"]
    ranged = {"f1", "title", "author", "date"}
    groups = [("not from a draft", [p for p in pages if not p["draft"]]), ("all", pages)]
    for group, members in groups:
        common = [p for p in members if all(p["id"] in m for m in measured.values())]
        judged = common if options.common else members
        rows = [["extractor", "pages", *columns]]
        kinds = [["F1", *TYPES]]
        titles = [["title", *TYPES]]
        for name, figures in measured.items():
            here = [p for p in judged if p["id"] in figures]
            row = [name, str(len(here))]
            for column in columns:
                values = [figures[p["id"]][column] for p in here]
                cell = figure(mean(values))
                between = interval(values) if column in ranged else None
                row.append(cell + (f" ({figure(between[0])}-{figure(between[1])})" if between
                                   else ""))
            rows.append(row)
            for out, column in ((kinds, "f1"), (titles, "title")):
                out.append([name] + [
                    figure(mean([figures[p["id"]][column] for p in here if p["type"] == kind]))
                    for kind in TYPES])
        print(f"\n{group}: {len(members)} pages\n")
        for each in (rows, kinds, titles):
            print(table(each, options.markdown) + "\n")


def list_lost(pages, found, measured, kind):
    """Prints the pages on which porthole's title, author or date is not right."""
    key = {"title": "title", "author": "author", "date": "published"}[kind]
    wanted = {"title": "title", "author": "author", "date": "publish_date"}[kind]
    for page in pages:
        score = measured.get(page["id"], {}).get(kind)
        if score is not None and score < 1:
            print(page["id"], "draft" if page["draft"] else "own", page["type"][:4],
                  figure(score), page["url"][:90], "\n   truth:", page["truth"].get(wanted),
                  "\n   found:", found[page["id"]].get(key))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, required=True)
    parser.add_argument("--npm", type=pathlib.Path)
    parser.add_argument("--porthole", default="porthole")
    names = ["porthole", "readability-lxml", "readability.js", "defuddle"]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--limit", type=float, default=20,
                        help="CPU seconds a page")
    parser.add_argument("--pages", type=int, help="judge a sample: the first N in a random order")
    parser.add_argument("--again", action="store_true", help="ask the extractors anew")
    parser.add_argument("--common", action="store_true")
    parser.add_argument("--lost", choices=["title", "author", "date"],
                        help="list the pages that porthole has wrong, no tables")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if options.npm is None:
        options.npm = options.cache / "npm"
    options.cache.mkdir(parents=True, exist_ok=True)
    pages = read_corpus(options.corpus)
    if not pages:
        sys.exit(f"no pages in {options.corpus}: it needs html/ and ground-truth/")
    pages = pages[:options.pages]
    measured = {}
    for name in options.only:
        found = answers(name, pages, options)
        measured[name] = {p["id"]: measure(p, found[p["id"]]) for p in pages
                          if "error" not in found[p["id"]]}
        if options.lost and name == "porthole":
            return list_lost(pages, found, measured[name], options.lost)
    report(pages, measured, options)


if __name__ == "__main__":
    main()
