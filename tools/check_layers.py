#!/usr/bin/env python3
"""Holds the includes of every room against the rooms that it may know (docs/architecture.md).

A room may include itself and what stands behind it in RULES, nothing else; a third-party library comes in by
its one door. Prints each violation as file:line and exits 1 if there is one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# room -> rooms, or single headers, that it may include
RULES = {
    "base": [],
    "xml": ["base"],
    "parser": ["base", "hosting", "plugins"],
    "topics": ["base"],
    "repository": ["base"],
    "archive": ["base"],
    "collection": ["base", "topics", "xml"],
    "plugins": ["base", "xml"],
    "hosting": ["base", "plugins"],
    "gatherer": ["base", "topics", "repository", "parser", "archive", "collection", "xml", "hosting", "plugins",
                 "vocabulary"],
    "worker": ["base", "hosting", "parser", "plugins", "gatherer/address_policy.h"],
    "vocabulary": ["base", "xml"],
    "summarizer": ["base", "xml", "repository", "vocabulary"],
    "indexer": ["base", "vocabulary", "summarizer/summary.h", "summarizer/rdf_reader.h"],
    "search": ["base", "indexer", "repository", "collection", "summarizer", "vocabulary"],
    "sampler": ["base"],
    "webbox": ["base"],
    "experiments": ["base", "xml", "collection", "gatherer", "repository", "webbox", "topics", "parser", "archive",
                    "sampler"],
}
RULES["porthole"] = list(RULES)

# first part of a third-party include -> rooms that are its door
DOORS = {
    "curl": ["gatherer", "plugins"], "tidy.h": ["parser"], "tidybuffio.h": ["parser"], "xercesc": ["xml"],
    "xapian.h": ["indexer", "search"], "sqlite3.h": ["repository"], "libpsl.h": ["base"], "unicode": ["base", "parser"],
    "re2": ["gatherer", "collection"], "cld2": ["parser"], "magic.h": ["parser"], "uchardet.h": ["parser"],
    "kainjow": ["search"], "CLI": ["porthole", "experiments"], "brotli": ["archive", "gatherer", "indexer"], "openssl": ["archive"],
    "linear.h": ["topics"], "gsl": ["sampler"], "archive.h": ["plugins"], "archive_entry.h": ["plugins"],
}
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')


def allowed(room, header):
    part = header.split("/")[0]
    return part == room or any(header == rule or part == rule for rule in RULES[room])


def violations(path, room):
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        quote, header = found.groups()
        part = header.split("/")[0]
        if quote == '"' and part in list(RULES) + ["tests"] and not allowed(room, header):
            yield f"{path.relative_to(ROOT)}:{number}: {room} may not include {header}"
        if part in DOORS and room not in DOORS[part] and quote == "<":
            yield f"{path.relative_to(ROOT)}:{number}: {header} belongs to {', '.join(DOORS[part])}, not to {room}"


def main():
    bad = []
    for room in RULES:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".h", ".cc"):
                bad += violations(path, room)
    print("\n".join(bad) if bad else f"{len(RULES)} rooms, no include against the river")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
