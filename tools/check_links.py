#!/usr/bin/env python3
"""Checks that the links of all documents lead somewhere, and that files named in documents and sources exist.

Every relative link of a *.md file must lead to a file or folder of the tree, and its fragment to a heading. Every
docs/NAME.md and labs/results/NAME.md that a document, a source, a comment or a script names must exist, and so must
every source of the tree. Documents in docs/ and labs/results/ must be listed in the README.md of their folder.

Prints each fault as file:line, then exits with 1 if there is one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^()\s]+)\)")
NAMED = re.compile(r"(?<![\w/.-])((?:docs|labs/results)/[a-z_]+\.md)\b")
FOLDERS = "archive|base|collection|console|gatherer|http|indexer|labs|parser|plugins|porthole|repository|sampler|sampling|schemas|search"
FOLDERS += "|summarizer|tests|tools|topics|training"
SOURCE = re.compile(rf"(?<![\w/.-])((?:{FOLDERS})/[a-z0-9_/]+\.(?:h|cc|py|html|js|xsd|rdfs|md|sql|yaml))\b")
SKIPPED = (".git/", "build/", "examples/taxonomies/", "plugins/formats/tests/")
SOURCES = (".h", ".cc", ".py", ".txt", ".md", ".xsd", ".rdfs", ".yaml", ".tsv", ".sql", ".cmake", ".sh", ".service",
           ".timer", "")  # scripts have no suffix


def anchors(file):
    """The fragments that the headings of `file` have: lower case, hyphens for spaces, other marks dropped."""
    text = re.sub(r"^```.*?^```", "", file.read_text(encoding="utf-8"), flags=re.S | re.M)
    titles = re.findall(r"^#+ (.*)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def link_faults(name, line):
    for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        file = ROOT / name if not path else (ROOT / name).parent / path
        if not file.exists():
            yield f"{target} does not exist"
        elif fragment and file.suffix == ".md" and fragment not in anchors(file):
            yield f"{target}: no such heading"


def faults(names):
    for name in names:
        if name.startswith(SKIPPED):
            continue
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            found = list(link_faults(name, line)) if name.endswith(".md") else []
            named = set(NAMED.findall(line)) | set(SOURCE.findall(line))
            found += [f"{file} does not exist" for file in sorted(named) if not (ROOT / file).exists()]
            yield from (f"{name}:{number}: {fault}" for fault in found)
    for folder in ("docs", "labs/results"):
        listed = (ROOT / folder / "README.md").read_text(encoding="utf-8")
        for document in sorted((ROOT / folder).glob("*.md")):
            if document.name != "README.md" and f"({document.name})" not in listed:
                yield f"{folder}/README.md:1: {document.name} is not listed"


def main():
    names = (path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.suffix in SOURCES and path.is_file())
    found = list(faults(sorted(names)))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
