#!/usr/bin/env python3
"""Checks the includes of every module against the modules that it may know (docs/architecture.md).

A module is a folder of the tree, or an inner folder that RULES names. A file belongs to the longest name that
fits. It may include its own module and those that RULES lists for it. A name in a rule stands for the folder with
all below it, or for one header. A header below internal/, or below a folder of PRIVATE, belongs to the folder above
that alone, and to its tests.
A third-party library is included by the modules in DOORS only. No two files include each other, over any number of
steps, where a header and its source count as one file; nor do two top-level folders.

Prints each violation as file:line, then exits with 1 if there is one.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# module -> modules or headers that it may include
RULES = {
    "base/text": ["base/clock.h", "base/result.h"],
    "base/url": ["base/text", "base/result.h"],
    "base": ["base/text", "base/url"],
    "base/xml": ["base"],
    "base/confinement": ["base"],
    "topics": ["base"],
    "repository": ["base"],
    "repository/postgres": ["repository"],
    "repository/mining": ["repository", "topics"],
    "archive": ["base"],
    "collection": ["base", "topics", "repository"],
    "summarizer/schema": ["base"],
    "plugins/host": ["base", "plugins/*", "collection", "summarizer/schema"],
    "plugins": ["base"],
    "parser": ["base", "plugins/*", "plugins/host"],
    "gatherer/fetch": ["base", "plugins/*", "plugins/host", "collection", "repository", "archive", "parser"],
    "gatherer/frontier": ["gatherer/fetch"],
    "gatherer/share": ["base", "repository"],
    "gatherer/judge": ["gatherer/frontier", "topics"],
    "gatherer/strategies": ["gatherer/judge"],
    "gatherer/restart": ["gatherer/strategies"],
    "gatherer/report": ["gatherer/restart"],
    "gatherer/scores": ["gatherer/strategies"],
    "gatherer/others": ["gatherer/judge"],
    "gatherer/crawl": ["gatherer/report", "gatherer/scores", "gatherer/others", "gatherer/share", "summarizer/schema", "sampler"],
    "gatherer/rebuild": ["gatherer/crawl"],
    "gatherer/seeds": ["gatherer/crawl"],
    "gatherer/together": ["gatherer/crawl"],
    "training": ["gatherer"],
    "summarizer": ["base", "repository", "archive", "collection", "summarizer/schema"],
    "indexer": ["base", "summarizer"],
    "http": ["base"],
    "search/backlinks": ["base", "repository"],
    "search/standing": ["base", "repository", "collection"],
    "search/index": ["base", "search/backlinks", "indexer", "repository", "collection", "summarizer"],
    "search/query": ["search/index"],
    "search/ranking": ["search/query"],
    "search/presentation": ["search/ranking"],
    "search/mcp": ["search/site"],
    "search/site": ["search/presentation", "search/standing", "http"],
    "sampler": ["base"],
    "sampling": ["sampler", "training"],
    "operations": ["search", "sampling", "training", "repository/mining"],
    "console": ["operations", "sampling"],
    "labs/webbox": ["base", "http"],
    "labs/comparison": ["training", "labs/webbox"],
    "labs": ["labs/comparison", "sampler"],
    "labs/content": ["labs", "summarizer"],
    "labs/benchmarks": ["labs", "search"],
    "porthole": ["operations", "sampling"],
    "porthole/verbs": ["porthole"],
    "porthole/verbs/webbox": ["porthole", "labs/webbox"],
    "console/program": ["porthole", "console"],
}
# Folders whose headers belong to the folder above.
PRIVATE = ["repository/sql", "repository/sqlite", "repository/postgres"]
# These verbs use a web in a box and comparisons; no file of the product uses the rest of labs/.
COMPARING = {"porthole/verbs/compare.cc", "porthole/verbs/demo.cc", "porthole/verbs/webbox.cc"}

# first part of a third-party include -> modules that may include it
DOORS = {
    "curl": ["gatherer/fetch", "plugins"], "tidy.h": ["parser", "labs/benchmarks"],
    "tidybuffio.h": ["parser", "labs/benchmarks"], "xercesc": ["base/xml"],
    "xapian.h": ["indexer", "search", "labs/benchmarks"], "sqlite3.h": ["repository/sqlite"], "libpq-fe.h": ["repository/postgres"], "libpsl.h": ["base"], "unicode": ["base", "parser"],
    "re2": ["gatherer", "collection"], "cld2": ["parser"], "magic.h": ["parser"], "uchardet.h": ["parser"],
    "kainjow": ["search"], "CLI": ["porthole", "labs"], "brotli": ["archive", "gatherer", "indexer"],
    "zstd.h": ["archive"], "openssl": ["archive"], "linear.h": ["topics"], "gsl": ["sampler"], "seccomp.h": ["base/confinement"], "archive.h": ["plugins"],
    "archive_entry.h": ["plugins"],
}
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = sorted(path for top in {name.split("/")[0] for name in RULES} for path in (ROOT / top).rglob("*")
                 if path.suffix in (".h", ".cc") and "tests" not in path.relative_to(ROOT).parts)


def within(name, folder):
    """Whether the file or module `name` is `folder` or lies below it; "a/*" means directly in a."""
    if folder.endswith("/*"):
        return name.rsplit("/", 1)[0] == folder[:-2]
    return name == folder or name.startswith(folder + "/")


def module_of(name):
    fitting = [module for module in RULES if within(name, module)]
    return max(fitting, key=len) if fitting else None


def known_to(module, seen=None):
    """All that a module may include: its rule, and the rules of what it names."""
    seen = set() if seen is None else seen
    for name in RULES.get(module, []):
        if name not in seen:
            seen.add(name)
            for inner in RULES:
                if within(inner, name.removesuffix("/*")) and not name.endswith("/*"):
                    known_to(inner, seen)
    return seen


KNOWN = {module: known_to(module) for module in RULES}


def is_allowed(path, module, header):
    target = module_of(header)
    if target == module or any(within(header, name) for name in KNOWN[module]):
        return True
    return path in COMPARING and header.startswith(("labs/webbox/", "labs/comparison/"))


def owner_of(header):
    """The folder that a private header belongs to; None for others."""
    for folder in PRIVATE:
        if within(header, folder):
            return folder.rsplit("/", 1)[0]
    owner, found, _ = header.partition("/internal/")
    return owner if found else None


def is_internal_of_another(path, header):
    owner = owner_of(header)
    return owner is not None and not within(path, owner) and not path.startswith("tests/")


def violations(file):
    path = file.relative_to(ROOT).as_posix()
    module = module_of(path)
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        quote, header = found.groups()
        part = header.split("/")[0]
        if quote == '"' and (part == "tests" or module_of(header)) and not is_allowed(path, module, header):
            yield f"{path}:{number}: {module} may not include {header}"
        if quote == '"' and is_internal_of_another(path, header):
            yield f"{path}:{number}: {header} is internal to {owner_of(header)}"
        if quote == "<" and part in DOORS and not any(within(path, door) for door in DOORS[part]):
            yield f"{path}:{number}: only {', '.join(DOORS[part])} may include {header}"


def include_graph():
    """unit -> units that it includes, where a unit is a header with its source."""
    graph = collections.defaultdict(set)
    for file in SOURCES:
        unit = file.relative_to(ROOT).with_suffix("").as_posix()
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            found = INCLUDE.match(line)
            if found and found[1] == '"' and (ROOT / found[2]).exists():
                graph[unit].add(found[2].rsplit(".", 1)[0])
        graph[unit].discard(unit)
    return graph


def folder_graph(units):
    """Top-level folder -> top-level folders that its files include, without tests."""
    graph = collections.defaultdict(set)
    for unit, included in units.items():
        folder = unit.split("/")[0]
        if folder != "tests":
            graph[folder] |= {other.split("/")[0] for other in included} - {folder}
    return graph


def cycles(graph):
    """The strongly connected components of more than one unit (Tarjan)."""
    index, low, stack, result = {}, {}, [], []

    def visit(unit):
        index[unit] = low[unit] = len(index)
        stack.append(unit)
        for other in graph.get(unit, ()):
            if other not in index:
                visit(other)
            if other in stack:
                low[unit] = min(low[unit], low[other])
        if low[unit] == index[unit]:
            component = stack[stack.index(unit):]
            del stack[stack.index(unit):]
            if len(component) > 1:
                result.append(sorted(component))

    sys.setrecursionlimit(10000)
    for unit in list(graph):
        if unit not in index:
            visit(unit)
    return result


def main():
    bad = [line for file in SOURCES for line in violations(file)]
    units = include_graph()
    bad += ["include cycle: " + ", ".join(cycle) for cycle in cycles(units)]
    bad += ["include cycle of folders: " + ", ".join(cycle) for cycle in cycles(folder_graph(units))]
    counts = collections.Counter(file.parent.relative_to(ROOT).as_posix() for file in SOURCES)
    bad += [f"{folder}: {count} source files, at most 50" for folder, count in counts.items() if count > 50]
    print("\n".join(bad) if bad else f"{len(RULES)} modules, {len(SOURCES)} files, no include against their order")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
