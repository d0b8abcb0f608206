#!/usr/bin/env python3
"""Prints the counts of tools/figures as rows of a Markdown table: show.py [LEDGER]

LEDGER is build/endurance.json when left out. A run that was stopped has added nothing.
"""
import argparse
import pathlib
import sys

import bench

WHAT = {
    "kills": ("SIGKILL at random moments of gather, its workers, summarize, index, serve", "kills"),
    "calls": ("file operations that fail (ENOSPC, EIO; once, for ever)", "faults"),
    "bytes": ("flipped bits of repository, archive and index", "bytes"),
    "power": ("power losses: what was not synced is taken back", "power"),
}


def row(kind, entry):
    what, command = WHAT.get(kind, (kind, kind))
    tries = sum(entry["counts"].values())
    first, last = entry.get("first", "date not noted"), entry.get("last", "date not noted")
    dates = last if first == last else f"{first} to {last}"
    return (f"| {what} | {tries:,} | {len(entry['losses'])} | {entry['seconds'] / 60:.0f} min | {dates} "
            f"| `tools/figures {command} --count {tries}` |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("ledger", nargs="?", type=pathlib.Path, default=bench.ROOT / "build/endurance.json", metavar="LEDGER")
    path = options.parse_args().ledger
    ledger = bench.read_ledger(path)
    if not ledger:
        print(f"{path} has no counts yet: tools/figures kills --count 100", file=sys.stderr)
        return 1
    print("| disturbance | tries | losses | took | date | command |\n|---|---|---|---|---|---|")
    for kind in sorted(ledger, key=lambda kind: list(WHAT).index(kind) if kind in WHAT else len(WHAT)):
        print(row(kind, ledger[kind]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
