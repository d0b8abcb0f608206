#!/usr/bin/env python3
"""The costliest queries that the search page accepts, each against its bounds: one second of search, 64 MiB of memory.

    queries.py [--count N] [--collection DIR] [--seconds S] [--memory MIB]

Crawls a generated web of --hosts times --pages pages with a large vocabulary, or takes an indexed collection, and serves it. Words,
phrases and beginnings of words come from the texts of its pages: those that the most pages have. Each kind of query (KINDS below)
goes to a server of its own, then --count queries that chance puts together from the parts of all kinds, 100 to a server; one query at a
time, in turn as a page, as JSON and as feeds. The --again that took the longest and as many that took the most memory are asked once more,
each at a server that has answered nothing but four plain requests, since a server keeps some of the memory that it has freed.

Memory of a query is the peak of resident memory while it is answered (VmHWM, set back before through /proc/PID/clear_refs) beyond
the resident memory before. A loss is an answer other than 200, one that took more than --seconds, or memory above --memory. The clock of a search
is one second; on top come the step that is under way when it ends, and the writing of the answer. Times depend on the machine: run it alone.
"""
import argparse
import collections
import heapq
import itertools
import os
import pathlib
import random
import re
import socket
import sys
import time
import urllib.parse

import bench
import crowds
import ledger

SEED = 18
FORMS = ("/search", "/api/v1/search", "/feed.atom", "/feed.json")
MOST_BYTES, MOST_WORDS = 2048, 32  # search/query/query_tree.h
TO_A_SERVER = 100
PAGES_READ = 5000  # for words
NOT_HERE = 77  # exit code; ctest counts it as skipped
WARMING = ("/", "/search?q=title:star", "/api/v1/search?q=telescope", "/api/v1/fields")


class WordyWeb(bench.generated.Web):
    """Pages with common words in long rows, for phrases, and with many words that begin alike, for forms."""

    def page(self, host, page):
        common = bench.generated.WORDS
        chance = random.Random(f"{host} {page}")
        rows = " ".join(common[(at * page + host) % len(common)] for at in range(400))
        rare = " ".join(f"{chance.choice(common)[:3]}{chance.randrange(1 << 40):x}" for _ in range(60))
        return super().page(host, page) + f"<p>{rows}<p>{rare}"


class Words:
    """What the queries are made of, from the texts of a collection."""

    def __init__(self, rows):
        """`rows` are (URL, title, text)."""
        pages = collections.Counter()
        self.urls = [url for url, *_ in rows]
        for _, title, text in rows:
            pages.update(set(re.findall(r"[a-z][a-z0-9]{2,30}", f"{title} {text}".lower())))
        if len(pages) < 2 * MOST_WORDS:
            raise SystemExit("the collection has too few words")
        self.common = [word for word, _ in most_frequent(pages)[:60]]
        self.rare = [word for word, _ in sorted(pages.items(), key=lambda pair: (pair[1], pair[0]))[:400]]
        beginnings = collections.Counter(word[:3] for word in pages)
        self.beginnings = [beginning for beginning, _ in most_frequent(beginnings)[:12]]
        self.passages = [" ".join(re.findall(r"[A-Za-z]{3,30}", text)[20:36]) for *_, text in rows[:40:10]]
        self.hosts = sorted({urllib.parse.urlsplit(url).netloc for url in self.urls})[:20]


def most_frequent(counts):
    """Pairs in an order that does not change from run to run."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def cut(text):
    return text[:MOST_BYTES].rsplit(" ", 1)[0] if len(text) > MOST_BYTES else text


def questions(words):
    yield " ".join(words.common[:MOST_WORDS])
    yield " OR ".join(words.common[:MOST_WORDS])
    yield " XOR ".join(words.common[:MOST_WORDS])
    yield cut(" ".join(words.common * 30))
    yield cut(" ".join(words.rare))
    yield cut(" ".join(itertools.chain(*zip(words.common, words.rare))))


def forms(words):
    for sign in (" OR ", " ", " XOR "):
        yield sign.join(beginning + "*" for beginning in words.beginnings[:4])
        yield sign.join(beginning + "?*" for beginning in words.beginnings[:4])
    for beginning in words.beginnings[:4]:
        yield f"{words.common[0]} OR {beginning}*"
        yield f"* -{beginning}*"
        yield f"title:{beginning}* OR anchor:{beginning}* OR annotation:{beginning}* OR {beginning}*"
    yield "type:text/* OR type:* OR host:h* OR lang:*"


def phrases(words):
    for size in (2, 4, 16):
        rows = [words.common[at:at + size] for at in range(0, MOST_WORDS, size)]
        yield " OR ".join('"' + " ".join(row) + '"' for row in rows)
        yield " ".join('"' + " ".join(row) + '"' for row in rows)
    for passage in words.passages:
        yield f'"{passage}"'
        yield " OR ".join(f'"{" ".join(passage.split()[at:at + 2])}"' for at in range(0, 16, 2))
    for word in words.common[:3]:
        yield '"' + " ".join([word] * 16) + '"'
        yield " OR ".join(['"' + " ".join([word, words.common[4]] * 8) + '"'] * 2)


def distances(words):
    for sign in (" NEAR/100 ", " ADJ/100 ", " NEAR "):
        for size in (2, 8, 16, MOST_WORDS):
            yield sign.join(words.common[:size])
        yield sign.join(words.common[:1] * 16)
        yield " OR ".join("(" + sign.join(words.common[at:at + 8]) + ")" for at in range(0, MOST_WORDS, 8))


def brackets(words):
    for sign in (" OR ", " XOR ", " "):
        text = words.common[0]
        for word in words.common[1:9]:
            text = f"({text}{sign}{word})"
        yield text
    yield " ".join(f"({word} OR -{other})" for word, other in zip(words.common[:16], words.common[16:32]))
    yield "(" * 200 + words.common[0] + ")" * 200


def filters(words):
    yield "* relevance:>=0 recommendations:>=0 size:>1 (lang:en OR lang:de)"
    yield " OR ".join(f"site:{host}" for host in words.hosts)
    yield "* " + " ".join(f"-site:{host}" for host in words.hosts[1:])
    yield " OR ".join(("size:1..1g", "date:1990..2100", "relevance:0..1", "recommendations:0..1000"))
    yield " ".join(f"(size:>{number} OR relevance:>0.{number})" for number in range(1, 10))
    yield " OR ".join(f"annotation-kind:{kind}" for kind in ("anchor", "title", "alt", "before", "after", "heading"))
    yield " OR ".join(f"annotated-by-site:{host}" for host in words.hosts)


def spellings(words):
    shortened = [word[:2] + word[3:] for word in words.common if len(word) > 5]
    for size in (1, 4, MOST_WORDS):
        yield " ".join(shortened[:size])
        yield " OR ".join(shortened[:size])
    yield '"' + " ".join(shortened[:16]) + '"'
    yield " OR ".join(word[:2] + word[3:] for word in words.rare[:MOST_WORDS])
    yield " ".join(word * 6 for word in words.common[:20])[:MOST_BYTES]


def likes(words):
    urls = [f'"{url}"' for url in words.urls[:MOST_WORDS]]
    for size in (1, 4, 16):
        yield " OR ".join(f"like:{url}" for url in urls[:size])
        yield " OR ".join(f"linkedfrom:{url}" for url in urls[:size])
        yield " OR ".join(f"linkto:{url}" for url in urls[:size])
    yield " ".join(f"like:{url}" for url in urls[:2])


def orders(words):
    for order in ("date", "-date", "oldest", "size", "-size", "relevance", "-recommendations"):
        yield f"* sort:{order}"
        yield f"{words.common[0]} OR {words.common[1]} sort:{order}"


KINDS = {kind.__name__: kind for kind in (questions, forms, phrases, distances, brackets, filters, spellings, likes, orders)}
# Each query of each kind goes with one of these in turn.
OPTIONS = ({}, {"size": 100, "explain": 1}, {"from": 10000, "size": 100}, {"from": 9900, "size": 100, "per-site": 1}, {"first": "hubs", "size": 100},
           {"first": "authorities", "from": 5000}, {"all": 1, "per-site": 1, "size": 100}, {"min-recommendations": 1, "size": 100, "explain": 1})


def target_of(form, query, options):
    return form + "?" + urllib.parse.urlencode({"q": query, **options})


def targets_of(kind, words):
    """Each query in each form, with other options each time."""
    options = itertools.cycle(OPTIONS)
    for query in KINDS[kind](words):
        for form in FORMS:
            yield target_of(form, query, next(options))
        next(options)  # The number of options is a multiple of that of forms.


def completions(words):
    """What a reader's typing asks, and the lists of fields."""
    for text in (*words.beginnings, *(beginning[:1] for beginning in words.beginnings), "site:", "title:" + words.common[0][:1], "type:"):
        for path, size in (("/api/v1/complete", {"size": 50}), ("/suggest.json", {}), ("/suggest", {})):
            yield target_of(path, text, size)
    yield from ("/api/v1/fields?values=100", "/fields", "/fields?name=host", "/api/v1/fields?name=site&values=100")


def chances(words, count):
    """Queries that chance puts together from parts of all kinds."""
    chance = random.Random(SEED)
    parts = [query for kind in KINDS.values() for query in kind(words) if len(query) < MOST_BYTES // 2]
    for _ in range(count):
        text = ""
        for part in chance.sample(parts, chance.randint(1, 4)):
            sign = chance.choice((" ", " OR ", " -", " XOR ")) if text else ""
            text += f"{sign}({part})"
        yield target_of(chance.choice(FORMS), cut(text), chance.choice(OPTIONS))


class Answer:
    def __init__(self, target, status, seconds, mib):
        self.target, self.status, self.seconds, self.mib = target, status, seconds, mib

    def words(self):
        shown = self.target if len(self.target) < 160 else self.target[:160] + f"... ({len(self.target):,} bytes)"
        return f"{self.seconds:.2f} s, {self.mib:.1f} MiB: {shown}"


def ask(place, target):
    """(status, seconds until the whole answer is there); a status of 0 for none in a minute"""
    began = time.monotonic()
    head = b""
    try:
        with socket.create_connection(place, timeout=60) as connection:
            connection.sendall(crowds.front_load.request_for(target, place))
            head = answer = connection.recv(65536)
            while answer:
                answer = connection.recv(65536)
    except OSError:
        head = b""
    found = re.match(rb"HTTP/1\.1 (\d{3})", head)
    return int(found[1]) if found else 0, time.monotonic() - began


def set_peak_back(pid):
    try:
        pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5\n", encoding="ascii")
    except OSError as error:
        print(f"the peak of a server's memory cannot be set back on this kernel: {error}", file=sys.stderr)
        raise SystemExit(NOT_HERE) from error


class Queries:
    def __init__(self, options):
        self.options = options
        self.work = bench.Bench(options.program, options.hosts, options.pages)
        self.work.web = WordyWeb(options.hosts, options.pages)
        self.counts, self.details, self.figures = {}, [], {}
        self.slow, self.large = [], []  # Heaps of (figure, number, answer).
        self.number = itertools.count()
        self.most_resident = 0

    def note(self, line):
        print(line, flush=True)
        self.details.append(line)

    def collection(self):
        if self.options.collection:
            return pathlib.Path(self.options.collection).resolve()
        folder = self.work.collection()
        for verb in ("gather", "summarize", "index"):
            code, _, err = self.work.run(verb, folder, "--quiet", *(["--all"] if verb == "index" else []), timeout=7200)
            if code != 0:
                raise SystemExit(f"{verb} failed: {err}")
        return folder

    def measure(self, server, target):
        pid = server.process.pid
        before, _ = crowds.front_load.resident_mib(pid)
        set_peak_back(pid)
        status, seconds = ask(server.place, target)
        _, peak = crowds.front_load.resident_mib(pid)
        self.most_resident = max(self.most_resident, peak)
        return Answer(target, status, seconds, max(0.0, peak - before))

    def judge(self, name, answer):
        if answer.status != 200:
            self.work.fault(f"{name}: status {answer.status} after {answer.words()}")
        if answer.seconds > self.options.seconds or answer.mib > self.options.memory:
            self.work.fault(f"{name}: beyond its bounds: {answer.words()}")

    def keep_worst(self, answer):
        for heap, figure in ((self.slow, answer.seconds), (self.large, answer.mib)):
            heapq.heappush(heap, (figure, next(self.number), answer))
            if len(heap) > self.options.again:
                heapq.heappop(heap)

    def warmed(self, folder):
        server = crowds.Server(self.work, folder).__enter__()
        for target in WARMING:
            ask(server.place, target)
        return server

    def ask_kind(self, folder, name, targets):
        """All of `targets` at one server, and a line about them."""
        server = self.warmed(folder)
        try:
            answers = [self.measure(server, target) for target in targets]
        finally:
            server.__exit__()
        for answer in answers:
            self.judge(name, answer)
            self.keep_worst(answer)
        self.counts[name] = self.counts.get(name, 0) + len(answers)
        self.note(f"{name}: {len(answers)} queries, longest {max(answer.seconds for answer in answers):.2f} s, "
                  f"most memory {max(answer.mib for answer in answers):.1f} MiB")

    def ask_again(self, folder):
        """The worst, each at a server of its own. Returns the longest and the one that took the most memory, of both rounds."""
        longest, most = max(self.slow)[2], max(self.large)[2]
        worst = list(dict.fromkeys(answer.target for *_, answer in self.slow + self.large))
        for target in worst:
            server = self.warmed(folder)
            try:
                answer = self.measure(server, target)
            finally:
                server.__exit__()
            self.judge("alone", answer)
            self.note(f"alone: {answer.words()}")
            longest = max(longest, answer, key=lambda one: one.seconds)
            most = max(most, answer, key=lambda one: one.mib)
        self.counts["alone"] = len(worst)
        return longest, most

    def run(self):
        folder = self.collection()
        rows = self.work.rows(folder, "SELECT coalesce(u.href, u.key), p.title, t.text FROM page p JOIN url u ON u.id = p.id"
                                      f" JOIN page_text t ON t.id = p.id ORDER BY p.fetch_order LIMIT {PAGES_READ}")
        words = Words(rows)
        (documents,), = self.work.rows(folder, "SELECT count(*) FROM page")
        self.note("load of the machine (1, 5, 15 minutes): {:.1f} {:.1f} {:.1f}".format(*os.getloadavg())
                  + f", {os.cpu_count()} processors; {documents:,} pages")
        for name in KINDS:
            self.ask_kind(folder, name, list(targets_of(name, words))[:self.options.each])
        self.ask_kind(folder, "completions", list(completions(words))[:self.options.each])
        together = list(chances(words, self.options.count))
        for first in range(0, len(together), TO_A_SERVER):
            self.ask_kind(folder, "together", together[first:first + TO_A_SERVER])
        longest, most = self.ask_again(folder)
        self.note(f"longest: {longest.words()}")
        self.note(f"most memory: {most.words()}")
        self.note(f"a server was resident with at most {self.most_resident:.0f} MiB")
        self.figures = {"pages": documents, "longest": round(longest.seconds, 2), "memory": round(most.mib, 1),
                        "resident": round(self.most_resident), "seconds": self.options.seconds, "bound": self.options.memory}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=1000, help="queries that chance puts together")
    options.add_argument("--each", type=int, help="queries of each kind at most; all of them where it is not given")
    options.add_argument("--again", type=int, default=10, help="of the longest, and of those that took the most memory")
    options.add_argument("--collection", help="an indexed collection in place of the generated web")
    options.add_argument("--seconds", type=float, default=1.25, help="an answer may take so long")
    options.add_argument("--memory", type=float, default=64, help="MiB that a query may take")
    options.add_argument("--program", default=bench.ROOT / "build/release/bin/porthole")
    options.add_argument("--ledger", default=ledger.NEW, help="where counts are added up")
    options.add_argument("--hosts", type=int, default=20)
    options.add_argument("--pages", type=int, default=1000, help="of each host")
    chosen = options.parse_args()
    began = time.monotonic()
    queries = Queries(chosen)
    try:
        queries.run()
    finally:
        queries.work.close()
    return ledger.add(chosen.ledger, "queries", queries.counts, queries.work.faults, time.monotonic() - began, queries.details, queries.figures)


if __name__ == "__main__":
    sys.exit(main())
