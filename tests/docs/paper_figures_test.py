#!/usr/bin/env python3
"""Tests labs/experiments/paper_figures.py: what committed figures are read from, when one agrees, and what programs print."""
import contextlib
import io
import json
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "labs/experiments")]
import paper_comparisons as comparisons  # noqa: E402
import paper_figures as papers  # noqa: E402
import paper_rows as rows  # noqa: E402
import paper_steps as steps  # noqa: E402
from paper_rows import Figure, Here  # noqa: E402


def row(here, committed, published=""):
    return rows.Row("003", "figure 3", "gen", "precision: rw", published, here, committed, "laboratory figures --paper 003")


def laboratory(folder, corpora=None):
    folder = pathlib.Path(folder)
    return steps.Laboratory(folder / "bin", folder / "work", folder / "record", folder / "cache", corpora, folder / "large")


def answers(printed):
    """A laboratory whose programs print `printed`: a text for each name."""
    lab = mock.Mock(wraps=laboratory("/made-up"))
    lab.bin, lab.work = pathlib.Path("/made-up/bin"), pathlib.Path("/made-up/work")
    lab.run = lambda *command, **_: printed[pathlib.PurePath(str(command[0])).name]
    return lab


class Verdict(unittest.TestCase):
    def test_a_committed_mean_within_the_new_interval_agrees_and_one_outside_differs(self):
        self.assertEqual(row(Here(.93, .90, .95), Figure(.92, .0005)).verdict(), rows.AGREES)
        self.assertEqual(row(Here(.93, .90, .95), Figure(.89, .0005)).verdict(), rows.DIFFERS)

    def test_a_figure_without_an_interval_agrees_when_it_rounds_to_the_committed_one(self):
        self.assertEqual(row(rows.exactly(.9854), Figure(.985, .0005)).verdict(), rows.AGREES)
        self.assertEqual(row(rows.exactly(.9856), Figure(.985, .0005)).verdict(), rows.DIFFERS)

    def test_a_committed_figure_that_is_measured_no_longer_differs_and_one_that_is_not_kept_does_not(self):
        self.assertEqual(row(None, Figure(.92, .0005)).verdict(), rows.DIFFERS)
        self.assertEqual(row(Here(.93, .90, .95), None).verdict(), rows.NOT_KEPT)

    def test_only_check_makes_a_difference_an_error_and_a_failed_program_always_is_one(self):
        differs = [row(Here(.93, .90, .95), Figure(.5, 0))]
        self.assertEqual([papers.exit_code(differs, [], check) for check in (False, True)], [0, papers.DIFFERENT])
        self.assertEqual(papers.exit_code([row(Here(.93, .90, .95), None)], [], True), 0)
        self.assertEqual(papers.exit_code([], ["failed"], False), papers.FAILED)

    def test_a_row_is_printed_with_all_that_is_known_of_it(self):
        self.assertEqual(rows.shown(row(Here(.9217, .8735, .9488), Figure(.9217, 0), ".92")),
                         "| 003 | figure 3 | gen | precision: rw | .92 | .922 (.874 to .949) | .922 | agrees | `laboratory figures --paper 003` |")
        self.assertIn("| - | - | none committed |", rows.shown(row(None, None)))


class Committed(unittest.TestCase):
    def document(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        rows.written(pathlib.Path(folder.name) / "a.md", text)
        return pathlib.Path(folder.name)

    def test_numbers_of_a_cell_know_their_last_digit(self):
        self.assertEqual(rows.figures_in("5,000, **.281** (.255 to .307)")[:2], [Figure(5000, .5), Figure(.281, .0005)])
        self.assertEqual(rows.figures_in("94 of 100"), [Figure(.94, 0)])
        self.assertEqual(rows.figures_in("**+.58 (+.24 to +.93), p .003**")[0], Figure(.58, .005))
        self.assertEqual(rows.figures_in("-.02 (-.13 to +.08)")[0].value, -.02)

    def test_a_cell_is_found_by_heading_row_and_column(self):
        root = self.document("| a | b |\n|---|---|\n| `rw` | .1 |\n\n## Later\n\n| c | d |\n|---|---|\n| x | 1 |\n\n| a | b |\n|---|---|\n| **rw** | .880 (.8) |\n")
        self.assertEqual(rows.committed_cell(root, "a.md", "## Later", "rw", "b"), Figure(.88, .0005))
        for heading, first, column in (("## Never", "rw", "b"), ("## Later", "sh", "b"), ("## Later", "rw", "c")):
            with self.assertRaisesRegex(LookupError, "a.md"):
                rows.committed_cell(root, "a.md", heading, first, column)


class Printed(unittest.TestCase):
    """Programs' output becomes rows, each beside a figure that the documents of this tree have."""

    def test_link_metadata_stands_beside_table_1_and_a_kind_without_a_link_is_0(self):
        answer = {"columns": ["metadata", "links", "share_of_links", "pages", "share_of_pages"],
                  "rows": [["href", 906429, .985, 10000, 1.0], ["anchor text", 894693, .9, 10000, 1.0]], "more": False}
        found = {one.quantity: one for one in steps.link_metadata(answers({"porthole": json.dumps(answer)}), pathlib.Path("/r"), "box", kept=True)}
        self.assertEqual(len(found), 16)
        self.assertEqual(found["share of links: href"].verdict(), rows.AGREES)
        self.assertEqual(found["share of links: anchor text"].verdict(), rows.DIFFERS)
        self.assertEqual(found["share of links: onmouseover"].verdict(), rows.AGREES)
        self.assertEqual(found["share of pages: words beside the link"].verdict(), rows.DIFFERS)

    def test_status_locality_stands_beside_the_published_and_the_committed_rho(self):
        answer = {"columns": ["scope", "distance", "pairs", "rho", "low", "high"],
                  "rows": [["all", "1 link", 5000, .281, .255, .307], ["between sites", "1 link", 79, .157, -.068, .367], ["all", "3 links", 1, None, None, None]]}
        found = steps.locality(answers({"porthole": json.dumps(answer)}), pathlib.Path("/r"), "box of 163 sites", {"all": 1, "between sites": 2})
        self.assertEqual([(one.published, one.committed.value, one.verdict()) for one in found], [(".36", .281, "agrees"), (".17", .157, "agrees")])
        webkb = steps.locality(answers({"porthole": json.dumps(answer)}), pathlib.Path("/r"), "webkb", {"all": 3, "between sites": 4})
        self.assertEqual([one.committed.value for one in webkb], [.017, -.069])

    def test_crawls_of_webkb_stand_beside_their_table(self):
        figure = {"mean": 100.0, "min": 91, "max": 107}
        strategy = {"relevant": figure, "area": figure, "coverage": {"urls": figure, "servers": figure}, "authority_distance": {"mean": None},
                    "overlap": {"share": {"pages": figure, "servers": figure}}}
        found = comparisons.webkb_rows({"rw": strategy, "soft-focus": strategy}, "student", 3, "porthole compare")
        self.assertEqual([one.committed.value for one in found[:4]], [183, 127.3, 149.7, 100.7])
        self.assertEqual([one.verdict() for one in found[4:]], [rows.NOT_KEPT] * (len(comparisons.COMPARED) - 1), "no distance")

    def test_examples_that_are_no_pages_do_not_end_the_crawls_of_webkb(self):
        lab, ended_with_1 = answers({}), []

        def run(*command, accepted=(0,)):
            if command[1] in ("train", "compare"):
                ended_with_1.append(1 in accepted)
        lab.run, lab.corpus = run, pathlib.Path
        with mock.patch.object(comparisons, "webkb_rows", return_value=[]), mock.patch.object(pathlib.Path, "read_text", return_value='{"strategies": []}'):
            self.assertEqual(comparisons.crawls_of_webkb(lab), [])
        self.assertEqual(ended_with_1, [True] * 4)


class Book(unittest.TestCase):
    def book(self, folder, figures, page=""):
        value = {name: {"mean": mean, "low": low, "high": high, "draws": 20} for name, (mean, low, high) in figures.items()}
        rows.written(pathlib.Path(folder) / "003.json", json.dumps({"figures": value, "claims": {}}))
        rows.written(pathlib.Path(folder) / "003.md", page)

    def test_figures_of_a_generated_web_have_what_was_published_and_lost_ones_differ(self):
        page = "**003 figure 3**, web `gen`\n\n| quantity | of | published | here (95 %) | draws |\n|---|---|---|---|---|\n| precision | `rw` | .92 | .9 | 20 |\n"
        with tempfile.TemporaryDirectory() as now, tempfile.TemporaryDirectory() as kept:
            self.book(now, {"gen/003 figure 3/precision/rw": (.9, .85, .95), "gen/-/harvest/learned": (1, 1, 1), "gen/003 figure 3/none/rw": (None,) * 3}, page)
            self.book(kept, {"gen/003 figure 3/precision/rw": (.92, .9, .94), "gen/003 figure 3/gone/rw": (1, 1, 1), "gen/003 figure 3/none/rw": (None,) * 3})
            found = rows.rows_of_book(pathlib.Path(now), pathlib.Path(kept), "003", "laboratory")
        self.assertEqual([(one.paper, one.figure, one.quantity, one.published, one.verdict()) for one in found],
                         [("003", "figure 3", "precision: rw", ".92", rows.AGREES), ("003", "figure 3", "gone: rw", "", rows.DIFFERS)])

    def test_every_committed_book_agrees_with_itself_and_has_published_figures(self):
        kept = ROOT / "docs/figures"
        for name in steps.GENERATED:
            found = rows.rows_of_book(kept, kept, name, "laboratory")
            self.assertTrue(found)
            self.assertEqual({one.verdict() for one in found}, {rows.AGREES})
        by_quantity = {(one.web, one.quantity): one.published for one in rows.rows_of_book(kept, kept, "003", "laboratory")}
        self.assertEqual(by_quantity["gen", "precision of 1,000 pages: rw"], ".92")
        self.assertIn(".50, .31", by_quantity.values())


class Box(unittest.TestCase):
    def test_a_page_has_the_topic_of_the_longest_base_of_a_site(self):
        listed = [("a.example/", "health", False), ("a.example/math/", "science/math", False)]
        self.assertEqual(comparisons.labels(["https://a.example/x", "https://a.example/math/y", "https://b.example/"], listed),
                         "https://a.example/x\thealth\nhttps://a.example/math/y\tscience/math\n")

    def test_means_are_over_topics_that_have_the_figure(self):
        found = comparisons.rows_over_topics([("a", "soft-focus", 0, .8), ("b", "soft-focus", 0, .6), ("c", "soft-focus", 0, None)], "porthole compare")
        self.assertAlmostEqual(found[0].here.mean, .7)
        self.assertEqual((found[0].published, found[0].verdict(), found[1].here), (".83", rows.NOT_KEPT, None))


class Command(unittest.TestCase):
    def run_papers(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors, \
                mock.patch.dict("os.environ", {"PORTHOLE_CORPORA": ""}):
            code = papers.main(arguments)
        return code, out.getvalue(), errors.getvalue()

    def test_parts_without_their_data_are_skipped_with_the_remedy(self):
        with tempfile.TemporaryDirectory() as name:
            code, out, _ = self.run_papers("--on", "box", "--on", "webkb", "--check", "--work", name, "--cache", f"{name}/none", "--record", f"{name}/none")
            self.assertEqual(code, 0)
            self.assertIn("skipped: webkb, crawls: PORTHOLE_CORPORA does not name", out)
            self.assertIn("skipped: box, played crawls: there are no packages in", out)
            self.assertIn("| 002 | figure 13 (b) |", out)
            self.assertIn("skipped: box", (pathlib.Path(name) / "papers.md").read_text(encoding="utf-8"))

    def test_programs_that_are_not_built_are_named_with_the_command_that_builds_them(self):
        with tempfile.TemporaryDirectory() as name:
            code, _, errors = self.run_papers("--on", "generated", "--work", name, "--bin", f"{name}/none")
        self.assertEqual(code, papers.FAILED)
        self.assertIn("lacks laboratory; tools/build release -DPORTHOLE_EXPERIMENTS=ON", errors)

    def test_a_program_that_fails_is_reported_and_the_others_go_on(self):
        def fails(_):
            raise ValueError("no answer")
        made = row(rows.exactly(1.0), None)
        parts = [steps.Step("box", "first", (), steps.nothing, fails), steps.Step("box", "second", (), steps.nothing, lambda _: [made])]
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(papers.measured(None, parts), ([made], ["failed: box, first: no answer"]))

    def test_commands_are_said_as_a_person_types_them(self):
        self.assertEqual(steps.said([ROOT / "build/release/bin/laboratory", "figures", "--folder", ROOT / "build/papers"]),
                         "laboratory figures --folder build/papers")

    def test_figures_without_a_row_are_in_the_document_with_their_reasons(self):
        text = (ROOT / "docs/figures.md").read_text(encoding="utf-8")
        self.assertIn("generated topics have no subtopics", text)
        self.assertIn("generated webs have no directory", text)
        self.assertTrue(re.search(r"tools/figures papers", text))


if __name__ == "__main__":
    unittest.main()
