#!/usr/bin/env python3
"""Compares the size of the source tree with docs/budget.txt: who adds takes as much away.

  tools/check_budget.py          prints what is above its limit, and ends with 1
  tools/check_budget.py --show   prints every measure with its limit and its goal

Product: lines of .h and .cc outside of folders tests/ and of examples/. Core: the product without the bundled plug-ins, labs/, console/
and repository/postgres/. Knobs: verbs, their options, elements and attributes of the specification, options of strategies.
Where the product has to grow, the commit that raises a limit says why.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SATELLITES = ("plugins/formats/", "plugins/protocols/", "labs/", "console/", "repository/postgres/")


def tracked(*patterns):
    out = subprocess.run(["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in out.stdout.split() if (ROOT / name).exists()]


def lines(names):
    return sum((ROOT / name).read_bytes().count(b"\n") for name in names)


def count(pattern, *files):
    return sum(len(re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"))) for name in tracked(*files))


def measures():
    sources = tracked("*.h", "*.cc")
    tests = [name for name in sources if "tests/" in name]
    product = [name for name in sources if "tests/" not in name and not name.startswith("examples/")]
    return {
        "product": lines(product),
        "core": lines(name for name in product if not name.startswith(SATELLITES)),
        "tests": lines(tests),
        "files": len(product),
        "knobs": count(r"\{Task::k\w+,", "porthole/verbs/verbs.cc", "porthole/options/console_choice.h") + count(r"add_(?:option|flag)\w*\(", "porthole/*.cc")
        + count(r"<xs:(?:element|attribute) name", "schemas/specification.xsd")
        + count(r"options\.(?:number|count|choice|text|flag)\(\"", "gatherer/strategies/*.cc"),
    }


def limits():
    """name -> (limit, goal) of the table in docs/budget.txt."""
    rows = re.findall(r"^(\w+) +(\d+) +(\d+)$", (ROOT / "docs/budget.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (int(limit), int(goal)) for name, limit, goal in rows}


def excesses(measured, allowed):
    """A sentence for each measure that is above its limit."""
    return [f"{name}: {value}, which is {value - allowed[name][0]} above the limit of docs/budget.txt ({allowed[name][0]})"
            for name, value in measured.items() if value > allowed[name][0]]


def main():
    measured, allowed = measures(), limits()
    if "--show" in sys.argv[1:]:
        for name, value in measured.items():
            print(f"{name:8} {value:7}  limit {allowed[name][0]:7}  goal {allowed[name][1]:7}")
    above = excesses(measured, allowed)
    for sentence in above:
        print(sentence)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
