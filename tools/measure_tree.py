#!/usr/bin/env python3
"""Measures the shape of the source tree: sizes, functions, types, include cycles, language, line length.

  tools/measure_tree.py            a table on standard output
  tools/measure_tree.py --json     the same as one JSON object
  tools/measure_tree.py ROOT       another checkout, for a comparison

Product means all .h and .cc outside of tests/ and examples/. A unit is a header with its source. The files on
a page's and on a query's way are those that the documents name for them. Needs
universal-ctags (functions with their end lines, data members) and git.
"""
import collections
import json
import pathlib
import re
import statistics
import subprocess
import sys

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
LONG_FUNCTION, LONG_LINE, MANY_MEMBERS = 40, 100, 20


def tracked(root):
    names = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    return [name for name in names if name.endswith((".h", ".cc")) and (root / name).exists()]


def tags(root, names):
    """(file, name, kind, scope, first line, last line) of every function, type and data member."""
    out = subprocess.run(
        ["ctags", "--languages=C++", "--language-force=C++", "--c++-kinds=fcsm", "--fields=+neKsS", "--output-format=json",
         "-f", "-", "-L", "-"], input="\n".join(names), cwd=root, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def components(graph):
    """Strongly connected components of more than one node."""
    index, low, stack, result = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            found = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(found) > 1:
                result.append(sorted(found))

    sys.setrecursionlimit(20000)
    for node in list(graph):
        if node not in index:
            visit(node)
    return result


def graphs(root, names):
    units, folders = collections.defaultdict(set), collections.defaultdict(set)
    known = set(names)
    for name in names:
        for line in (root / name).read_text(encoding="utf-8", errors="replace").splitlines():
            found = INCLUDE.match(line)
            if found and found[1] in known:
                units[name.rsplit(".", 1)[0]].add(found[1].rsplit(".", 1)[0])
                folders[name.split("/")[0]].add(found[1].split("/")[0])
    for graph in (units, folders):
        for node in graph:
            graph[node].discard(node)
    return units, folders


def files_named(root, document, first, last):
    """Units of source files that a document names from the heading `first` to the heading `last`."""
    path = root / document
    if not path.exists() or first not in path.read_text(encoding="utf-8"):
        return None
    text = path.read_text(encoding="utf-8").split(first, 1)[1].split(last, 1)[0]
    named = {name for name in re.findall(r"[\w/]+\.(?:h|cc)\b", text) if "/" in name}
    missing = sorted(name for name in named if not (root / name).exists())
    if missing:
        sys.exit(f"{document} names files that are not there: {', '.join(missing)}")
    return len({name.rsplit(".", 1)[0] for name in named})


def measure(root):
    names = tracked(root)
    product = [name for name in names if not name.startswith(("tests/", "examples/"))]
    lines = {name: (root / name).read_text(encoding="utf-8", errors="replace").splitlines() for name in names}
    sizes = [len(lines[name]) for name in product]
    found = tags(root, product)
    functions = [(tag["end"] - tag["line"] + 1, tag["path"], tag["name"]) for tag in found
                 if tag["kind"] == "function" and "end" in tag]
    lengths = sorted(length for length, _, _ in functions)
    members = collections.Counter((tag["path"], tag.get("scope", "")) for tag in found if tag["kind"] == "member")
    units, folders = graphs(root, product)
    cycles = components(units)
    flat = collections.Counter(str(pathlib.PurePath(name).parent) for name in product)
    language = subprocess.run([sys.executable, str(root / "tools/check_language.py")], cwd=root, capture_output=True,
                              text=True, check=False).stdout.splitlines() if (root / "tools/check_language.py").exists() else []
    return {
        "files": len(product),
        "lines": sum(sizes),
        "median file": statistics.median(sizes),
        "largest file": max((len(lines[name]), name) for name in product),
        "files above 300 lines": sum(size > 300 for size in sizes),
        "functions": len(lengths),
        "function length, median": statistics.median(lengths),
        "function length, 99th percentile": lengths[len(lengths) * 99 // 100],
        f"functions above {LONG_FUNCTION} lines": sum(length > LONG_FUNCTION for length in lengths),
        "longest functions": sorted(functions, reverse=True)[:5],
        f"types above {MANY_MEMBERS} data members": sorted(
            ((count, scope, path) for (path, scope), count in members.items() if count > MANY_MEMBERS), reverse=True),
        "include cycles of units": len(cycles),
        "largest include cycle": max(map(len, cycles), default=0),
        "include cycles of top-level folders": len(components(folders)),
        "files on a page's way (docs/tour.md, steps 1 to 8)": files_named(
            root, "docs/tour.md", "## 1. URL", "## 9. Summary"),
        "files on a query's way (docs/architecture.md)": files_named(
            root, "docs/architecture.md", "## The path of a search", "The searcher adds"),
        "top-level folders": len({name.split("/")[0] for name in subprocess.run(
            ["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
            if "/" in name and not name.startswith(".")}),
        "top-level folders of code": len({name.split("/")[0] for name in product}),
        "fullest folder": max((count, folder) for folder, count in flat.items()),
        f"lines above {LONG_LINE} columns": sum(len(line) > LONG_LINE for name in names for line in lines[name]),
        "test files above 500 lines": sum(len(lines[name]) > 500 for name in names if name.startswith("tests/")),
        "findings of tools/check_language.py": int(language[-1].split()[0]) if language else None,
    }


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--json"]
    root = pathlib.Path(arguments[0] if arguments else __file__).resolve()
    root = root if root.is_dir() else root.parent.parent
    figures = measure(root)
    if "--json" in sys.argv[1:]:
        print(json.dumps(figures, indent=1))
        return
    for name, value in figures.items():
        if isinstance(value, list):
            print(f"{name:50s} {len(value)}")
            for row in value:
                print("    " + "  ".join(map(str, row)))
        else:
            print(f"{name:50s} {'  '.join(map(str, value)) if isinstance(value, tuple) else value}")


if __name__ == "__main__":
    main()
