#!/usr/bin/env python3
"""Rounds of `update` over a blog, a forum and a wiki that change between them: diary.py --count N [--days D]

A round is D days after the one before. Pages are new, changed, moved (301) and gone; the forum answers every request with a challenge
for a while; the wiki's template changes on every page; the disk is full once; the clock is a year ahead once. The assertions are a user's:
every page that the sites have is found after the round that could see it, none that has been gone for long, none of the site that is about
something else; the report of each round adds up, and the program's own check agrees. A round in which nothing changed asks for at most
one of twenty pages and makes no summary and no document anew.

Counts are added up in the ledger, so that many runs come together.
"""
import argparse
import collections
import json
import pathlib
import random
import sys
import time

import bench
import ledger
import web as generated

DAY = 24 * 3600
REFRESHED = 3  # days, of <refresh after>
MOST_OF_QUIET = .05  # of the known pages, in requests
GONE = 7  # days from the first failure to the last
SPECIFICATION = """<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="urn:porthole:specification:1" name="bees">
<agent name="porthole" version="1.0" email="crawl@porthole-tests.net"/>
<topic title="Beekeeping"><term>hive</term><term>varroa</term><term>honey</term><term>queen</term></topic>
<seeds><seed url="http://blog.test/"/><seed url="http://forum.test/"/><seed url="http://wiki.test/"/></seeds>
<scope></scope>
<refresh after="{refreshed}d" failures="3" days="{gone}"/>
<network><gateway url="{gateway}"/></network>
</collection>
"""
WORDS = ("hive varroa honey queen brood comb wax nectar pollen swarm drone smoker frame super syrup apiary sting colony forage clover "
         "heather linden spring summer autumn winter cluster mite oxalic acid treatment count board feeder entrance landing").split()
CHALLENGE = """<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title>
<meta name="robots" content="noindex,nofollow"><script id="anubis_version" type="application/json">"v1.21.0"</script></head>
<body><h1>Making sure you&#39;re not a bot!</h1><p>Loading...</p><script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>
<p>Protected by Anubis from Techaro.</p></body></html>"""


class Sites(generated.Web):
    """The three sites and one about cheese, as they are today."""

    def __init__(self, pages, seed):
        self.random, self.number, self.texts, self.moved = random.Random(seed), 0, {}, {}
        self.challenges, self.template = False, "Home Contact"
        super().__init__(1, 1)
        for site in ("blog", "forum", "wiki"):
            for _ in range(pages):
                self.add(site)

    def add(self, site):
        """A new page; returns its URL."""
        self.number += 1
        url = f"http://{site}.test/{ {'blog': 'post', 'forum': 'thread', 'wiki': 'article'}[site]}/{self.number}"
        self.change(url)
        return url

    def change(self, url):
        """Another text, with a word that no other text has; returns the word."""
        self.number += 1
        word = "zq" + "".join(chr(ord("a") + int(digit)) for digit in str(self.number)) + "x"
        others = " ".join(f"{self.random.choice(WORDS)}{self.random.randrange(1000)}" for _ in range(80))
        self.texts[url] = word, "A hive with its queen, honey and varroa. " + others
        return word

    def of(self, site):
        return [url for url in self.texts if url.startswith(f"http://{site}.test/")]

    def fronts(self):
        return {f"http://{site}.test/" for site in ("blog", "forum", "wiki")}

    def answer(self, host, path):
        url, site = f"http://{host}{path}", host.split(".")[0]
        if site == "forum" and self.challenges:
            return 200, "text/html", "", CHALLENGE
        if path == "/robots.txt":
            return 200, "text/plain", "", "User-agent: *\nDisallow:\n" + (
                "Sitemap: http://wiki.test/sitemap.txt\n" if site == "wiki" else "")
        if url in self.moved:
            return 301, "text/plain", self.moved[url], ""
        if site == "cheese" and path == "/":
            return 200, "text/html", "", "<title>Cheese</title><h1>Cheese</h1><p>" + "Cheddar and gouda ripen in the cellar. " * 9
        if url == "http://wiki.test/sitemap.txt":
            return 200, "text/plain", "", "".join(one + "\n" for one in self.of("wiki"))
        if url == "http://blog.test/feed":
            return 200, "application/rss+xml", "", self.feed()
        if path == "/" and url in self.fronts():
            return 200, "text/html", "", self.front(site)
        if url in self.texts:
            return 200, "text/html", "", self.page(url)
        return 404, "text/html", "", "<title>Not found</title>not here"

    def feed(self):
        items = "".join(f"<item><title>{url}</title><link>{url}</link></item>" for url in self.of("blog")[-10:])
        return (f"<?xml version='1.0'?><rss version='2.0'><channel><title>Bees</title><link>http://blog.test/</link>"
                f"<description>beekeeping</description>{items}</channel></rss>")

    def frame(self, site, title, text):
        head = "<link rel=alternate type='application/rss+xml' href='/feed'>" if site == "blog" else ""
        nav = self.template if site == "wiki" else "Home About"
        return (f"<!doctype html><html lang=en><head><title>{title}</title>{head}</head><body><nav>{nav}</nav><main><h1>{title}</h1>"
                f"{text}</main><footer>Beekeeping {site}</footer></body></html>")

    def front(self, site):
        links = "".join(f"<p><a href='{url}'>Of the hive: {self.texts[url][0]}</a></p>" for url in reversed(self.of(site)))
        cheese = "<p><a href='http://cheese.test/'>A neighbour who makes cheese</a></p>" if site == "blog" else ""
        return self.frame(site, f"The {site} of the beekeepers", f"<p>All about the hive and its queen.</p>{links}{cheese}")

    def page(self, url):
        word, text = self.texts[url]
        return self.frame(url[7:].split(".")[0], f"Beekeeping: {word}", f"<p>{text} {word}.</p>")


class Diary:
    def __init__(self, options):
        self.bench = bench.Bench(options.program, 1, 1)
        self.library = pathlib.Path(options.library).resolve()
        self.rounds, self.days, self.counts = options.count, options.days, collections.Counter()
        self.random = random.Random(options.seed)
        self.sites = self.bench.web = Sites(options.pages, options.seed)
        self.today, self.leap = 0, 0
        self.gone, self.changed, self.new = {}, {}, {}  # URL -> day, URL -> day, URL -> word
        self.indexed, self.looked_for, self.quiet = 0, 0, []
        self.folder = self.bench.work / "bees"
        self.folder.mkdir()
        (self.folder / "porthole.xml").write_text(
            SPECIFICATION.format(gateway=self.sites.gateway, refreshed=REFRESHED, gone=GONE), encoding="utf-8")
        # So that a run of any length has each of them once.
        at = {name: max(1, round(self.rounds * share)) for name, share in (
            ("challenge", .25), ("template", .45), ("full", .6), ("clock", .75))}
        self.challenged = range(at["challenge"], at["challenge"] + (3 if self.rounds > 10 else 1))
        self.template_at, self.full_at, self.clock_at = at["template"], at["full"], at["clock"]

    def environment(self, **settings):
        # The library comes before the sanitizers' own: they are content with that if told so.
        names = {"LD_PRELOAD": str(self.library), "PORTHOLE_FAULT_AHEAD": str(int(self.today * DAY + self.leap)),
                 "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0:new_delete_type_mismatch=0"}
        return {**names, **{f"PORTHOLE_FAULT_{name.upper()}": str(value) for name, value in settings.items()}}

    def fault(self, text):
        self.bench.fault(f"day {self.today}: {text}")

    def run(self):
        self.update()
        self.look()
        for number in range(1, self.rounds + 1):
            self.today, began = self.today + self.days, time.monotonic()
            self.live(number)
            if number == self.full_at:
                self.fill_the_disk()
            self.leap = 365 * DAY if number == self.clock_at else 0
            self.update()
            self.leap = 0
            self.look()
            if (number % 5 == 0 or number == self.rounds) and not self.sites.challenges:
                self.quiet_update()
            self.counts["rounds"] += 1
            print(f"round {number}: {self.indexed} pages, {time.monotonic() - began:.1f} s", flush=True)
        code, out, err = self.bench.run("check", "repository", self.folder, environment=self.environment(), timeout=600)
        if code != 0 or "would leave" in out or "without a document" in out or "should not be there" in out:
            self.fault(f"check repository ended with {code}: {out}{err}")

    def live(self, number):
        """What happens on the sites between two rounds."""
        sites, self.new = self.sites, {}
        sites.challenges = number in self.challenged
        if number == self.template_at:
            sites.template = "Start Rules Imprint Donate Login of the wiki"
        for site in ("blog", "forum", "wiki"):
            if not (site == "forum" and sites.challenges):
                url = sites.add(site)
                self.new[url] = sites.texts[url][0]
            self.changed[self.random.choice(sites.of(site)[:-1])] = self.today
        for url, day in self.changed.items():
            if day == self.today:
                sites.change(url)
        if number % 4 == 1:
            self.take_away(self.random.choice(sites.of("blog")[:-2]))
        if number % 4 == 2:
            old = self.random.choice([url for url in sites.of("wiki")[:-2] if "/article/" in url])
            moved = old.replace("/article/", "/page/")
            sites.texts[moved], sites.moved[old] = sites.texts[old], moved
            self.take_away(old)
            self.changed.pop(old, None)
            self.new[moved] = sites.texts[moved][0]

    def take_away(self, url):
        del self.sites.texts[url]
        self.changed.pop(url, None)
        self.gone[url] = self.today

    def fill_the_disk(self):
        """A round on a full disk ends with a message; the next one must have all."""
        settings = {"below": self.folder, "calls": "write", "error": "ENOSPC", "lasts": "on", "at": self.random.randint(5, 200)}
        code, _, err = self.bench.run("update", self.folder, "--quiet", environment=self.environment(**settings), timeout=600)
        if not bench.ended_well(code) or code == 0 or not err:
            self.fault(f"update on a full disk ended with {code}: {err}")
        self.indexed = None

    def update(self):
        code, out, err = self.bench.run("update", self.folder, "--json", environment=self.environment(), timeout=600)
        if code not in (0, 1):
            return self.fault(f"update ended with {code}: {err}")
        sums = json.loads(out)["index"]["sums"]
        if sums["before"] + sums["new"] - sums["gone"] != sums["after"] or sums["difference"] != 0:
            self.fault(f"the report does not add up: {sums}")
        if sum(one["pages"] for one in sums["left"]) != sums["gone"]:
            self.fault(f"the causes do not add up: {sums}")
        if sums["kept"]:
            self.fault(f"pages were kept from leaving: {sums['kept']}")
        if self.indexed is not None and sums["before"] != self.indexed:
            self.fault(f"the index had {sums['before']} pages, and {self.indexed} after the last round")
        self.indexed = sums["after"]
        return None

    def quiet_update(self):
        """A second round of a day, in which nothing has changed."""
        before = self.sites.position()
        code, out, err = self.bench.run("update", self.folder, "--json", environment=self.environment(), timeout=600)
        requests = self.sites.position() - before
        known = len(self.sites.texts) + len(self.sites.fronts()) + 2  # The cheese and the feed.
        self.quiet.append(f"{requests} of {known} ({requests / known:.1%})")
        if code != 0 or requests > MOST_OF_QUIET * known:
            self.fault(f"a quiet round ended with {code} and asked for {requests} of {known} pages: {err}")
            return
        report = json.loads(out)
        self.indexed = report["index"]["sums"]["after"]
        if report["summarize"]["summarized"] != 0 or report["index"]["indexed"] != 0:
            self.fault(f"a quiet round made things anew: {report['summarize']}, {report['index']}")

    def results(self, query):
        found = {}
        for first in range(0, bench.MOST_RESULTS, bench.RESULTS_AT_ONCE):
            for _ in range(20):  # A busy machine may keep a search from its end in time, which says so.
                code, out, err = self.bench.run("search", self.folder, query, "--json", "--from", first, "--size",
                                                bench.RESULTS_AT_ONCE, environment=self.environment())
                if code != 0:
                    self.fault(f"search ended with {code}: {err}")
                    return found
                if not any("took too long" in note for note in json.loads(out)["notes"]):
                    break
            results = json.loads(out)["results"]
            found.update((one["url"], one["title"]) for one in results)
            if len(results) < bench.RESULTS_AT_ONCE:
                break
        return found

    def is_overdue(self, url):
        """It was taken away, and each round since then could tell."""
        due = max(GONE, 2 * self.days) + (0 if self.days > REFRESHED else REFRESHED + self.days)
        return url in self.gone and self.today - self.gone[url] >= due

    def has(self, found, url):
        """A page that has moved is found at its old address, which leads there, until that counts as gone."""
        old = [one for one, new in self.sites.moved.items() if new == url and not self.is_overdue(one)]
        return url in found or any(one in found for one in old)

    def look(self):
        """What a user finds."""
        found = {}
        for site in ("blog", "forum", "wiki", "cheese"):
            found.update(self.results(f"site:{site}.test"))
        for url in sorted(set(self.sites.texts) | self.sites.fronts()):
            if not self.has(found, url):
                self.fault(f"{url} is not found")
        for url in found:
            if self.is_overdue(url):
                self.fault(f"{url} is found, and gone since day {self.gone[url]}")
            if url.startswith("http://cheese.test/"):
                self.fault(f"{url} is found, and is not about bees")
        for url, word in self.new.items():
            if not self.has(self.results(word), url):
                self.fault(f"{url} is not found by its word {word}")
        for url, day in self.changed.items():
            challenged = url.startswith("http://forum.test/") and any(
                day <= number * self.days <= day + 2 * REFRESHED for number in self.challenged)
            late = self.today - day > REFRESHED + self.days and not challenged
            if late and self.sites.texts[url][0] not in found.get(url, ""):
                self.fault(f"{url} is found as it was before day {day}: {found.get(url)}")
        self.looked_for += len(self.sites.texts)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=30, help="rounds")
    options.add_argument("--days", type=int, default=1, help="between two rounds")
    options.add_argument("--pages", type=int, default=50, help="of each site at first")
    options.add_argument("--program", default=bench.ROOT / "build/release/bin/porthole")
    options.add_argument("--library", default=bench.ROOT / "build/release/lib/libporthole_faults.so")
    options.add_argument("--ledger", default=ledger.NEW, help="where counts are added up")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    began = time.monotonic()
    diary = Diary(chosen)
    try:
        diary.run()
    finally:
        diary.bench.close()
    return ledger.add(chosen.ledger, "diary", diary.counts, diary.bench.faults, time.monotonic() - began,
                      [f"pages looked for: {diary.looked_for}", f"requests of quiet rounds: {', '.join(diary.quiet)} pages"])


if __name__ == "__main__":
    sys.exit(main())
