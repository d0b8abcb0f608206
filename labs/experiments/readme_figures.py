#!/usr/bin/env python3
"""Measures the strategies of the table of docs/claims.md: readme_figures.py [--bin DIR] [--cache DIR] [--work DIR] [--readme FILE] [--hub-packages N] [--keep]

Crawls the demonstration's web in a box breadth-first and without a cap (33,000 URLs), then plays capped crawls over that record
(capped_play): seven topics that nothing was tuned on, five pairs of seed sites each, 600 pages, judged by the topic's words and by a
naive Bayes classifier of the taxonomy pooled with them. Prints the table as it stands in docs/claims.md, with date and command. Exit code 1 when one of README's means is not in the
interval that was measured, when another strategy finds more than the first of the table, or when the demonstration no longer finds
a page by what other pages say about it. --keep writes the table to labs/results/strategies.json, which that of docs/claims.md is from (`tools/figures readme`
prints it; a test compares).

The box's hub pages are made from apt's package lists of the day; another --hub-packages makes hubs of other packages in another order, as
on another machine. Give such a record a --work of its own.

Downloads 108 MB of Debian packages once. An existing record in --work is played again, not gathered again; one of an earlier version is refused: remove it. About five minutes.
"""
import argparse
import collections
import datetime
import html
import json
import pathlib
import random
import re
import sqlite3
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT, COMMAND = ROOT / "labs/results/strategies.json", "tools/figures strategies"
SITES, TOPICS = ROOT / "examples/webbox/demo_sites.tsv", ROOT / "examples/webbox/topics.tsv"
JUDGES = {"words": "by words", "pool": "by words and the taxonomy"}
RESAMPLES = 10_000
HUB_PACKAGES = 1500  # as in the demonstration
PAGES, PAGES_OF_SITE, PAIRS = 600, 60, 5
SITES_LEFT_OUT = 1  # exit code of webbox
FIGURE = r"(\.\d+|1\.000) \| (\.\d+|1\.000) to (\.\d+|1\.000)"
ROW = re.compile(rf"^\| `([a-z-]+)`[^|]*\| {FIGURE} \| {FIGURE} \|$")


def said_by(readme):
    """Strategy -> judge -> (mean, low, high), in the order of the table."""
    rows = (ROW.match(line) for line in readme.read_text(encoding="utf-8").splitlines())
    return {row[1]: {judge: tuple(map(float, row.groups()[1 + 3 * i:4 + 3 * i])) for i, judge in enumerate(JUDGES)}
            for row in rows if row}


def run(*command, **options):
    print("readme_figures: " + " ".join(map(str, command[:3])) + " ...", file=sys.stderr, flush=True)
    return subprocess.run([str(part) for part in command], **{"check": True, **options})


def specification(program, cache, hub_packages, list_of_sites=SITES, pages_of_site=0, without_some=False, front_pages=()):
    """A crawl of the whole box: all of its sites under their names, each with so many pages; 0: none of them capped.

    Seeds are the prefixes of the sites and `front_pages`, since not every site has a page at its prefix. A site that the cache lacks is an error,
    unless `without_some` leaves such sites out: webbox names them on standard error."""
    written = run(program, "webbox", "--sites", list_of_sites, "--cache", cache, "--fetch", "--write-sites", "-", check=False, stdout=subprocess.PIPE, text=True)
    if not (without_some and written.returncode == SITES_LEFT_OUT):
        written.check_returncode()
    sites = written.stdout
    prefixes = re.findall(r'prefix="([^"]*)"', sites)
    seeds = "".join(f'<seed url="{url}"/>' for url in [*prefixes, *map(html.escape, front_pages)])
    named = "".join(f'<site prefix="{prefix}" pages="{pages_of_site}"/>' for prefix in prefixes)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="urn:porthole:specification:1" name="whole box">
<agent name="porthole" version="1.0"/>
<topic title="documentation"><term>documentation</term></topic>
<seeds>{seeds}</seeds>
<scope sitemaps="no"><accept scheme="http https"/><limit pages="0" pages-per-site="0"/>{named}</scope>
<strategy name="breadth-first"/>
<network><webbox sites="{list_of_sites}" cache="{cache.resolve()}" hub-packages="{hub_packages}"/></network>
</collection>
"""


def record(program, cache, folder, hub_packages, *of_box, **more):
    """Gathers the whole box; a gather that was interrupted goes on. `of_box` and `more` are those of specification()."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "porthole.xml").exists():
        (folder / "porthole.xml").write_text(specification(program, cache, hub_packages, *of_box, **more), encoding="utf-8")
    run(program, "gather", folder, "--quiet")
    (folder / "whole").touch()


def is_of_this_version(folder):
    """The record knows the lengths of its pages; an earlier version did not store them."""
    try:
        database = sqlite3.connect(f"file:{folder / 'repository.db'}?mode=ro", uri=True)
        lacking = "SELECT count(*) FROM page_block JOIN page ON id = page_block.page WHERE content_length IS NULL"
        return database.execute(lacking).fetchone()[0] == 0
    except sqlite3.Error:
        return False


def interval(runs, strategy):
    """Mean over topics of found / ceiling, runs of a topic averaged first, with a 95 per cent bootstrap interval over topics."""
    by_topic = collections.defaultdict(list)
    for line in runs:
        if line["strategy"] == strategy:
            by_topic[line["topic"]].append(line["found"] / line["ceiling"])
    means = [statistics.fmean(shares) for shares in by_topic.values()]
    draw = random.Random(1)
    resampled = sorted(statistics.fmean(draw.choices(means, k=len(means))) for _ in range(RESAMPLES))
    return statistics.fmean(means), resampled[RESAMPLES // 40], resampled[RESAMPLES - RESAMPLES // 40 - 1]


def played(player, options, judge, strategies):
    """Strategy -> (mean, low, high): pages on topic that a crawl of 600 finds, as a share of the ceiling's."""
    out = options.work / f"played-{judge}"
    run(player, "--web", options.work / "repository.db", "--sites", SITES, "--cache", options.cache, "--topics", TOPICS,
        "--hub-packages", options.hub_packages, "--pages", PAGES, "--cap", PAGES_OF_SITE, "--subsets", PAIRS, "--use", "report", "--judge", judge, "--out", out, "--strategy", *strategies, stdout=subprocess.DEVNULL)
    runs = [json.loads(line) for line in (out / "runs.jsonl").read_text(encoding="utf-8").splitlines()]
    return {strategy: interval(runs, strategy) for strategy in strategies}


def short(number):
    return f"{number:.3f}".removeprefix("0")


def cells(figure):
    return f"{short(figure[0])} | {short(figure[1])} to {short(figure[2])}"


def table(measured, strategies):
    heads = " | ".join(f"{words} | interval" for words in JUDGES.values())
    rows = [f"| strategy | {heads} |", "|---|---|---|---|---|"]
    rows += [f"| `{strategy}` | " + " | ".join(cells(measured[judge][strategy]) for judge in JUDGES) + " |" for strategy in strategies]
    return "\n".join(rows)


def kept():
    """The measurement that docs/claims.md has."""
    return json.loads(KEPT.read_text(encoding="utf-8"))


def keep(measured, sites):
    """Writes a measurement, rounded as the table is."""
    rounded = {judge: {strategy: [round(number, 3) for number in figure] for strategy, figure in by_strategy.items()}
               for judge, by_strategy in measured.items()}
    record_of = {"date": datetime.date.today().isoformat(), "sites": sites, "pages_of_site": PAGES_OF_SITE, "pairs": PAIRS, "pages": PAGES, "measured": rounded}
    KEPT.write_text(json.dumps(record_of, indent=1) + "\n", encoding="utf-8")


def number_of_sites():
    return sum(bool(line) and not line.startswith("#") for line in SITES.read_text(encoding="utf-8").splitlines())


def problems(said, measured):
    """README's figures that no longer hold."""
    found = []
    for strategy, by_judge in said.items():
        for judge, (mean, _, _) in by_judge.items():
            now, low, high = measured[judge][strategy]
            if not low <= mean <= high:
                found.append(f"{strategy} {JUDGES[judge]}: README's {short(mean)} is not in {short(low)} to {short(high)} ({short(now)})")
    best = next(iter(said))
    for judge, figures in measured.items():
        winner = max(figures, key=lambda strategy: figures[strategy][0])
        if winner != best:
            found.append(f"{JUDGES[judge]}, {winner} finds more than {best}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/release/bin", help="folder of porthole and capped_play")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "build/demo-box", help="folder of the unpacked packages")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/readme_figures", help="folder of the record and of runs.jsonl")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "docs/claims.md")
    parser.add_argument("--keep", action="store_true", help=f"write the table to {KEPT.relative_to(ROOT)}")
    parser.add_argument("--hub-packages", type=int, default=HUB_PACKAGES, help="packages that the hub pages show")
    options = parser.parse_args()
    said = said_by(options.readme)
    if not said:
        sys.exit(f"readme_figures: {options.readme} has no table of strategies with two intervals")
    player = options.bin / "capped_play"
    if not player.exists():
        sys.exit(f"readme_figures: {player} is missing; tools/build release -DPORTHOLE_EXPERIMENTS=ON")
    if not (options.work / "whole").exists():
        record(options.bin / "porthole", options.cache, options.work, options.hub_packages)
    if not is_of_this_version(options.work):
        sys.exit(f"readme_figures: an earlier version of Porthole gathered the record in {options.work}: remove it")
    measured = {judge: played(player, options, judge, said) for judge in JUDGES}
    print(table(measured, said))
    print(f"\n{datetime.date.today()}, `{COMMAND}`")
    if options.keep:
        keep(measured, number_of_sites())
    found = problems(said, measured)
    demonstration = run(options.bin / "porthole", "demo", "--once", "--json", stdout=subprocess.PIPE, text=True).stdout
    if not any("found_by_others" in json.loads(line) for line in demonstration.splitlines()):
        found.append("no search of the demonstration finds a page by what others say about it")
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
