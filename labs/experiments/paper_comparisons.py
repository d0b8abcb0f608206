"""Figures that `porthole compare` reports, and those of WebKB, for `tools/figures papers` (labs/experiments/paper_figures.py).

Compare begins each crawl of a repeat at one half of the seeds: coverage, shared pages and distances are those of 000, section 3.5 and 3.6, and 004,
section 4.3. Its intervals are the least and the most of its runs, which are the same for the same command.
"""
import json
import sqlite3
import sys
from xml.sax.saxutils import escape, quoteattr

import paper_rows as rows
import paper_steps as steps
import readme_figures
import webkb_collection
from paper_rows import Here, Row

REPEATS = 3
STRATEGIES = ("soft-focus", "hard-focus", "breadth-first")
# (figure, quantity, where a strategy of report.json has it, published for soft focus)
COMPARED = [
    (("000", "figure 6"), "coverage of URLs", ("coverage", "urls"), ".83"),
    (("000", "figure 6"), "coverage of servers", ("coverage", "servers"), ".90"),
    (("004", "figure 6"), "shared URLs", ("overlap", "share", "pages"), ".90 (cycling), .60 (mutual funds)"),
    (("004", "figure 7"), "shared servers", ("overlap", "share", "servers"), "higher than of URLs"),
    (("004", "figure 9, 000 figure 7"), "distance of the top 100 authorities", ("authority_distance",), "many at 4 to 12 links"),
]


def inner(value, path):
    for key in path:
        value = value[key]
    return value


def spread(value):
    """Mean, least and most of the runs; None where no run has the figure."""
    return None if value["mean"] is None else Here(value["mean"], value["min"], value["max"])


def compare(lab, folder, out, pages, strategies, *options):
    """report.json of a comparison, and its command. Exit code 1 says that some seeds could not be used."""
    command = (steps.program(lab, "porthole"), "compare", folder, "--labels", folder / "labels.tsv", "--pages", pages, "--out", out, "--strategies",
               ",".join(strategies), *options)
    lab.run(*command, accepted=(0, 1))
    return json.loads((out / "report.json").read_text(encoding="utf-8")), steps.said(command)


def by_strategy(report):
    return {strategy["strategy"]: strategy for strategy in report["strategies"]}


# The demonstration's box

def is_within(topic, path):
    return topic == path or topic.startswith(path + "/")


def sites():
    """(base without scheme, topic, whether it is the package hub)"""
    listed = (line.split("\t") for line in readme_figures.SITES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return [(cells[3], cells[4], cells[1] == "_hub") for cells in listed]


def labels(keys, listed):
    """Each URL of the record with the topic of its site, which is that of the longest base it begins with."""
    bases = sorted(((base, topic) for base, topic, _ in listed), key=lambda site: -len(site[0]))
    lines = []
    for key in keys:
        address = key.partition("://")[2]
        topic = next((topic for base, topic in bases if address.startswith(base)), None)
        if topic:
            lines.append(f"{key}\t{topic}\n")
    return "".join(lines)


def specification(topic, title, terms, listed, archive):
    """A crawl of a topic over a recorded box from the front pages of its sites, at most 60 pages of a site but for the hub."""
    seeds = "".join(f"<seed url={quoteattr('https://' + base)}/>" for base, of, _ in listed if is_within(of, topic))
    hubs = "".join(f"<site prefix={quoteattr('https://' + base)} pages=\"0\"/>" for base, _, is_hub in listed if is_hub)
    words = "".join(f"<term>{escape(term)}</term>" for term in terms)
    files = "".join(f"<recorded file={quoteattr(str(file))}/>" for file in archive)
    return (f'<collection xmlns="urn:porthole:specification:1" name={quoteattr(topic.replace("/", "-"))}>\n<topic title={quoteattr(title)}>{words}</topic>\n'
            f'<seeds>{seeds}</seeds>\n<scope sitemaps="no"><accept scheme="http https"/><limit pages="0" pages-per-site="{readme_figures.PAGES_OF_SITE}"/>'
            f"{hubs}</scope>\n<network>{files}</network>\n</collection>\n")


def reported_topics():
    listed = (line.split("\t") for line in readme_figures.TOPICS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return [(topic, title, terms.split(";")) for topic, title, terms, use in listed if use == "report"]


def keys_of(repository):
    database = sqlite3.connect(f"file:{repository}?mode=ro", uri=True)
    try:
        return [key for key, in database.execute("SELECT url.key FROM page JOIN url USING (id) ORDER BY url.key")]
    finally:
        database.close()


def comparisons_on_box(lab):
    """Means over the reported topics with two sites or more, with the interval over topics of the table of docs/claims.md."""
    record, listed, found = steps.demonstration_record(lab), sites(), []
    archive = sorted((record.resolve() / "archive").glob("*.warc*"))
    labelled = labels(keys_of(record / "repository.db"), listed)
    for topic, title, terms in reported_topics():
        if sum(is_within(of, topic) for _, of, _ in listed) < 2:
            continue
        folder = lab.work / "box" / topic.replace("/", "-")
        rows.written(folder / "porthole.xml", specification(topic, title, terms, listed, archive))
        rows.written(folder / "labels.tsv", labelled)
        report, command = compare(lab, folder, folder / "out", readme_figures.PAGES, STRATEGIES, "--topic", topic, "--repeats", REPEATS)
        found += [(topic, strategy, index, inner(figures, path)["mean"]) for strategy, figures in by_strategy(report).items()
                  for index, (_, _, path, _) in enumerate(COMPARED)]
    return rows_over_topics(found, command)


def rows_over_topics(found, command):
    """`found` has (topic, strategy, place in COMPARED, mean of its runs or None)."""
    made = []
    for index, (figure, quantity, _, published) in enumerate(COMPARED):
        for strategy in STRATEGIES:
            runs = [{"topic": topic, "strategy": strategy, "found": mean, "ceiling": 1} for topic, of, place, mean in found
                    if (of, place) == (strategy, index) and mean is not None]
            here = Here(*readme_figures.interval(runs, strategy)) if runs else None
            made.append(Row(*figure, "box", f"{quantity}: {strategy}", published if strategy == "soft-focus" else "", here, None, command))
    return made


# WebKB

def lacks_webkb(lab):
    if lab.corpora and (lab.corpora / "webkb/webkb.warc.gz").is_file() and (lab.corpora / "webkb/labels.tsv").is_file():
        return ""
    return "PORTHOLE_CORPORA does not name a folder with webkb/webkb.warc.gz and webkb/labels.tsv"


def crawls_of_webkb(lab):
    """Crawls for courses and for students, from the front pages of three departments."""
    found = []
    for topic, column in (("course", 1), ("student", 3)):
        folder = lab.work / "webkb" / topic
        lab.run(sys.executable, steps.EXPERIMENTS / "webkb_collection.py", lab.corpus("webkb"), folder, topic)
        lab.run(steps.program(lab, "porthole"), "train", folder, accepted=(0, 1))  # 1: some examples are no pages
        report, command = compare(lab, folder, folder / "out", 1000, ("breadth-first", "rw", "soft-focus", "oracle"), "--topic", topic, "--repeats", 1)
        found += webkb_rows(by_strategy(report), topic, column, command)
    return found


def webkb_rows(strategies, topic, column, command):
    """`column` of labs/results/experiments.md has the pages on topic, the next the area."""
    found = []
    for strategy, figures in strategies.items():
        paper = ("004", "figures 3 and 4") if strategy == "soft-focus" else ("003", "figure 3")
        for name, key, at in (("pages on topic", "relevant", column), ("area", "area", column + 1)):
            committed = rows.committed_cell(steps.ROOT, steps.STRATEGIES, "Of 1,000 pages, found on topic", strategy, at)
            found.append(Row(*paper, "webkb", f"{name} of 1,000, {topic}: {strategy}", "", spread(figures[key]), committed, command))
    for figure, quantity, path, published in COMPARED:
        if here := spread(inner(strategies["soft-focus"], path)):
            found.append(Row(*figure, "webkb", f"{quantity}, {topic}: soft-focus", published, here, None, command))
    return found


def whole_webkb(lab):
    """A collection of all labelled pages."""
    folder = lab.work / "webkb" / "whole"
    if (folder / "whole").exists():
        return folder
    seeds = "".join(f"<seed url={quoteattr(row['url'])}/>\n" for row in webkb_collection.rows_of(lab.corpus("webkb")))
    warc = quoteattr(str(lab.corpus("webkb/webkb.warc.gz").resolve()))
    rows.written(folder / "porthole.xml", '<collection xmlns="urn:porthole:specification:1" name="webkb">\n'
                 '<topic title="university"><term>university</term></topic>\n'
                 f'<seeds>{seeds}</seeds>\n<scope sitemaps="no"><accept scheme="http https"/><limit pages="0" pages-per-site="0"/></scope>\n'
                 f'<strategy name="breadth-first"/>\n<network><recorded file={warc}/></network>\n</collection>\n')
    lab.run(steps.program(lab, "porthole"), "gather", folder, "--quiet")
    (folder / "whole").touch()
    return folder


def records_of_webkb(lab):
    record = whole_webkb(lab)
    return steps.link_metadata(lab, record, "webkb", kept=False) + steps.locality(lab, record, "webkb", {"all": 3, "between sites": 4})



STEPS = [
    steps.Step("box", "coverage, shared pages, distances", ("porthole",), steps.lacks_record, comparisons_on_box),
    steps.Step("webkb", "crawls", ("porthole",), lacks_webkb, crawls_of_webkb),
    steps.Step("webkb", "metadata, locality", ("porthole",), lacks_webkb, records_of_webkb),
]
