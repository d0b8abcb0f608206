"""A collection that is crawled over a generated web, for kills.py and faults.py: runs the program, and reads what it left."""
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import web as generated  # noqa: E402
import witnesses  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# These find the same pages whatever the order of the crawl; a word of the text does not, since the stretches that
# many pages of a site share are told from the text by the pages that came first.
QUERIES = ("title:telescope", "title:nebula", "site:h1.test", "site:h0.test")
RESULTS_AT_ONCE, MOST_RESULTS = 100, 1000
SPECIFICATION = """<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="urn:porthole:specification:1" name="endurance">
<agent name="porthole" version="1.0" email="crawl@porthole-tests.net"/>
<topic title="Astronomy"><term>telescope</term><term>galaxy</term></topic>
<seeds><seed url="http://h0.test/1"/></seeds>
<scope></scope>
<strategy name="breadth-first"/>
<network><gateway url="{gateway}"/></network>
</collection>
"""


class Bench:
    """`faults` collects one line for each loss or error that was found."""

    def __init__(self, program, hosts, pages):
        self.program = pathlib.Path(program).resolve()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="porthole-endurance-"))
        self.web = generated.Web(hosts, pages)
        self.faults, self.made = [], 0
        self.reference, self.seconds = None, {}

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)

    def fault(self, text):
        print(f"FAULT {text}", file=sys.stderr, flush=True)
        self.faults.append(text)

    def collection(self):
        self.made += 1
        folder = self.work / f"c{self.made}"
        (folder / "archive").mkdir(parents=True)
        (folder / "porthole.xml").write_text(SPECIFICATION.format(gateway=self.web.gateway), encoding="utf-8")
        return folder

    def start(self, *arguments, environment=None):
        return subprocess.Popen([self.program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env={**self.environment(), **(environment or {})}, text=True, errors="replace")

    def run(self, *arguments, environment=None, timeout=120):
        """(exit code, below 0 for a signal; standard output; standard error)"""
        process = self.start(*arguments, environment=environment)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.fault(f"{arguments[0]} did not end in {timeout} s")
        return process.returncode, out, err

    @staticmethod
    def environment():
        return {name: value for name, value in os.environ.items() if not name.startswith("PORTHOLE_")}

    def make_reference(self):
        """Crawls undisturbed once: what every other run must come to, and how long each verb takes."""
        folder = self.collection()
        for verb in ("gather", "summarize", "index"):
            began = time.monotonic()
            code, _, err = self.run(verb, folder, "--quiet", *(["--all"] if verb == "index" else []))
            if code != 0:
                raise SystemExit(f"the undisturbed {verb} failed: {err}")
            self.seconds[verb] = time.monotonic() - began
        self.reference = {"pages": self.pages(folder), "searches": self.searches(folder)}
        if set(self.reference["pages"]) != self.web.page_urls():
            raise SystemExit("the undisturbed crawl did not find all pages")
        return folder

    @staticmethod
    def rows(folder, sql):
        """Rows of the repository, read by another program than the one that wrote it."""
        file = folder / "repository.db"
        # It has a rollback journal, and nothing committed, until it has a write-ahead log.
        if not file.exists() or file.stat().st_size == 0 or file.with_name(file.name + "-journal").exists():
            return []
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'page'").fetchone():
                return []
            return database.execute(sql).fetchall()
        finally:
            database.close()

    def pages(self, folder):
        """href -> (digest, place in the crawl, date)"""
        return {href: tuple(rest) for href, *rest in self.rows(
            folder, "SELECT coalesce(u.href, u.key), p.digest, p.fetch_order, p.fetched_at FROM page p JOIN url u ON u.id = p.id")}

    def settled(self, folder):
        return {href for href, in self.rows(folder, "SELECT coalesce(href, key) FROM url WHERE state <> 0")}

    def texts(self, folder):
        return self.rows(folder, "SELECT u.key, u.state, p.title, t.text FROM url u LEFT JOIN page p ON p.id = u.id"
                                 " LEFT JOIN page_text t ON t.id = u.id ORDER BY u.key")

    @staticmethod
    def rows_written(folder):
        """Writes the log of the repository into its file."""
        database = sqlite3.connect(folder / "repository.db")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    def is_sound(self, folder):
        lines = self.rows(folder, "PRAGMA integrity_check")
        return not lines or lines[0][0] == "ok"

    def searches(self, folder):
        """{(query, URL)}: all results, since equal scores may fall in another order"""
        found = set()
        for query in QUERIES:
            for first in range(0, MOST_RESULTS, RESULTS_AT_ONCE):
                code, out, err = self.run("search", folder, query, "--json", "--from", first, "--size", RESULTS_AT_ONCE)
                if code != 0:
                    self.fault(f"search ended with {code}: {err}")
                    break
                results = json.loads(out)["results"]
                found.update((query, result["url"]) for result in results)
                if len(results) < RESULTS_AT_ONCE:
                    break
        return found

    def check_crawl(self, folder, settled, name):
        """After a crawl that came to its end, by the three witnesses."""
        done = self.pages(folder)
        if set(done) != set(self.reference["pages"]):
            self.fault(f"{name}: {len(done)} pages in place of {len(self.reference['pages'])}")
        for href, (digest, *_) in done.items():
            if href in self.reference["pages"] and digest != self.reference["pages"][href][0]:
                self.fault(f"{name}: {href} has another content")
        archive = witnesses.read_archive(folder / "archive")
        for fault in witnesses.compare(list(done), self.web.lines, archive, settled):
            self.fault(f"{name}: {fault}")
        if not self.is_sound(folder):
            self.fault(f"{name}: the repository is damaged")

    def check_stores(self, folder, name):
        """After summarize and index: the program's own check, and what readers find."""
        code, out, err = self.run("check", "repository", folder)
        if code != 0:
            self.fault(f"{name}: check repository: {out}{err}")
        if differences := self.searches(folder) ^ self.reference["searches"]:
            self.fault(f"{name}: other search results: {sorted(differences)}")


def ended_well(code):
    """An exit code that a failed disk may have, and no signal."""
    return code in (0, 1, 3, 4, 5)


def workers_of(process):
    """Process ids of the children of a process."""
    try:
        children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(child) for child in children.split()]


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
