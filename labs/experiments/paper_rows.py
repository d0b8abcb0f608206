"""Rows of `tools/figures papers`: a figure of a paper as published, as measured now, and as committed (labs/experiments/paper_figures.py).

A committed figure is read from the file that keeps it: docs/figures/*.json, or a table or a sentence of a document. It agrees when it is in the
interval that was measured now; half a unit of its last digit is allowed, so that a figure without an interval (one of a whole record) agrees when it
rounds to what is committed. A figure that no file keeps is neither right nor wrong.
"""
import dataclasses
import json
import math
import pathlib
import re

AGREES, DIFFERS, NOT_KEPT = "agrees", "differs", "none committed"
NUMBER = re.compile(r"(?<![\w.])([+-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+))(?: of (\d[\d,]*))?")
WILSON_Z = 1.959964  # 95 per cent


@dataclasses.dataclass(frozen=True)
class Figure:
    """A committed figure; `half` is half a unit of its last digit."""
    value: float
    half: float


@dataclasses.dataclass(frozen=True)
class Here:
    """A figure as it was measured now; low and high are the mean where it has no interval."""
    mean: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Row:
    paper: str  # "003"
    figure: str  # "figure 3"
    web: str  # "gen", "box", "webkb"
    quantity: str
    published: str  # "" where nothing was
    here: Here | None  # None: there is none now
    committed: Figure | None
    command: str

    def verdict(self):
        if self.committed is None:
            return NOT_KEPT
        if self.here is None:
            return DIFFERS
        slack = self.committed.half * (1 + 1e-9)
        return AGREES if self.here.low - slack <= self.committed.value <= self.here.high + slack else DIFFERS


def exactly(value):
    return Here(value, value, value)


def figures_in(text):
    """The numbers of a cell, "94 of 100" as a share."""
    found = []
    for number, of in NUMBER.findall(text.replace("**", "")):
        digits = number.replace(",", "")
        value, places = float(digits), len(digits.partition(".")[2])
        found.append(Figure(value / float(of.replace(",", "")), 0) if of else Figure(value, 0.5 * 10 ** -places))
    return found


def cells_of(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def committed_cell(root, file, heading, first, column, place=0):
    """Of the first table with the row `first` behind the line that begins with `heading`: the number at `place` in a column, by its head or number.

    Raises LookupError, with the place, when the document has no such figure.
    """
    lines = iter((root / file).read_text(encoding="utf-8").splitlines())
    if not any(line.startswith(heading) for line in lines):
        raise LookupError(f'{file}: no line begins with "{heading}"')
    heads, before = [], ""
    for line in lines:
        if not line.lstrip().startswith("|"):
            before = ""
            continue
        cells = cells_of(line)
        heads, before = (cells if not before else heads), line
        if cells[0].replace("**", "").strip("`") == first:
            at = heads.index(column) if isinstance(column, str) and column in heads else column
            numbers = figures_in(cells[at]) if isinstance(at, int) and at < len(cells) else []
            if place < len(numbers):
                return numbers[place]
            break
    raise LookupError(f'{file}, "{heading}": no figure in row "{first}", column {column}')


def of_book(value):
    """A figure of docs/figures/*.json; None where no draw has one."""
    return None if value is None or value["mean"] is None else value


def published_in(page):
    """(web, paper, quantity, subject) -> published, of a page that `laboratory figures` made."""
    found, paper, web = {}, "", ""
    for line in page.splitlines():
        if head := re.match(r"\*\*(.+)\*\*, web `(.+)`$", line):
            paper, web = head.groups()
        elif line.startswith("| ") and len(cells := cells_of(line)) == 5 and cells[1].startswith("`"):
            found[web, paper, cells[0], cells[1].strip("`")] = cells[2]
    return found


def split_paper(text):
    """"004 figure 5" -> ("004", "figure 5")."""
    paper, _, figure = text.partition(" ")
    return paper, figure


def rows_of_book(made, kept, name, command):
    """Rows of the page `name` that `laboratory figures` wrote to the folder `made`, beside the file in `kept`; figures of no paper are left out."""
    now, before = (json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for folder in (made, kept))
    published = published_in((made / f"{name}.md").read_text(encoding="utf-8"))
    rows = []
    for part, places in (("figures", 3), ("claims", 2)):
        for name_of in list(now[part]) + [lost for lost in before[part] if lost not in now[part]]:
            web, paper, *what = name_of.split("/", places)
            if not paper[0].isdigit():
                continue
            value, was = of_book(now[part].get(name_of)), of_book(before[part].get(name_of))
            if value is None and was is None:
                continue
            said = published.get((web, paper, *what), "") if part == "figures" else said_in_claim(what[0])
            here = Here(value["mean"], value["low"], value["high"]) if value else None
            rows.append(Row(*split_paper(paper), web, ": ".join(what), said, here, Figure(was["mean"], 0.00005) if was else None, command))
    return rows


def said_in_claim(claim):
    found = re.search(r"\(published ([^)]*)\)", claim)
    return found[1] if found else ""


def answer_of(text):
    """Rows of `porthole query --json`, as dictionaries."""
    answer = json.loads(text)
    return [dict(zip(answer["columns"], row)) for row in answer["rows"]]


def short(number):
    text = f"{number:.3f}" if abs(number) < 20 else f"{number:,.1f}"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def shown(row):
    """The row of a table in Markdown."""
    here = "-"
    if row.here:
        here = short(row.here.mean)
        if row.here.low != row.here.high:
            here += f" ({short(row.here.low)} to {short(row.here.high)})"
    kept = short(row.committed.value) if row.committed else "-"
    return f"| {row.paper} | {row.figure} | {row.web} | {row.quantity} | {row.published} | {here} | {kept} | {row.verdict()} | `{row.command}` |"


HEAD = ("| paper | figure or table | web | quantity | published | here (95 %) | committed | | command |\n|---|---|---|---|---|---|---|---|---|")


def written(path, text):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
