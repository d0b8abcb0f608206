#!/usr/bin/env python3
"""general_words.py: the words that texts of any subject have, measured on the manual pages of this machine

    tools/general_words.py > examples/general_words.txt

Each Debian package with English manual pages counts as one site, by at most three of its pages, which are drawn with a fixed seed. A line of the
result is a word, or two words that follow each other, and the share of the packages that have it, in whole per cent; those of fewer
than LEAST per cent are left out. `porthole expand` sets the pages of a topic against these words before the first crawl (docs/expander.md).
"""
import collections
import datetime
import gzip
import pathlib
import random
import re

LEAST = 3
PAGES = 3
MANUAL = re.compile(r"/usr/share/man/man[1-8]/\S+\.gz$")
# The frames of web pages, which manual pages do not have; they count as if each site had them.
FRAMES = """about account blog contact content cookie cookies copyright dark download email facebook faq footer forum github header homepage
instagram license light linkedin login logo logout menu mobile navigation newsletter next online page pages policy post posted posts previous print
privacy quick register reserved rights rss search share sidebar sign site sitemap skip social subscribe tags terms theme toggle top topics twitter
website welcome youtube"""
# Words that carry no information, as topics/text/term_extractor.cc has them, need no line; these keep pairs apart.
BREAKS = set("a an and are as at be been but by can for from had has have if in into is it its may more not of on or so such than that the their then "
             "there these they this to was were when which while will with would you your".split())


def pages_of_packages():
    """{package: its manual pages}"""
    found = {}
    for listed in sorted(pathlib.Path("/var/lib/dpkg/info").glob("*.list")):
        pages = sorted(line for line in listed.read_text(errors="replace").split("\n") if MANUAL.match(line) and pathlib.Path(line).exists())
        if pages:
            found[listed.name.removesuffix(".list").split(":")[0]] = pages
    return found


def text_of(page):
    """The words of a page in roff, without requests and escapes."""
    lines = []
    for line in gzip.open(page, "rt", errors="replace"):
        if line.startswith((".\\\"", "'\\\"", ".TH", ".so", ".de", ".ds", ".nr", ".if", ".ie", ".el")):
            continue
        line = re.sub(r"^[.'][A-Za-z]{1,3}\b", " ", line)
        line = re.sub(r"\\f.|\\\*\(..|\\\((..)|\\[&|^]|\\s[-+]?\d+", "", line).replace("\\-", "-")
        lines.append(line)
    return " ".join(lines)


def terms_of(text):
    """Words, and pairs of words with nothing between them but white space."""
    terms = set()
    last = ""
    for word, gap in re.findall(r"([A-Za-z]+)([^A-Za-z]*)", text):
        word = word.lower()
        if word in BREAKS or len(word) > 20 or len(word) < 3:
            last = ""
            continue
        terms.add(word)
        if last:
            terms.add(last + " " + word)
        last = word if gap.isspace() else ""
    return terms


def main():
    draw = random.Random(1)
    packages = pages_of_packages()
    having = collections.Counter()
    for pages in packages.values():
        terms = set()
        for page in draw.sample(pages, min(PAGES, len(pages))):
            terms |= terms_of(text_of(page))
        having.update(terms)
    shares = {term: round(100 * count / len(packages)) for term, count in having.items()}
    shares = {term: share for term, share in shares.items() if share >= LEAST}
    shares.update({word: 100 for word in FRAMES.split()})
    print(f"# Words of any subject, with the share of {len(packages)} packages of Debian whose manual pages have them, in per cent;")
    print(f"# those of 100 are the frames of web pages. Made by tools/general_words.py, {datetime.date.today()}.")
    for term in sorted(shares):
        print(f"{shares[term]}\t{term}")


if __name__ == "__main__":
    main()
