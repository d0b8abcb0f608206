#!/usr/bin/env python3
"""Crawls the hostile web with Porthole, and fails when a rule is broken, a verb fails, or the memory of a verb grows too far.

  porthole_test.py PORTHOLE [CASE...]
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SERVER = HERE / "hostile_web.py"
CRAWL_SECONDS = 75
MOST_CRAWLS = 6
MOST_MEMORY = 700 << 20  # of one process, without sanitizers
SPECIFICATION = """<?xml version="1.0"?>
<collection xmlns="urn:porthole:specification:1" name="hostile">
  <topic title="pages"><term>page</term><term>text</term></topic>
  <agent name="porthole-test" url="http://127.1.0.1/about"/>
  <seeds><seed url="{start}"/></seeds>
  <scope><limit pages-per-site="400"/></scope>
  <politeness delay="0.05" min-delay="0"/>
  <network timeout="8" connect-timeout="5">
    <allow addresses="127.1.0.0/16" ports="{port} {tls_port}"/>
  </network>
</collection>
"""


def run(program, *arguments, seconds=600):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=seconds, check=False)
    return done.returncode, done.stdout + done.stderr


def make_collection(folder, start, tls_port):
    port = re.search(r":(\d+)/", start).group(1)
    collection = folder / "hostile"
    collection.mkdir()
    (collection / "porthole.xml").write_text(SPECIFICATION.format(start=start, port=port, tls_port=tls_port), encoding="utf-8")
    return collection


def crawl(porthole, folder, collection):
    """Crawls on, summarizes, indexes and exports; returns complaints, and the files of what was stored."""
    complaints = []
    store = []
    for verb in (["gather", collection, "--strategy", "breadth-first", "--for", f"{CRAWL_SECONDS}s", "--pages", "100000"], ["summarize", collection],
                 ["index", collection, "--all"],
                 *(["export", collection, what, "--format", form, "--out", folder / f"{what}.{form}"] for what, form in (("pages", "jsonl"), ("links", "csv")))):
        code, output = run(porthole, *verb)
        if code != 0:
            complaints.append(f"porthole {' '.join(map(str, verb))} ended with {code}:\n{output[-2000:]}")
        if verb[0] == "export":
            store.append(verb[-1])
    store += sorted((collection / "summaries").rglob("*.rdf"))
    return complaints, [f for f in store if f.exists()]


def main():
    porthole, cases = sys.argv[1], sys.argv[2:]
    wanted = ["--cases", *cases] if cases else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "requests.jsonl"
        with subprocess.Popen([sys.executable, SERVER, "serve", "--log", log, *wanted], stdout=subprocess.PIPE, text=True) as server:
            try:
                collection = make_collection(folder, *server.stdout.readline().split())
                # A busy machine does not come to all cases in the time of one crawl.
                for _ in range(MOST_CRAWLS):
                    complaints, store = crawl(porthole, folder, collection)
                    graded = subprocess.run([sys.executable, SERVER, "grade", "--log", log, *wanted, "--store", *store],
                                            capture_output=True, text=True, check=False)
                    if complaints or graded.returncode == 0:
                        break
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait(timeout=60)
        print(graded.stdout + graded.stderr)
        if graded.returncode != 0:
            complaints.append("a rule was broken")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        print(f"largest process: {most >> 20} MiB")
        if most > MOST_MEMORY and "PORTHOLE_SANITIZED" not in os.environ:
            complaints.append(f"a process had {most >> 20} MiB")
    for complaint in complaints:
        print("FAILED: " + complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
