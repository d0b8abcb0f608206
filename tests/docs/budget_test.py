#!/usr/bin/env python3
"""Tests tools/check_budget.py: a measure above its limit is named, and every measure of the tree has a limit and a goal below it."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_budget  # noqa: E402


class Budget(unittest.TestCase):
    def test_a_measure_above_its_limit_is_named_with_the_excess(self):
        found = check_budget.excesses({"product": 105, "tests": 50}, {"product": (100, 80), "tests": (50, 40)})
        self.assertEqual(found, ["product: 105, which is 5 above the limit of docs/budget.txt (100)"])

    def test_every_measure_of_the_tree_has_a_limit_and_a_goal(self):
        allowed = check_budget.limits()
        for name, value in check_budget.measures().items():
            self.assertGreater(value, 0, name)
            limit, goal = allowed[name]
            self.assertLessEqual(goal, limit, name)


if __name__ == "__main__":
    unittest.main()
