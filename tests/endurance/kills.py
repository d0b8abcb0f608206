#!/usr/bin/env python3
"""Kills the program at random moments, and checks that nothing is lost: kills.py --count N [--program FILE] [--ledger FILE]

A round gathers a generated web, summarizes, indexes and serves it. Each verb is killed (SIGKILL) at a random moment, often while it
recovers from the kill before, and started again until it comes to its end; while gather runs, its workers are killed, too.
After each kill every page that was committed before must be there as it was; at the end of a round three witnesses (witnesses.py)
must agree, and search must find what it finds in a collection that was never disturbed.

Counts are added up in the ledger, so that many runs come together.
"""
import argparse
import collections
import json
import random
import sys
import time
import urllib.request

import bench
import ledger


class Kills:
    def __init__(self, options):
        self.bench = bench.Bench(options.program, options.hosts, options.pages)
        self.random = random.Random(options.seed)
        self.wanted, self.counts = options.count, collections.Counter()
        self.asked_again = 0

    def has_all(self):
        return sum(self.counts.values()) >= self.wanted

    def pause(self, verb, killed):
        """Seconds until the kill: a third of them soon after the start, while the verb recovers. The more often the verb was
        killed, the longer it may run, so that it comes to its end on a busy machine, too."""
        longest = 0.15 if self.random.random() < 1 / 3 else 1.1 * self.bench.seconds[verb]
        return self.random.uniform(0, longest) * 1.1 ** killed

    def run(self):
        self.bench.make_reference()
        self.forget_log()
        while not self.has_all():
            folder = self.bench.collection()
            self.gather(folder)
            for verb in ("summarize", "index"):
                self.repeat(verb, folder)
            self.bench.check_stores(folder, "round")
            self.serve(folder)

    def kill_one(self, verb, process):
        """Kills the process, or one of its workers; returns whether the process itself was."""
        workers = bench.workers_of(process.pid)
        if verb == "gather" and workers and self.random.random() < 0.25:
            if bench.kill(self.random.choice(workers)):
                self.counts["workers"] += 1
            return False
        process.kill()
        return True

    def interrupted(self, verb, folder, killed):
        """Runs the verb, which was killed so many times, with a kill; returns its exit code, None when it was killed again."""
        process = self.bench.start(verb, folder, "--quiet", *(["--all"] if verb == "index" else []))
        time.sleep(self.pause(verb, killed))
        now_killed = process.poll() is None and not self.has_all() and self.kill_one(verb, process)
        _, err = process.communicate()
        if now_killed and process.returncode < 0:
            self.counts[verb] += 1
            return None
        if process.returncode != 0:
            self.bench.fault(f"{verb} ended with {process.returncode}: {err}")
        return process.returncode

    def gather(self, folder):
        kept, settled, code, killed = {}, {}, None, 0
        while code is None:
            code = self.interrupted("gather", folder, killed)
            killed += 1
            if not self.bench.is_sound(folder):
                self.bench.fault("the repository is damaged after a kill")
            now = self.bench.pages(folder)
            for href, page in kept.items():
                if now.get(href) != page:
                    self.bench.fault(f"{href} was committed as {page} and is {now.get(href)} after a kill")
            kept = now
            position = self.bench.web.position()
            for href in self.bench.settled(folder):
                settled.setdefault(href, position)
        self.bench.check_crawl(folder, settled, "gather")
        # A kill loses the answers that were not committed; robots.txt is asked for at each start.
        asked = [url for _, url in self.bench.web.lines if not url.endswith("/robots.txt")]
        self.asked_again += len(asked) - len(set(asked))
        self.forget_log()

    def forget_log(self):
        self.bench.web.lines.clear()
        self.bench.web.answers = 0

    def figures(self):
        return {"kills of gather": self.counts["gather"], "asked again": self.asked_again}

    def repeat(self, verb, folder):
        killed = 0
        while self.interrupted(verb, folder, killed) is None:
            killed += 1

    def serve(self, folder):
        """A server that was killed starts again, and answers."""
        for _ in range(3):
            process = self.bench.start("serve", folder, "--listen", "127.0.0.1:0", "--json")
            line = process.stdout.readline()
            try:
                address = json.loads(line)["url"].rstrip("/")
                with urllib.request.urlopen(address + "/api/v1/search?q=telescope", timeout=30) as answer:
                    answer.read()
            except (OSError, ValueError) as error:
                self.bench.fault(f"serve does not answer: {line!r}: {error}")
            time.sleep(self.random.uniform(0, 0.05))
            if not self.has_all():
                self.counts["serve"] += 1
            process.kill()
            process.communicate()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=100, help="kills of this run")
    options.add_argument("--program", default=bench.ROOT / "build/release/bin/porthole")
    options.add_argument("--ledger", default=ledger.NEW, help="where counts are added up")
    options.add_argument("--hosts", type=int, default=4)
    options.add_argument("--pages", type=int, default=100, help="of each host")
    options.add_argument("--seed", type=int, help="of the random moments")
    chosen = options.parse_args()
    began = time.monotonic()
    kills = Kills(chosen)
    try:
        kills.run()
    finally:
        kills.bench.close()
    figures = kills.figures()
    details = [f"{figures['asked again']} requests asked again, {figures['kills of gather']} kills of gather"]
    return ledger.add(chosen.ledger, "kills", kills.counts, kills.bench.faults, time.monotonic() - began, details, figures)


if __name__ == "__main__":
    sys.exit(main())
