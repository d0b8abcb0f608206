#!/usr/bin/env python3
"""Compares the worked examples of docs/extending.md with the tests that compile and run them, and with the numbers given out."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECTIONS = {"A strategy": "tests/unit/gatherer/strategy_test.cc",
            "A route of the server": "tests/unit/search/site_test.cc",
            "A field of the results": "tests/unit/search/openapi_test.cc"}


def section(title):
    text = (ROOT / "docs/extending.md").read_text()
    return re.search(rf"^## {title}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]


class Extending(unittest.TestCase):
    def test_the_code_of_the_examples_is_that_of_their_tests(self):
        for title, test in SECTIONS.items():
            code = " ".join((ROOT / test).read_text().split())
            blocks = re.findall(r"(?:^       \S.*\n(?:(?:       .*)?\n)*)", section(title), re.M)
            self.assertTrue(blocks, title)
            for part in "...\n".join(blocks).split("...\n"):
                self.assertIn(" ".join(part.split()), code, title)

    def test_the_number_of_the_new_reason_is_the_next_one(self):
        given = re.findall(r"= (\d+),\s+///<", (ROOT / "repository/url_state.h").read_text().split("enum class DropReason")[1].split("};")[0])
        example = re.search(r"kParameters = (\d+),", section("A reason for dropping a URL"))[1]
        self.assertEqual(int(example), max(int(number) for number in given if int(number) < 100) + 1)


if __name__ == "__main__":
    unittest.main()
