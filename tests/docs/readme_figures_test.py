#!/usr/bin/env python3
"""Tests labs/experiments/readme_figures.py and tools/print_readme_figures.py: the table of docs/claims.md is read, a mean that no longer holds is
named, and README.md says what the files that keep its figures have."""
import contextlib
import io
import pathlib
import sqlite3
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "labs/experiments"), str(ROOT / "tools")]
import print_readme_figures as printed  # noqa: E402
import readme_figures as figures  # noqa: E402


def runs(strategy, shares):
    """One run a topic; its ceiling is 100 pages."""
    return [{"strategy": strategy, "topic": topic, "found": found, "ceiling": 100} for topic, found in shares.items()]


class ReadmeFigures(unittest.TestCase):
    def test_the_readme_has_the_default_first_and_five_published_strategies(self):
        said = figures.said_by(ROOT / "docs/claims.md")
        self.assertEqual(next(iter(said)), "learned")
        self.assertEqual(set(said), {"learned", "rwb", "rw", "soft-focus", "hits-rw", "breadth-first"})
        for by_judge in said.values():
            for mean, low, high in by_judge.values():
                self.assertTrue(low <= mean <= high)

    def test_topics_count_alike_however_many_runs_they_have(self):
        mean, low, high = figures.interval(runs("rw", {"a": 100}) + runs("rw", {"b": 50}) * 9, "rw")
        self.assertAlmostEqual(mean, 0.75)
        # Two topics: a resample is both of one, in a quarter of the cases each, or one of each.
        self.assertAlmostEqual(low, 0.5)
        self.assertAlmostEqual(high, 1)

    def test_a_record_without_the_lengths_of_its_pages_is_of_an_earlier_version(self):
        with tempfile.TemporaryDirectory() as name:
            record = pathlib.Path(name)
            self.assertFalse(figures.is_of_this_version(record), "there is none")
            database = sqlite3.connect(record / "repository.db")
            database.executescript("CREATE TABLE page (id); CREATE TABLE page_block (page);")
            self.assertFalse(figures.is_of_this_version(record))
            database.executescript("ALTER TABLE page ADD COLUMN content_length; INSERT INTO page VALUES (1, 900), (2, NULL);"
                                   "INSERT INTO page_block VALUES (1);")
            self.assertTrue(figures.is_of_this_version(record), "page 2 is not HTML")
            database.executescript("INSERT INTO page_block VALUES (2);")
            self.assertFalse(figures.is_of_this_version(record))
            database.close()

    def test_the_table_that_is_printed_can_be_read_again(self):
        measured = {judge: {"learned": (0.9, 0.8, 1.0), "rw": (0.7, 0.65, 0.75)} for judge in figures.JUDGES}
        rows = [figures.ROW.match(line) for line in figures.table(measured, ["learned", "rw"]).splitlines()[2:]]
        self.assertEqual(rows[1].groups(), ("rw", ".700", ".650", ".750", ".700", ".650", ".750"))

    def test_a_mean_outside_of_the_new_interval_and_a_new_winner_are_named(self):
        said = {"learned": {judge: (0.9, 0.8, 1.0) for judge in figures.JUDGES}, "rw": {judge: (0.7, 0.6, 0.8) for judge in figures.JUDGES}}
        held = {judge: {"learned": (0.88, 0.8, 0.95), "rw": (0.72, 0.65, 0.8)} for judge in figures.JUDGES}
        self.assertEqual(figures.problems(said, held), [])
        worse = {**held, "words": {"learned": (0.7, 0.6, 0.8), "rw": (0.72, 0.65, 0.8)}}
        found = figures.problems(said, worse)
        self.assertEqual(len(found), 2, found)
        self.assertIn("learned by words: README's .900 is not in .600 to .800", found[0])
        self.assertIn("rw finds more than learned", found[1])

    def test_the_table_of_the_readme_is_the_measurement_that_is_kept(self):
        said, measured = figures.said_by(ROOT / "docs/claims.md"), figures.kept()["measured"]
        for judge in figures.JUDGES:
            self.assertEqual({strategy: list(by_judge[judge]) for strategy, by_judge in said.items()}, measured[judge])

    def test_every_figure_of_the_readme_is_printed_with_its_date_and_command(self):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertEqual(printed.main(), 0)
        for words in ("61 real sites", "108 MB", "about 20 minutes | CONTRIBUTING.md", "| `learned` | .", "| Load held |", "`./test`", figures.COMMAND):
            self.assertIn(words, output.getvalue())

    def test_remarks_and_line_breaks_of_the_readme_do_not_matter(self):
        readme = printed.without_remarks("crawls 61\n  real sites\n| `rw`, relevance weighting | .799 |")
        self.assertEqual(readme, "crawls 61 real sites\n| `rw` | .799 |")

    def test_a_measurement_is_kept_as_the_table_shows_it(self):
        with tempfile.TemporaryDirectory() as name:
            before, figures.KEPT = figures.KEPT, pathlib.Path(name) / "strategies.json"
            self.addCleanup(setattr, figures, "KEPT", before)
            figures.keep({"words": {"rw": (0.79949, 0.675, 0.9206)}}, 62)
            self.assertEqual(figures.kept()["measured"], {"words": {"rw": [0.799, 0.675, 0.921]}})
            self.assertEqual(figures.kept()["sites"], 62)


if __name__ == "__main__":
    unittest.main()
