#!/usr/bin/env python3
"""Makes a collection of the WebKB web (labs/results/experiments.md, section WebKB).

  labs/experiments/webkb_collection.py CORPUS FOLDER TOPIC

CORPUS has webkb.warc.gz (the pages as a recorded web) and labels.tsv (url, class, university). TOPIC is one of the
classes. The crawls go to Cornell, Texas and Washington, each from the front page of its department. The classifier's
examples are the pages of all other universities; the crawls may not go there. Then:

  porthole train FOLDER
  porthole compare FOLDER --labels FOLDER/labels.tsv --topic TOPIC ...
"""
import csv
import os
import sys
from xml.sax.saxutils import quoteattr

HELD_OUT = "misc"
CRAWLED = "*.cornell.edu *.utexas.edu *.washington.edu"


def is_held_out(row):
    return row["university"] == HELD_OUT


def taxonomy(rows, topic):
    lines = ['<taxonomy xmlns="urn:porthole:taxonomy:1" title="Pages of universities">']
    for name in sorted({row["class"] for row in rows}):
        mark = ' mark="good"' if name == topic else ""
        lines.append(f'  <topic name="{name}"{mark}>')
        lines += [f'    <example url={quoteattr(row["url"])}/>'
                  for row in rows if row["class"] == name and is_held_out(row)]
        lines.append("  </topic>")
    return "\n".join(lines + ["</taxonomy>"]) + "\n"


def specification(rows, topic, warc):
    seeds = "".join(f'<seed url={quoteattr(row["url"])}/>\n'
                    for row in rows if row["class"] == "department" and not is_held_out(row))
    return (f'<collection xmlns="urn:porthole:specification:1" name="webkb-{topic}">\n'
            f'<topic title="{topic}"><taxonomy file="taxonomy.xml"/></topic>\n<seeds>\n{seeds}</seeds>\n'
            f'<scope sitemaps="no"><accept host="{CRAWLED}"/>'
            f'<limit hops="0"/></scope>\n'
            f'<network><recorded file={quoteattr(warc)}/></network>\n</collection>\n')


def rows_of(corpus):
    with open(os.path.join(corpus, "labels.tsv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    corpus, folder, topic = sys.argv[1:]
    rows = rows_of(corpus)
    if topic not in {row["class"] for row in rows}:
        sys.exit(f"no page is labelled {topic}")
    os.makedirs(folder, exist_ok=True)
    warc = os.path.abspath(os.path.join(corpus, "webkb.warc.gz"))
    for name, text in (("taxonomy.xml", taxonomy(rows, topic)), ("porthole.xml", specification(rows, topic, warc)),
                       ("labels.tsv", "".join(f'{row["url"]}\t{row["class"]}\n' for row in rows))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
