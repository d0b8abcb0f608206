#!/usr/bin/env python3
"""Prints every figure of README.md and docs/claims.md with its date and command: `tools/figures readme`.

Each comes from the file that keeps the measurement, not from README.md: the rows of reliability from labs/results/endurance.json, the
table of strategies from labs/results/strategies.json, the others from the lists and tables of the tree that they are measured in.
Exit code 1, and the figures that neither document has as they are kept.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests/endurance"), str(ROOT / "labs/experiments")]
import ledger  # noqa: E402
import readme_figures  # noqa: E402

SITES = ROOT / "examples/webbox/demo_sites.tsv"
MINUTES = re.compile(r"^\| `\./test` \| build (\d+) min (\d+) s, tests (\d+) min (\d+) s \| ([0-9-]+)", re.MULTILINE)
DOWNLOAD = re.compile(r"(\d+ MB) to download")


def sites_of_the_demonstration():
    """Real sites, and all sites: the hub of Debian's packages is made, not unpacked."""
    rows = [line.split("\t") for line in SITES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return sum(row[1] != "_hub" for row in rows), len(rows)


def single_figures():
    """(words of README.md, where it is from, date or "", command)"""
    real, _ = sites_of_the_demonstration()
    download = DOWNLOAD.search(SITES.read_text(encoding="utf-8"))[1]
    build_minutes, build_seconds, minutes, seconds, date = MINUTES.search((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")).groups()
    suite = round(int(build_minutes) + int(minutes) + (int(build_seconds) + int(seconds)) / 60)
    list_of_sites = SITES.relative_to(ROOT)
    return [
        (f"{real} real sites", f"{list_of_sites}, the hub left out", "", "porthole webbox --sites examples/webbox/demo_sites.tsv --write-sites -"),
        (download, f"{list_of_sites}, its head", "2026-11-21", "porthole webbox --sites examples/webbox/demo_sites.tsv --cache DIR --fetch"),
        (f"about {suite} minutes", "CONTRIBUTING.md, durations", date, "./test"),
    ]


def strategies(kept):
    """Lines of README.md about the strategies: the protocol's numbers, and the table's rows without what is said of a strategy."""
    return [f"{kept['sites']} sites, at most {kept['pages_of_site']} pages of each",
            f"a crawl of {kept['pages']} pages",
            *readme_figures.table(kept["measured"], list(kept["measured"][next(iter(readme_figures.JUDGES))])).splitlines()[2:]]


def figures():
    """(heading, figures, those that README.md must have as they are)"""
    endurance, kept = ledger.read(ledger.KEPT), readme_figures.kept()
    rows = ledger.readme_rows(endurance)
    singles = single_figures()
    return [
        ("", [f"{words} | {source} | {date or '-'} | `{command}`" for words, source, date, command in singles], [words for words, *_ in singles]),
        (f"strategies: labs/results/strategies.json, {kept['date']}, `{readme_figures.COMMAND}`", strategies(kept), strategies(kept)),
        ("reliability: labs/results/endurance.json", rows, rows),
    ]


def without_remarks(text):
    """README.md on one line a paragraph, its rows of strategies without what is said of each."""
    text = re.sub(r"^(\| `[a-z-]+`)[^|]*\|", r"\1 |", text, flags=re.MULTILINE)
    return re.sub(r"\n +", " ", text)


def main():
    readme = without_remarks("\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/claims.md")))
    missing = []
    for heading, lines, claims in figures():
        print("\n".join(([f"\n{heading}"] if heading else []) + lines))
        missing += [claim for claim in claims if claim not in readme]
    for claim in missing:
        print(f"neither README.md nor docs/claims.md has: {claim}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
