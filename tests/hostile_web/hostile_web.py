#!/usr/bin/env python3
"""A web that misbehaves, for testing a crawler: each case is a host of its own on loopback, and the crawler is graded by what it did.

  hostile_web.py serve --log requests.jsonl         prints the URL to start from; ends at SIGTERM or after --seconds
  hostile_web.py grade --log requests.jsonl [--store TEXT_FILE...]
  hostile_web.py list

Hosts are addresses of 127.1.0.0/16, all at one port; the crawler must be allowed to connect to these, and to no other address of the
machine. A canary listens at 127.0.2.1: no connection may come there. The text files of `--store` hold all that the crawler stored,
in any form; without them, rules about what is stored are left out. Grading ends with 1 when a rule is broken, 0 otherwise.

Needs Python 3.9, and openssl for the cases of TLS. Cases H118 (a name whose address changes) and the slow clock of H92 need a resolver
and a clock of the tester's own; they are not here.
"""

import argparse
import asyncio
import json
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cases_http  # noqa: F401  (registers its cases)
import cases_pages  # noqa: F401
import cases_robots  # noqa: F401
from web import CASES, Case, Evidence, Exchange, html, link

GOOD_PAGES = 20
CANARY = "127.0.2.1"
START = "127.1.0.1"
GOOD = "127.1.0.2"
FIRST = 2  # cases get addresses after these


class HostileWeb:
    """The servers of all cases, the start page, the good host and the canary, and the log of what was asked."""

    def __init__(self, log, folder, wanted):
        self.log_file = open(log, "w", encoding="utf-8", buffering=1)
        self.folder = Path(folder)
        self.secret = str(self.folder / "secret.txt")
        Path(self.secret).write_text("xsecretfilex\n", encoding="utf-8")
        self.canary_host = CANARY
        self.canary_port = 0
        self.port = 0
        self.tls_port = 0
        self.cases = [c for c in CASES if not wanted or c.name in wanted]
        for number, each in enumerate(self.cases, FIRST):
            each.number = number
        self.servers = []
        self.open = {}  # of each connection: what will be logged

    def origin(self, case):
        return f"https://{case.address}:{self.tls_port}/" if case.tls else f"http://{case.address}:{self.port}/"

    def url_of(self, name):
        return next((self.origin(c) for c in self.cases if c.name == name), f"http://{START}:{self.port}/")

    def good_page(self, number):
        return f"http://{GOOD}:{self.port}/page{number}"

    def canary_spellings(self):
        port = self.canary_port
        return [f"http://127.0.2.1:{port}/", f"http://2130706945:{port}/", f"http://0x7f000201:{port}/", f"http://0177.0.2.1:{port}/", f"http://127.513:{port}/",
                f"http://127.0.513:{port}/", f"http://[::ffff:127.0.2.1]:{port}/", f"http://[::ffff:7f00:201]:{port}/", f"http://someone@127.0.2.1:{port}/",
                f"http:\\\\127.0.2.1:{port}\\", f"//127.0.2.1:{port}/", f"http://\uff11\uff12\uff17.0.2.1:{port}/", f"http://127.0.2.1.:{port}/", f"http://0x7f.0.2.1:{port}/"]

    def write(self, **entry):
        self.log_file.write(json.dumps(entry) + "\n")

    async def start(self):
        await self.listen(CANARY, 0, self.canary)
        self.canary_port = self.port_of(self.servers[-1])
        await self.listen(START, 0, self.handler(Case("start", "", self.start_page)))
        self.port = self.port_of(self.servers[-1])
        await self.listen(GOOD, self.port, self.handler(Case("good", "", self.good)))
        for each in self.cases:
            if not each.tls:
                await self.listen(each.address, self.port, self.handler(each))
        for each in (c for c in self.cases if c.tls):
            context = None if each.tls == "none" else self.certificate(each)
            await self.listen(each.address, self.tls_port, self.handler(each), context)
            self.tls_port = self.tls_port or self.port_of(self.servers[-1])

    async def listen(self, address, port, handler, context=None):
        self.servers.append(await asyncio.start_server(handler, address, port, ssl=context, ssl_handshake_timeout=60 if context else None))

    @staticmethod
    def port_of(server):
        return server.sockets[0].getsockname()[1]

    def certificate(self, case):
        """A certificate that no crawler may accept: expired, signed by itself, or for another host."""
        key, file = self.folder / f"{case.name}.key", self.folder / f"{case.name}.pem"
        name = "other.invalid" if case.tls == "wrong" else case.address
        alternative = f"DNS:{name}" if case.tls == "wrong" else f"IP:{name}"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", file, "-subj", f"/CN={name}", "-addext",
                        f"subjectAltName={alternative}", "-days", "30"], check=True, capture_output=True)
        if case.tls == "expired":  # signed again, since `req` makes none that is over
            subprocess.run(["openssl", "x509", "-in", file, "-signkey", key, "-days", "-1", "-clrext", "-out", file], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, key)
        return context

    async def canary(self, reader, writer):
        self.write(case="canary", began=time.time(), peer=str(writer.get_extra_info("peername")))
        writer.close()

    def handler(self, case):
        async def handle(reader, writer):
            if case.raw is not None:
                entry = {"case": case.name, "method": "", "path": "", "headers": {}, "began": time.time(), "sent": 0}
                await self.guarded(entry, writer, lambda: case.raw(reader, writer))
                return
            began = time.time()
            request = await self.read_head(reader)
            if request is None:
                writer.close()
                return
            method, path, headers = request
            exchange = Exchange(case, method, path, headers, reader, writer, self)
            entry = {"case": case.name, "method": method, "path": path[:3000], "headers": headers, "began": began, "sent": 0}
            is_robots = path == "/robots.txt" and case.answer.__module__ != "cases_robots"
            await self.guarded(entry, writer, lambda: self.no_robots(exchange) if is_robots else case.answer(exchange), exchange)

        return handle

    async def guarded(self, entry, writer, answer, exchange=None):
        self.open[id(entry)] = (entry, exchange)
        try:
            await answer()
            if not writer.is_closing():
                await writer.drain()
        except (ConnectionError, ssl.SSLError, asyncio.TimeoutError):
            pass
        finally:
            self.finish(entry, exchange)
            writer.close()

    def finish(self, entry, exchange):
        if self.open.pop(id(entry), None) is not None:
            self.write(**entry | {"ended": time.time(), "sent": exchange.sent if exchange else 0})

    @staticmethod
    async def read_head(reader):
        """Method, path and fields of a request; None when none comes."""
        try:
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)).decode("latin-1")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError, ConnectionError, ssl.SSLError):
            return None
        first, *fields = head.split("\r\n")
        parts = first.split(" ")
        if len(parts) < 2:
            return None
        return parts[0], parts[1], {name.strip().lower(): value.strip() for name, _, value in (f.partition(":") for f in fields if f)}

    async def no_robots(self, exchange):
        await exchange.page("", status="404 Not Found")

    async def start_page(self, exchange):
        links = [link(self.good_page(0), "a host that behaves")]
        links += [link(self.origin(c)[:-1] + path, f"{c.name}: {c.title}") for c in self.cases for path in c.starts]
        await exchange.page(html("A web that misbehaves", "".join(f"<p>{each}</p>" for each in links)))

    async def good(self, exchange):
        number = int("0" + "".join(filter(str.isdigit, exchange.path)))
        if number >= GOOD_PAGES:
            await exchange.page("", status="404 Not Found")
            return
        words = "xgoodpageonex" if number == 1 else f"good page number {number}"
        await exchange.page(html(f"Good page {number}", f"<p>The page {words} is like any other.</p>" + link(f"/page{number + 1}", "the next page")))

    def stop(self):
        """Logs what is still under way."""
        for entry, exchange in list(self.open.values()):
            self.finish(entry, exchange)
        self.log_file.close()


async def serve(options):
    with tempfile.TemporaryDirectory() as folder:
        web = HostileWeb(options.log, folder, options.cases)
        await web.start()
        over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        print(f"http://{START}:{web.port}/ {web.tls_port}", flush=True)
        try:
            await asyncio.wait_for(over.wait(), options.seconds)
        except asyncio.TimeoutError:
            pass
        web.stop()


def read_log(file):
    """What each case was asked, by its name."""
    found = {}
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            found.setdefault(entry["case"], []).append(entry)
    return found


def judge(case, requests, store, canary):
    """The outcome of a case: (verdict, sentences about broken rules)."""
    if not requests and case.starts and not case.tls:
        return "not reached", []
    evidence = Evidence(requests, store, canary)
    broken = []
    for rule in case.rules:
        if rule.needs_store and store is None:
            continue
        complaint = rule.judge(evidence)
        if complaint:
            broken.append(complaint)
    return ("broken" if broken else "kept"), broken


def grade(options):
    found = read_log(options.log)
    store = "\n".join(Path(f).read_text(encoding="utf-8", errors="replace") for f in options.store) if options.store else None
    counts = {"kept": 0, "broken": 0, "not reached": 0}
    results = []
    for case in CASES:
        if options.cases and case.name not in options.cases:
            continue
        verdict, broken = judge(case, found.get(case.name, []), store, found.get("canary", []))
        counts[verdict] += 1
        results.append({"case": case.name, "title": case.title, "verdict": verdict, "requests": len(found.get(case.name, [])), "broken": broken})
    pages = {entry["path"] for entry in found.get("good", []) if entry["path"].startswith("/page")}
    good = len(pages & {f"/page{i}" for i in range(GOOD_PAGES)})
    if options.json:
        print(json.dumps({"cases": results, "counts": counts, "good_pages": good, "of_good_pages": GOOD_PAGES}, indent=1))
    else:
        for result in results:
            print(f"{result['case']:14} {result['verdict']:12} {result['requests']:6} requests  {result['title']}" + "".join(f"\n{'':15}{b}" for b in result["broken"]))
        print(f"\n{counts['kept']} kept, {counts['broken']} broken, {counts['not reached']} not reached; {good} of {GOOD_PAGES} pages of the good host")
    return 0 if counts["broken"] == 0 and good == GOOD_PAGES else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    serving = verbs.add_parser("serve", help="serve the web until SIGTERM")
    serving.add_argument("--seconds", type=float, default=None, help="end after this time")
    grading = verbs.add_parser("grade", help="grade a crawl")
    grading.add_argument("--store", nargs="*", default=[], metavar="FILE", help="text that the crawler stored")
    grading.add_argument("--json", action="store_true")
    for verb in (serving, grading):
        verb.add_argument("--log", required=True, metavar="FILE", help="requests, a JSON object a line")
        verb.add_argument("--cases", nargs="*", default=[], metavar="CASE", help="only these, such as H4")
    verbs.add_parser("list", help="list the cases with their rules")
    options = parser.parse_args()
    if options.verb == "list":
        for each in CASES:
            print(f"{each.name:14} {each.title}" + "".join(f"\n{'':15}{rule.text}" for rule in each.rules))
        return 0
    if options.verb == "grade":
        return grade(options)
    asyncio.run(serve(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
