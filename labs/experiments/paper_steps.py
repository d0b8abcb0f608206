"""The programs that make the figures of `tools/figures papers`, with the parameters of the committed results (labs/experiments/paper_figures.py).

A step runs programs that are there already and reads what they print; it measures nothing itself. `lacks` names what it needs and does not have.
"""
import dataclasses
import pathlib
import shlex
import subprocess
import sys
from collections.abc import Callable

import paper_rows as rows
import readme_figures
from paper_rows import Here, Row

ROOT = readme_figures.ROOT
EXPERIMENTS = ROOT / "labs/experiments"
UTILITY, STRATEGIES, FIGURES = ("labs/results/utility.md", "labs/results/experiments.md", "docs/figures.md")
LARGE = "box of 163 sites"
GENERATED = ("003", "stops", "004", "001", "002", "effects", "recrawl")  # the pages with figures of papers


@dataclasses.dataclass(frozen=True)
class Laboratory:
    bin: pathlib.Path
    work: pathlib.Path
    record: pathlib.Path  # of the demonstration's box
    cache: pathlib.Path  # of its packages
    corpora: pathlib.Path | None  # webbox/ and webkb/
    large_cache: pathlib.Path  # packages of corpora/webbox/sites_dev.tsv

    def run(self, *command, accepted=(0,)):
        """Standard output; raises CalledProcessError for another exit code than those accepted."""
        words = [str(word) for word in command]
        print("papers: " + said(words), file=sys.stderr, flush=True)
        done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode not in accepted:
            raise subprocess.CalledProcessError(done.returncode, words)
        return done.stdout

    def corpus(self, name):
        return self.corpora / name if self.corpora else pathlib.Path("PORTHOLE_CORPORA") / name


@dataclasses.dataclass(frozen=True)
class Step:
    on: str  # generated, box, webkb
    what: str
    programs: tuple
    lacks: Callable  # of a Laboratory: a sentence, "" when nothing is lacking
    make: Callable  # of a Laboratory: its rows


def said(command):
    """A command as a person would type it: programs by their names, files of the tree relative to it."""
    words = [str(word).replace(f"{ROOT}/", "") for word in command]
    return shlex.join([pathlib.PurePath(words[0]).name, *words[1:]])


def program(lab, name):
    return lab.bin / name


def nothing(_):
    return ""


# Generated webs

def generated(lab):
    folder = lab.work / "generated"
    found = []
    for name in GENERATED:
        command = (program(lab, "laboratory"), "figures", "--folder", folder, "--paper", name)
        lab.run(*command)
        found += rows.rows_of_book(folder, ROOT / "docs/figures", name, said(command))
    return found


# Records of webs

# Kinds of link metadata: of schemas/queries/link-metadata.sql, and in docs/figures.md
KINDS = {"href": "href", "anchor text": "anchor text", "heading": "heading above a list", "surrounding text": "words beside the link", "title": "title",
         "alt": "alt", "name": "name", "onmouseover": "onmouseover"}


def link_metadata(lab, record, web, kept):
    """Table 1 of 003: kinds of link metadata of all links of a record. The answer has no row for a kind that no link has."""
    command = (program(lab, "porthole"), "query", record, "--ready", "link-metadata", "--json", "--seconds", 600)
    answers = {answer["metadata"]: answer for answer in rows.answer_of(lab.run(*command))}
    found = []
    for kind, name in KINDS.items():
        for quantity, column, at in (("share of links", "share_of_links", 2), ("share of pages", "share_of_pages", 3)):
            committed = rows.Figure(rows.committed_cell(ROOT, FIGURES, "**003 table 1**", name, at).value, 0.0005) if kept else None
            published = "the most frequent after the href" if (kind, at) == ("anchor text", 2) else ""
            here = rows.exactly(answers[kind][column] if kind in answers else 0.0)
            found.append(Row("003", "table 1", web, f"{quantity}: {name}", published, here, committed, said(command)))
    return found


def locality(lab, record, web, columns):
    """Figure 2 of 002: Spearman's rho of in-links, by distance. `columns` of labs/results/utility.md: (place of the number, all; between sites)."""
    command = (program(lab, "porthole"), "query", record, "--ready", "importance-locality", "--json", "--seconds", 600)
    published = {("all", "1 link"): ".36", ("all", "random"): "0", ("between sites", "1 link"): ".17"}
    found = []
    for answer in rows.answer_of(lab.run(*command)):
        scope, distance = answer["scope"], answer["distance"]
        if answer["rho"] is None:
            continue
        committed = None
        if columns:
            committed = rows.committed_cell(ROOT, UTILITY, "**Status locality**", distance, columns[scope], place=1)
        found.append(Row("002", "figure 2", web, f"rank correlation of in-links, {scope}: {distance}", published.get((scope, distance), ""),
                         Here(answer["rho"], answer["low"], answer["high"]), committed, said(command)))
    return found


# The demonstration's box

def lacks_record(lab):
    if (lab.record / "whole").exists() and not readme_figures.is_of_this_version(lab.record):
        return f"an earlier version of Porthole gathered the record in {lab.record}: remove it"
    if (lab.cache / "x").is_dir():
        return ""
    return f"there are no packages in {lab.cache}: `tools/figures strategies` downloads them (108 MB); or name their folder with --cache"


def demonstration_record(lab):
    if not (lab.record / "whole").exists():
        readme_figures.record(program(lab, "porthole"), lab.cache, lab.record, readme_figures.HUB_PACKAGES)
    return lab.record


def metadata_of_box(lab):
    return link_metadata(lab, demonstration_record(lab), "box", kept=True)


def played_on_box(lab):
    """The published strategies of the table of docs/claims.md; `learned` is of no paper."""
    options = type("Options", (), {"work": demonstration_record(lab), "cache": lab.cache, "hub_packages": readme_figures.HUB_PACKAGES})
    kept = readme_figures.kept()["measured"]
    papers = {"rw": ("003", "figure 3"), "rwb": ("003", "figure 3"), "hits-rw": ("003", "figure 3"), "soft-focus": ("004", "figures 3 and 4"),
              "breadth-first": ("003", "figure 3")}
    found = []
    for judge, words in readme_figures.JUDGES.items():
        measured = readme_figures.played(program(lab, "capped_play"), options, judge, list(papers))
        for strategy, figure in measured.items():
            committed = rows.Figure(kept[judge][strategy][0], 0.0005)
            quantity = f"share of the ceiling's pages, {words}: {strategy}"
            found.append(Row(*papers[strategy], "box", quantity, "", Here(*figure), committed, readme_figures.COMMAND))
    return found


# The box of corpora/webbox: 163 sites

def lacks_large_box(lab):
    if not lab.corpora or not (lab.corpora / "webbox/sites_dev.tsv").is_file():
        return "PORTHOLE_CORPORA does not name a folder with webbox/sites_dev.tsv"
    if (lab.large_cache / "x").is_dir():
        return ""
    return (f"there are no packages in {lab.large_cache} (1.25 GB): `porthole webbox --sites $PORTHOLE_CORPORA/webbox/sites_dev.tsv --cache DIR --fetch`"
            " downloads them; name DIR with --large-cache")


def large_record(lab):
    """At most 300 pages a site, breadth-first; without the sites of the corpus that are of no package.

    The record of the committed figures was ended by hand, with 19,099 pages."""
    folder = lab.work / "large"
    if not (folder / "whole").exists():
        listed = lab.corpus("webbox/seeds_dev.tsv").read_text(encoding="utf-8").splitlines()
        front_pages = ["https://" + line.split("\t")[2] for line in listed if line and not line.startswith("#")]
        readme_figures.record(program(lab, "porthole"), lab.large_cache, folder, readme_figures.HUB_PACKAGES, lab.corpus("webbox/sites_dev.tsv"), 300,
                              without_some=True, front_pages=front_pages)
    return folder


def locality_of_large(lab):
    return locality(lab, large_record(lab), LARGE, {"all": 1, "between sites": 2})


STEPS = [
    Step("generated", "the figures of docs/figures/", ("laboratory",), nothing, generated),
    Step("box", "table 1 of 003", ("porthole",), lacks_record, metadata_of_box),
    Step("box", "played crawls", ("porthole", "capped_play"), lacks_record, played_on_box),
    Step("box", "status locality", ("porthole",), lacks_large_box, locality_of_large),
]
