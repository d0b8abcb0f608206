#!/usr/bin/env python3
"""Tests of ledger.py: counts of many runs come together, losses and details stay, and README.md says what the ledger has."""
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import ledger  # noqa: E402


class LedgerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "endurance.json"

    def test_runs_add_up_and_a_loss_is_an_exit_code(self):
        self.assertEqual(ledger.add(self.file, "kills", {"gather": 2}, [], 1.5, ["first"]), 0)
        self.assertEqual(ledger.add(self.file, "kills", {"gather": 3, "serve": 1}, ["page 7"], 2, ["second"]), 1)
        entry = json.loads(self.file.read_text(encoding="utf-8"))["kills"]
        self.assertEqual(entry["counts"], {"gather": 5, "serve": 1})
        self.assertEqual((entry["runs"], entry["seconds"], entry["losses"], entry["details"]), (2, 3.5, ["page 7"], ["second"]))

    def test_two_ledgers_come_together_by_their_dates(self):
        old = {"kills": {"runs": 1, "seconds": 1, "counts": {"gather": 1}, "losses": [], "first": "2026-01-01", "last": "2026-01-02", "details": ["old"]}}
        new = {"kills": {"runs": 2, "seconds": 5, "counts": {"serve": 4}, "losses": ["x"], "first": "2026-02-01", "last": "2026-02-01", "details": ["new"]},
               "bytes": {"runs": 1, "seconds": 1, "counts": {"bits": 9}, "losses": [], "first": "2026-02-01", "last": "2026-02-01"}}
        for whole in (ledger.together(old, new), ledger.together(new, old)):
            self.assertEqual(whole["kills"]["counts"], {"gather": 1, "serve": 4})
            self.assertEqual((whole["kills"]["first"], whole["kills"]["last"], whole["kills"]["details"]), ("2026-01-01", "2026-02-01", ["new"]))
            self.assertEqual(whole["bytes"]["counts"], {"bits": 9})
        self.assertEqual(old["kills"]["counts"], {"gather": 1})

    def test_a_row_has_tries_losses_dates_and_the_command(self):
        ledger.add(self.file, "calls", {"write": 1200}, ["page 7"], 60)
        row = ledger.table(ledger.read(self.file))[-1]
        self.assertIn("| 1,200 | 1 | 1 min |", row)
        self.assertIn("`tools/figures faults --count 1200`", row)

    def test_costly_queries_have_a_row_with_the_worst_of_them(self):
        figures = {"pages": 20000, "longest": 1.04, "memory": 31.5, "resident": 90, "seconds": 1.25, "bound": 64}
        ledger.add(self.file, "queries", {"phrases": 1200}, ["phrases: beyond its bounds"], 60, figures=figures)
        row = ledger.queries_row(ledger.read(self.file)["queries"])
        self.assertIn("1,200 of the costliest queries over 20,000 pages: the longest 1.04 s, the most memory of one 31.5 MiB; 1 beyond 1.25 s or 64 MiB", row)

    @unittest.skipUnless(ledger.KEPT.exists(), "nothing was kept yet")
    def test_the_readme_says_what_the_ledger_has(self):
        readme = (ledger.ROOT / "docs/claims.md").read_text(encoding="utf-8")
        for row in ledger.readme_rows(ledger.read(ledger.KEPT)):
            self.assertIn(row, readme)


if __name__ == "__main__":
    unittest.main()
