#!/usr/bin/env python3
"""What ordinary users of the search server get beside a crowd, and its memory over many requests and over large views of a page:

    crowds.py crowds [--idle N] [--slow N] [--readers N] [--seconds S]
    crowds.py requests --count N
    crowds.py views [--users N] [--seconds S]

Crawls a generated web with one page of 3.9 MB, serves it, and loads the server with labs/benchmarks/front_load. The first form asks as
eight ordinary users alone, beside --idle connections that say nothing and --slow ones that send a byte of their head each second, and
beside --readers that take 256 bytes a second of the large page's text; then SIGTERM has to end the server although a crowd of all kinds is there.
A loss is an ordinary request that is not answered with 200, or a server that does not end. The second form sends N requests over
connections that are kept; a loss is an answer other than 200, and memory that has grown by more than --growth since the first tenth of the requests.
The third form crawls a web in which every page links to one, 5 hosts of 520 pages unless others are given, and asks for the views of that page, each form of
it at a server of its own, as --users users at once. The server makes two at a time and answers others with 503. A loss is a form
that nobody gets, and resident memory of more than --memory MiB above that before.

No loss depends on the speed of the machine, but that an answer has a minute and the end of the server two. Times are printed and
kept as details, with the load of the machine.
"""
import argparse
import contextlib
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import subprocess
import sys
import time
import urllib.parse

import bench
import ledger

END_OF_SERVER = 120  # seconds
LARGE = 3_900_000  # bytes of text
LARGE_URL = "http://h0.test/large"


def load_program():
    path = str(bench.ROOT / "labs/benchmarks/front_load")
    loader = importlib.machinery.SourceFileLoader("front_load", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("front_load", loader))
    sys.modules["front_load"] = module  # Processes that ask find its functions by name.
    loader.exec_module(module)
    return module


front_load = load_program()
TARGETS = ("/", "/healthz", "/search?q=telescope", "/search?q=title:nebula")
VIEWS = ("/page", "/api/v1/page", "/page.txt", "/page.rdf", "/page.ttl", "/page.nt", "/page.jsonld", "/backlinks.jsonld")
CITED_URL = "http://h0.test/1"
KINDS = ("crowds", "requests", "views")


class LargeWeb(bench.generated.Web):
    """The generated web with one large page."""

    def page(self, host, page):
        text = super().page(host, page)
        return text + "<p><a href='/large'>a large page</a>" if (host, page) == (0, 1) else text

    def answer(self, host, path):
        if (host, path) != ("h0.test", "/large"):
            return super().answer(host, path)
        line = "<p>telescope and galaxy " + " ".join(bench.generated.WORDS)
        return 200, "text/html", "", "<!DOCTYPE html><title>large</title>" + line * (LARGE // len(line))


class CitedWeb(bench.generated.Web):
    """The generated web, in which every page links to one of them, each with words of its own."""

    def page(self, host, page):
        return super().page(host, page) + f"<p>see <a href='{CITED_URL}'>the survey by telescope {page} of host {host}</a>"


class Server:
    """`porthole serve` over the crawled web, inside of a `with`."""

    def __init__(self, work, folder):
        self.work, self.folder, self.process, self.place = work, folder, None, None

    def __enter__(self):
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.process = subprocess.Popen(
            [self.work.program, "serve", self.folder, "--listen", "127.0.0.1:0", "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=self.work.environment(), text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
        url = json.loads(self.process.stdout.readline())["url"]
        self.place = front_load.place_of(url)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def ends(self):
        """Seconds that it takes to end after SIGTERM; None if it does not."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(END_OF_SERVER)
        except subprocess.TimeoutExpired:
            return None
        return time.monotonic() - began


class Crowds:
    def __init__(self, options):
        self.options = options
        views = options.kind == "views"
        hosts, pages = options.hosts or (5 if views else 4), options.pages or (520 if views else 50)
        self.work = bench.Bench(options.program, hosts, pages)
        self.work.web = (CitedWeb if views else LargeWeb)(hosts, pages)
        self.counts, self.details, self.figures = {}, [], {}
        self.seconds, self.not_answered = options.seconds, 0

    def collection(self):
        folder = self.work.collection()
        for verb in ("gather", "summarize", "index"):
            code, _, err = self.work.run(verb, folder, "--quiet", *(["--all"] if verb == "index" else []), timeout=600)
            if code != 0:
                raise SystemExit(f"{verb} failed: {err}")
        return folder

    def crowd(self, place):
        head = b"GET / HTTP/1.1\r\nHost: localhost\r\nA: "
        return [(front_load.IdleCrowd, place, self.options.idle, b"", False), (front_load.SlowCrowd, place, self.options.slow, head, False)]

    def readers(self, place):
        target = "/page.txt?url=" + urllib.parse.quote(LARGE_URL, safe="")
        greeting = front_load.request_for(target, place, kept=True)
        return [(front_load.ReadingCrowd, place, self.options.readers, greeting, True)]

    def measure(self, name, server, crowd, alone=None):
        """Returns p99 in milliseconds."""
        with front_load.Beside(*crowd) if crowd else contextlib.nullcontext() as beside:
            times, failures = front_load.measure(server.place, TARGETS, 8, self.seconds)
        self.counts[name] = len(times) + failures
        self.not_answered += failures
        if failures:
            self.work.fault(f"{name}: {failures} ordinary requests of {len(times) + failures} were not answered")
        p50, p99, longest = (front_load.milliseconds(times, share) for share in (.5, .99, 1))
        now, peak = front_load.resident_mib(server.process.pid)
        line = (f"{name}: {len(times)} answered, {failures} not; p50 {p50:.1f}, p99 {p99:.1f}, longest {longest:.1f} ms"
                + (f", p99 {p99 / alone:.1f} times that alone" if alone else "") + f"; resident {now:.0f} MiB, at most {peak:.0f}")
        if beside:
            line += f"; {beside.opened():,} connections opened"
            if beside.answers():
                line += f", {beside.answers():,} large answers begun"
        self.note(line)
        return p99

    def note(self, line):
        print(line, flush=True)
        self.details.append(line)

    def note_load(self):
        self.note("load of the machine (1, 5, 15 minutes): {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()) + f", {os.cpu_count()} processors")

    def run_crowds(self):
        self.note_load()
        with Server(self.work, self.collection()) as server:
            for target in TARGETS:
                front_load.ask(server.place, front_load.request_for(target, server.place))
            alone = self.measure("alone", server, [])
            crowd = self.measure(f"beside {self.options.idle:,} idle and {self.options.slow:,} slow", server, self.crowd(server.place), alone)
            readers = self.measure(f"beside {self.options.readers:,} slow readers of {LARGE / 1e6:.1f} MB", server,
                                   self.readers(server.place), alone)
            self.measure("alone again", server, [], alone)
            with front_load.Beside(*self.crowd(server.place), *self.readers(server.place)):
                seconds = server.ends()
            if seconds is None:
                self.work.fault(f"the server was there {END_OF_SERVER} s after SIGTERM")
            else:
                self.note(f"SIGTERM beside all of them: ended after {seconds:.1f} s")
        self.note_load()
        self.figures = {"idle": self.options.idle, "slow": self.options.slow, "readers": self.options.readers, "p99 alone": round(alone, 1),
                        "p99 crowd": round(crowd, 1), "p99 readers": round(readers, 1), "not answered": self.not_answered}

    def run_requests(self):
        self.note_load()
        with Server(self.work, self.collection()) as server:
            pid, first = server.process.pid, None
            self.note("before: resident {:.1f} MiB, at most {:.1f}".format(*front_load.resident_mib(pid)))
            for done, asked, good, seconds in front_load.ask_in_parts(server.place, TARGETS, self.options.count, 8):
                now, peak = front_load.resident_mib(pid)
                first = first or now
                self.note(f"{done:,} requests: resident {now:.1f} MiB, at most {peak:.1f}; {asked / seconds:.0f} a second")
                self.counts["requests"] = done
                if good != asked:
                    self.work.fault(f"{asked - good} of {asked} requests were not answered with 200")
            if now > (1 + self.options.growth) * first:
                self.work.fault(f"resident memory grew from {first:.1f} to {now:.1f} MiB")
        self.figures = {"count": done, "first": round(first), "last": round(now)}
        self.note_load()

    def run_views(self):
        self.note_load()
        folder = self.collection()
        (citing,), = self.work.rows(folder, "SELECT count(DISTINCT source) FROM link WHERE target ="
                                            f" (SELECT id FROM url WHERE coalesce(href, key) = '{CITED_URL}')")
        peaks = {view: self.view(folder, view, citing) for view in VIEWS}
        self.figures = {"citing": citing, "users": self.options.users, "peaks": peaks, "most": max(peaks.values())}
        self.note_load()

    def view(self, folder, view, citing):
        """Returns the most resident memory of its server, in MiB."""
        target = f"{view}?url={urllib.parse.quote(CITED_URL, safe='')}"
        with Server(self.work, folder) as server:
            before, _ = front_load.resident_mib(server.process.pid)
            times, refused = front_load.measure(server.place, (target,), self.options.users, self.seconds)
            now, peak = front_load.resident_mib(server.process.pid)
        self.counts[view] = len(times)
        self.note(f"{view} of a page that {citing:,} pages link to, {self.options.users} users: {len(times)} answered, {refused} told to come again; "
                  f"p50 {front_load.milliseconds(times, .5):.0f} ms; resident {before:.0f} MiB before, {now:.0f} after, at most {peak:.0f}")
        if not times:
            self.work.fault(f"{view}: nobody was answered")
        if peak - before > self.options.memory:
            self.work.fault(f"{view}: {peak - before:.0f} MiB beyond the {before:.0f} MiB before")
        return round(peak)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("kind", choices=KINDS)
    options.add_argument("--count", type=int, default=1_000_000, help="requests")
    options.add_argument("--growth", type=float, default=0.1, help="by so much memory may grow after the first tenth of the requests")
    options.add_argument("--users", type=int, default=24, help="who ask for views at once")
    options.add_argument("--memory", type=float, default=128, help="MiB that views may take")
    options.add_argument("--idle", type=int, default=10_000)
    options.add_argument("--slow", type=int, default=1_000)
    options.add_argument("--readers", type=int, default=200)
    options.add_argument("--seconds", type=float, default=12, help="of each measurement")
    options.add_argument("--program", default=bench.ROOT / "build/release/bin/porthole")
    options.add_argument("--ledger", default=ledger.NEW, help="where counts are added up")
    options.add_argument("--hosts", type=int, help="4, for views 5")
    options.add_argument("--pages", type=int, help="of each host; 50, for views 520")
    chosen = options.parse_args()
    began = time.monotonic()
    crowds = Crowds(chosen)
    try:
        getattr(crowds, f"run_{chosen.kind}")()
    finally:
        crowds.work.close()
    return ledger.add(chosen.ledger, chosen.kind, crowds.counts, crowds.work.faults, time.monotonic() - began,
                      crowds.details, crowds.figures)


if __name__ == "__main__":
    sys.exit(main())
