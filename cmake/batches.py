#!/usr/bin/env python3
"""Chooses which source files of a target can be compiled as one translation unit (CMake's UNITY_GROUP).

    batches.py ROOT FILE...     prints lines "FILE;GROUP"; a file that is compiled alone has none

Files in one unit share names that are private to each of them: those of anonymous namespaces, static functions,
aliases, macros. Two files are therefore never joined if a private name of one occurs in the other, unless both have the same
alias, or in a header that only the other includes. Nobody has to choose names with units in mind. Needs no parser: where the text leaves a doubt, the
files stay apart.
"""
import functools
import pathlib
import re
import sys

MOST_FILES = 8
MOST_LINES = 1500
# Comments, raw strings, strings and characters, lines of the preprocessor, identifiers, and the marks that matter.
TOKEN = re.compile(r'''
    //[^\n]* | /\*.*?\*/ | R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+'
  | (?P<line>^[ \t]*\#(?:\\\n|[^\n])*) | (?P<name>[A-Za-z_]\w*) | (?P<number>\d[\w.']*) | (?P<mark>::|->|[^\s\w])''',
                   re.VERBOSE | re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)")


def tokens_of(text):
    """The tokens without comments and literals, and the lines of the preprocessor."""
    tokens, lines = [], []
    for found in TOKEN.finditer(text):
        if found["line"]:
            lines.append(found["line"])
        elif found["name"] or found["mark"]:
            tokens.append(found[0])
    return tokens, lines


def names_in(tokens):
    """All identifiers but those that are members or qualified, and mean the same whatever else is there."""
    before = [""] + tokens
    return {token for token, last in zip(tokens, before) if token[0].isidentifier() and last not in (".", "->", "::")}


def declared(head):
    """Names that a declaration may declare, given its tokens up to its body or end."""
    found = set()
    if len(head) > 4 and re.fullmatch("(TYPED_)?TEST(_[FP])?", head[0]):
        return {f"{head[2]}_{head[4]}_Test"}  # a class of GoogleTest
    for i, token in enumerate(head):
        if token in ("struct", "class", "enum", "union") and (i == 0 or head[i - 1] not in ("<", ",")):
            return {name for name in head[i + 1:i + 3] if name.isidentifier()} - {"class", "final"}
        if token in ("(", "=", "[") and i > 0:
            found.add(head[i - 1])
        if token in ("(", "="):
            break
    if head:
        found.add(head[-1])
    return {name for name in found if name.isidentifier() and name not in ("nullptr", "true", "false")}


def names_declared(tokens, is_header):
    """Names that a file declares at the level of namespaces, those that are private if it is not a header; name -> text of those
    that stand for another."""
    found, aliases, scopes, head, depth, i = set(), {}, [], [], 0, 0
    while i < len(tokens):
        token = tokens[i]
        i += 1
        if token == "}" and depth == 0:
            if scopes:
                scopes.pop()
            head = []
        elif token == ";" and depth == 0:
            if head[:1] in (["using"], ["namespace"]):
                aliases[head[1] if "=" in head else head[-1]] = " ".join(head)
            elif is_header or "anonymous" in scopes or {"static", "constexpr", "const"} & set(head):
                found |= declared(head)
            head = []
        elif token == "{" and head[:1] in (["namespace"], ["inline"], ["extern"]) and "(" not in head:
            scopes.append("anonymous" if head == ["namespace"] else "named")
            head = []
        elif token == "{":
            begin, level = i, 1
            while i < len(tokens) and level > 0:
                level += {"{": 1, "}": -1}.get(tokens[i], 0)
                i += 1
            if is_header or "anonymous" in scopes or {"static", "constexpr"} & set(head):
                found |= declared(head)
            if "enum" in head and not {"class", "struct"} & set(head):
                found |= {name for name in tokens[begin:i] if name.isidentifier()}
            # A body ends a function; what else has braces ends with a semicolon.
            if i < len(tokens) and tokens[i] not in (";", ",", ")", "("):
                head = []
        else:
            if token in ("(", ")"):
                depth += 1 if token == "(" else -1
            head.append(token)
    return found, aliases


@functools.cache
def header(root, name):
    """Its identifiers, those that it declares at the level of namespaces, the namespaces, and the headers of the project that
    it includes."""
    path = root / name
    if not path.exists():
        return frozenset(), frozenset(), frozenset(), ()
    tokens, lines = tokens_of(path.read_text(encoding="utf-8"))
    macros = {found[1] for found in map(DEFINE.match, lines) if found}
    found, aliases = names_declared(tokens, True)
    joined = " ".join(tokens)
    namespaces = {word for names in re.findall(r"\bnamespace ([\w :]+) \{", joined) for word in names.split(" :: ")}
    # The names of all enumerations, those of classes, too: they hide others.
    for body in re.findall(r"\benum [^{};]*\{([^}]*)\}", joined):
        found.update(re.findall(r"[A-Za-z_]\w*", body))
    return (frozenset(names_in(tokens) | macros), frozenset(found | aliases.keys() | macros), frozenset(namespaces),
            tuple(found[1] for found in map(INCLUDE.match, lines) if found))


def closure(root, names):
    seen, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(header(root, name)[3])
    return seen


class Source:
    def __init__(self, root, path):
        text = pathlib.Path(path).read_text(encoding="utf-8")
        tokens, lines = tokens_of(text)
        self.path, self.lines = path, text.count("\n")
        macros = {found[1] for found in map(DEFINE.match, lines) if found}
        # A macro before a header may change what the header declares.
        includes = [i for i, line in enumerate(lines) if "include" in line]
        defines = [i for i, line in enumerate(lines) if DEFINE.match(line)]
        self.is_alone = bool(macros and includes and min(defines) < max(includes)) or "using namespace" in " ".join(tokens)
        private, self.aliases = names_declared(tokens, False)
        self.private = private | macros | self.aliases.keys()
        self.names = names_in(tokens) | self.private
        self.headers = closure(root, (found[1] for found in map(INCLUDE.match, lines) if found))

    def disturbs(self, other, root):
        if any(name not in self.aliases or other.aliases.get(name) != self.aliases[name] for name in self.private & other.names):
            return True
        # Headers mean what headers declare; parameters and members disturb nothing.
        declared_there = set().union(*(header(root, name)[1] for name in other.headers))
        meant = self.private & declared_there
        if any(meant & header(root, name)[0] for name in other.headers - self.headers):
            return True
        # A header of this file may overload a function that the other calls, or have a namespace of the same name.
        called = other.names & declared_there
        spaces = set().union(*(header(root, name)[2] for name in other.headers))
        return any(called & header(root, name)[1] or other.names & (header(root, name)[2] - spaces)
                   for name in self.headers - other.headers)


def batches(root, paths):
    made = []
    for path in paths:
        source = Source(root, path)
        if source.is_alone:
            continue
        for batch in made:
            if (len(batch) < MOST_FILES and sum(one.lines for one in batch) + source.lines <= MOST_LINES
                    and not any(one.disturbs(source, root) or source.disturbs(one, root) for one in batch)):
                batch.append(source)
                break
        else:
            made.append([source])
    return [batch for batch in made if len(batch) > 1]


def main():
    root = pathlib.Path(sys.argv[1])
    for group, batch in enumerate(batches(root, sys.argv[2:])):
        for source in batch:
            print(f"{source.path};{group}")


if __name__ == "__main__":
    main()
