#!/usr/bin/env python3
"""Makes the figures and tables of the five papers again: tools/figures papers [--on generated|box|webkb]... [--check] [--work DIR]

Runs the programs that the committed figures were made with, with their parameters, and prints a row for each figure: paper, figure or table, web,
published, measured now with its interval, committed, whether the committed mean is in that interval, and the command. On standard output are
the rows with a published figure and those that differ, then what was skipped and what of the papers is not covered; DIR/papers.md has all rows.

  generated   `laboratory figures` for 003, stops, 004 (with 000), 001, 002, recrawl, beside docs/figures/*.json
  box         the web in a box of the demonstration, recorded once for this and for `tools/figures strategies` (build/readme_figures): table 1 of 003,
              played crawls, coverage, shared pages and distances; and the 163 sites of $PORTHOLE_CORPORA/webbox, where their packages are
              (--large-cache): status locality, samples, crawls by utility, RW's precision (200 crawls of 3,000 pages)
  webkb       $PORTHOLE_CORPORA/webkb: crawls for courses and students, table 1, status locality, samples, crawls by utility

A part that lacks its data is skipped, with a sentence that says so. Exit code 1 with --check when a committed mean is not in the interval that was
measured now, or is measured no longer; 4 when a program fails or is missing. The figures of a record of another day can differ: the
box is made of the packages and package lists of its day.
"""
import argparse
import os
import pathlib
import subprocess
import sys

import paper_comparisons
import paper_rows as rows
import paper_steps as steps

ROOT = steps.ROOT
WEBS = ("generated", "box", "webkb")
STEPS = sorted(steps.STEPS + paper_comparisons.STEPS, key=lambda step: WEBS.index(step.on))
DIFFERENT, FAILED = 1, 4
# Figures without a row, and why, as docs/figures.md has them.
ABSENT = [
    ("000", "figures 1 to 4", "tables, pseudocode and SQL: docs/mining.md, schemas/sql/mining/"),
    ("000", "figure 8", "times of one machine: docs/mining.md has them"),
    ("001", "figures 3 to 5", "generated topics have no subtopics; porthole sample and query --ready links-on-topic make them for a collection"),
    ("002", "figures 1, 3 and 7", "figure 1 shows figure 2 as means; 3 and 7 are design: docs/utility.md"),
    ("002", "figures 10 and 14", "porthole compare draws both for a collection: docs/compare.md"),
    ("002", "figure 13 (b)", "generated webs have no directory; porthole compare --trusted FILE counts for a collection"),
    ("003", "figure 2", "an algorithm: docs/strategies.md"),
    ("004", "figures 1 and 2", "administration and block diagram: docs/console.md, docs/architecture.md"),
    ("004", "figure 8, outside of generated webs", "porthole compare does not report the best servers"),
    ("004", "figure 10", "examples: porthole query --ready hubs of a collection"),
]


def missing_programs(lab, wanted):
    return sorted({name for step in wanted for name in step.programs if not (lab.bin / name).exists()})


def measured(lab, wanted):
    """Rows of all steps, and the sentences about those that failed."""
    found, failed = [], []
    for step in wanted:
        try:
            found += step.make(lab)
        except (subprocess.CalledProcessError, OSError, LookupError, ValueError) as error:
            failed.append(f"failed: {step.on}, {step.what}: {error}")
            print(failed[-1], file=sys.stderr, flush=True)
    return found, failed


def table(shown):
    return "\n".join([rows.HEAD, *map(rows.shown, shown)])


def absent():
    return "\n".join(["| paper | figure | not here, because |", "|---|---|---|", *(f"| {' | '.join(line)} |" for line in ABSENT)])


def counts(found):
    verdicts = [row.verdict() for row in found]
    return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in (rows.AGREES, rows.DIFFERS, rows.NOT_KEPT))


def report(found, notes):
    """All rows, what was skipped or failed, and what has no row."""
    return "\n\n".join(part for part in (table(found), counts(found) + ".", "\n".join(notes), absent()) if part) + "\n"


def exit_code(found, failed, check):
    if failed:
        return FAILED
    return DIFFERENT if check and any(row.verdict() == rows.DIFFERS for row in found) else 0


def options_of(arguments):
    corpora = os.environ.get("PORTHOLE_CORPORA")
    parser = argparse.ArgumentParser(prog="tools/figures papers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", action="append", choices=WEBS, help="only this web; may be repeated")
    parser.add_argument("--check", action="store_true", help="exit code 1 when a committed mean is not in the new interval")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/papers", help="folder of what the programs write")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/release/bin", help="folder of the programs")
    parser.add_argument("--record", type=pathlib.Path, default=ROOT / "build/readme_figures", help="record of the demonstration's box")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "build/demo-box", help="folder of its unpacked packages")
    parser.add_argument("--large-cache", type=pathlib.Path, default=ROOT / "build/large-box", help="the same of $PORTHOLE_CORPORA/webbox/sites_dev.tsv")
    options = parser.parse_args(arguments)
    lab = steps.Laboratory(*(path.resolve() for path in (options.bin, options.work, options.record, options.cache)),
                           pathlib.Path(corpora).resolve() if corpora else None, options.large_cache.resolve())
    return options, lab


def main(arguments=None):
    options, lab = options_of(arguments)
    chosen = [(step, step.lacks(lab)) for step in STEPS if not options.on or step.on in options.on]
    wanted = [step for step, lacks in chosen if not lacks]
    skipped = [f"skipped: {step.on}, {step.what}: {lacks}" for step, lacks in chosen if lacks]
    if missing := missing_programs(lab, wanted):
        print(f"papers: {lab.bin} lacks {', '.join(missing)}; tools/build release -DPORTHOLE_EXPERIMENTS=ON", file=sys.stderr)
        return FAILED
    lab.work.mkdir(parents=True, exist_ok=True)
    found, failed = measured(lab, wanted)
    rows.written(lab.work / "papers.md", report(found, skipped + failed))
    print(report([row for row in found if row.published or row.verdict() == rows.DIFFERS], skipped + failed), end="")
    print(f"\nAll rows ({counts(found)}): {lab.work / 'papers.md'}")
    return exit_code(found, failed, options.check)


if __name__ == "__main__":
    sys.exit(main())
