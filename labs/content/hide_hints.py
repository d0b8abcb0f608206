#!/usr/bin/env python3
"""hide_hints.py CACHE OUT: pages of a web in a box whose main content is known, with the hints hidden.

In:  CACHE, the folder of a web in a box (porthole webbox --cache CACHE): CACHE/x/PACKAGE/...
Out: OUT/PACKAGE/N.html, up to 20 pages of each site with 12 or more, in random order; N.txt, the main content.

The main content of a page is its only <main>, role=main or div.body. That element and those around it lose
their role, class and id, and <main> becomes <div>, so that an extractor has to find it by other means.
Needs Debian's python3-lxml. labs/content/site_templates measures on the result.
"""

import os
import random
import re
import sys

import lxml.html

PAGES, LEAST_PAGES, MOST_BYTES, LEAST_WORDS = 20, 12, 300_000, 30
TRUTH = ("//main", '//*[@role="main"]', '//div[@class="body"]')
LISTS = re.compile(r"genindex|search|modindex")


def html_files(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".html", ".htm")) and not LISTS.search(name):
                yield os.path.join(path, name)


def main_element(page):
    for query in TRUTH:
        found = page.xpath(query)
        if len(found) == 1:
            return found[0]
    return None


def without_hints(file):
    """The page without hints and its main content, or None."""
    if os.path.getsize(file) > MOST_BYTES:
        return None
    with open(file, "rb") as html:
        try:
            page = lxml.html.document_fromstring(html.read())
        except (lxml.etree.ParserError, ValueError):
            return None
    main = main_element(page)
    if main is None:
        return None
    for script in main.xpath(".//script|.//style"):
        script.drop_tree()
    text = " ".join(main.itertext())
    if len(re.findall(r"\w+", text)) < LEAST_WORDS:
        return None
    element = main
    while element is not None and element.tag not in ("body", "html"):
        if element.tag == "main":
            element.tag = "div"
        for name in ("role", "id", "class"):
            element.attrib.pop(name, None)
        element = element.getparent()
    return lxml.html.tostring(page, encoding="utf-8", doctype="<!DOCTYPE html>"), text


def main(cache, out):
    random.seed(1)
    for site in sorted(os.listdir(os.path.join(cache, "x"))):
        files = sorted(html_files(os.path.join(cache, "x", site)))
        random.shuffle(files)
        pages = []
        for file in files[: 3 * PAGES]:
            page = without_hints(file)
            if page and len(pages) < PAGES:
                pages.append(page)
        if len(pages) < LEAST_PAGES:
            continue
        os.makedirs(os.path.join(out, site), exist_ok=True)
        for number, (html, text) in enumerate(pages):
            with open(os.path.join(out, site, f"{number}.html"), "wb") as file:
                file.write(html)
            with open(os.path.join(out, site, f"{number}.txt"), "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
