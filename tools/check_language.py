#!/usr/bin/env python3
"""Checks the language of comments, messages and documents against docs/glossary.md.

Comments and documents begin with the subject: no sentence starts with "What" or "Of". Messages say "not a valid X"
and never "is no X". A thing has the name that the field uses; the glossary lists the words that must not stand for it.

Prints each finding as file:line, then exits with 1 if there is one.
  --count    prints the number of findings for each rule and folder instead
  FOLDER...  checks these folders alone; -FOLDER leaves one out
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = ("build/", "tests/fuzz/", "examples/webbox/", "docs/glossary.md", "labs/results/")

# rule -> pattern over a comment, a message or a line of a document
RULES = {
    "a sentence starts with What": re.compile(r"(?:^|[.:;!?] )What (?!is\b[^.?]*\?)(?![^.]*\?)"),
    "a sentence starts with Of": re.compile(r"(?:^|[.!?] )Of (?!course)"),
    '"is no X" ("not a valid X")': re.compile(r"(?<![Tt]here )\bis (?:no|none)\b(?! (?:longer|more|less|better|other)\b)"),
    "furniture (boilerplate)": re.compile(r"\bfurniture\b"),
    "dear (expensive)": re.compile(r"\bdear\b"),
    "room (module)": re.compile(r"\b(?:the|this|a|each|every|other|of) rooms?(?:'s)?\b(?! (?:for|in|left|on))"),
    "river (pipeline)": re.compile(r"\briver\b"),
    "stretch (stage)": re.compile(r"\bstretch(?:es)? of the\b|\bone stretch\b"),
    "go by (use)": re.compile(r"\b(?:goes|going|went) by\b"),
    "turns (semaphore)": re.compile(r"\bin turns\b|\btheir turn\b|\bits turn\b"),
}


def comments_and_messages(text):
    """Comment blocks and string literals of C++ with the number of their first line."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        code, _, comment = line.partition("//")
        if comment and code.count('"') % 2 == 0:
            body = comment.lstrip("/<").strip()
            before = lines[number - 2].strip() if number > 1 else ""
            continues = not code.strip() and before.startswith("//") and not before.rstrip().endswith((".", ":", "///", "//", ";"))
            yield number, ("\x00" if continues else "") + body
        else:
            code = line
        for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', code):
            if " " in literal:
                yield number, "\x00" + literal


def findings():
    names = (path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.suffix in (".h", ".cc", ".md"))
    for name in sorted(names):
        if name.startswith(SKIPPED):
            continue
        if name.endswith((".h", ".cc")):
            pieces = comments_and_messages((ROOT / name).read_text(encoding="utf-8", errors="replace"))
        elif name.endswith(".md"):
            pieces = enumerate((ROOT / name).read_text(encoding="utf-8").split("\n"), 1)
            pieces = ((number, "\x00" + re.sub(r"`[^`]*`", "", line)) for number, line in pieces)
        else:
            continue
        for number, text in pieces:
            for rule, pattern in RULES.items():
                if pattern.search(text):
                    yield name, number, rule, text.strip("\x00")


def main():
    names = [name.rstrip("/") + "/" for name in sys.argv[1:] if name != "--count"]
    folders = tuple(name for name in names if not name.startswith("-"))
    left_out = tuple(name[1:] for name in names if name.startswith("-"))
    found = [finding for finding in findings()
             if (not folders or finding[0].startswith(folders)) and not finding[0].startswith(left_out)]
    if "--count" in sys.argv[1:]:
        counts = collections.Counter((rule, name.split("/")[0]) for name, _, rule, _ in found)
        for (rule, folder), count in sorted(counts.items()):
            print(f"{count:6d}  {rule:32s} {folder}")
    else:
        for name, number, rule, text in found:
            print(f"{name}:{number}: {rule}: {text[:110]}")
    print(f"{len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
