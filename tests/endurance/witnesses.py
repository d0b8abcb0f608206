#!/usr/bin/env python3
"""Checks a crawl by three witnesses: what the crawler says, its archive, and the log of the web server that it crawled.

    witnesses.py --done FILE --log FILE --warc FOLDER [--settled FILE]

It works for any crawler that writes WARC files, and is meant to be run after the crawler was killed and started again, as often as
you like:

  --done     a line for each URL that the crawler reports as fetched
  --log      the server's log, a line for each answer in order: "NUMBER STATUS URL" (tests/endurance/web.py), or the combined
             form of nginx and Apache, whose paths are put behind --origin
  --warc     the folder with its archive (*.warc.gz, one gzip member a record)
  --settled  lines "POSITION URL": after so many lines of the log the crawler said that it was done with this URL

Told as faults, each on a line of its own; the exit code is 1 if there is one:

  lost       a URL that the crawler reports, without a record in the archive, or that the server never answered with 200
  twice      a URL that is reported twice, or has two records with status 200
  asked again  a settled URL that was asked for after the position at which it was settled
  damaged    a record that cannot be read, or has another digest than it states
"""
import argparse
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import warc  # noqa: E402

COMBINED = re.compile(r'"(?:GET|POST) (\S+) HTTP/[\d.]+" (\d{3})')


def read_log(file, origin=""):
    """[(status, URL)], in order."""
    answers = []
    for line in pathlib.Path(file).read_text(encoding="utf-8", errors="replace").splitlines():
        if combined := COMBINED.search(line):
            path, status = combined.groups()
            answers.append((int(status), path if path.startswith("http") else origin + path))
        elif len(parts := line.split(" ", 2)) == 3:
            answers.append((int(parts[1]), parts[2]))
    return answers


def read_archive(folder, end=None):
    """(records with status 200 by URL, faults). `end`: (file name, offset) of what was committed, all when None."""
    places, faults = collections.defaultdict(list), []
    for file in warc.files(folder):
        if end and file.name > end[0]:
            break
        try:
            for record in warc.read(file, end[1] if end and file.name == end[0] else None):
                record.check_digests()
                if record.type == "response" and record.status() == 200:
                    places[record.url].append((file.name, record.offset))
        except warc.Damage as damage:
            faults.append(f"damaged: {damage}")
    return places, faults


def compare(done, answers, archive, settled=()):
    """The faults. `done`: URLs; `answers`: of read_log(); `archive`: of read_archive(); `settled`: {URL: position}."""
    places, faults = archive
    faults = list(faults)
    answered = {url for status, url in answers if status == 200}
    for url, times in collections.Counter(done).items():
        if times > 1:
            faults.append(f"twice: {url} is reported {times} times")
        if not places.get(url):
            faults.append(f"lost: {url} is reported and has no record")
        if url not in answered:
            faults.append(f"lost: {url} is reported and was never answered")
    for url, found in places.items():
        if len(found) > 1:
            faults.append(f"twice: {url} has {len(found)} records")
    last_asked = {url: number for number, (_, url) in enumerate(answers, 1)}
    for url, position in dict(settled).items():
        if last_asked.get(url, 0) > position:
            faults.append(f"asked again: {url}, settled after {position} answers, was answered as number {last_asked[url]}")
    return faults


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--done", required=True)
    options.add_argument("--log", required=True)
    options.add_argument("--warc", required=True)
    options.add_argument("--settled")
    options.add_argument("--origin", default="", help="scheme and host of the server, for logs that have paths alone")
    chosen = options.parse_args()
    done = [line for line in pathlib.Path(chosen.done).read_text(encoding="utf-8").splitlines() if line]
    settled = {}
    if chosen.settled:
        for line in pathlib.Path(chosen.settled).read_text(encoding="utf-8").splitlines():
            position, _, url = line.partition(" ")
            settled[url] = int(position)
    faults = compare(done, read_log(chosen.log, chosen.origin), read_archive(chosen.warc), settled)
    for fault in faults:
        print(fault)
    print(f"{len(done)} URLs, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
