#!/usr/bin/env python3
"""Tests of cmake/batches.py: files that would notice each other in one translation unit stay apart, and others come together."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cmake"))
import batches  # noqa: E402


class BatchesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        batches.header.cache_clear()

    def joined(self, **texts):
        """The names of the files that come into one unit with another."""
        paths = []
        for name, text in texts.items():
            file = self.root / (name.replace("__", ".") + ("" if "__" in name else ".cc"))
            file.write_text(text, encoding="utf-8")
            if file.suffix == ".cc":
                paths.append(str(file))
        return [[pathlib.Path(source.path).stem for source in batch] for batch in batches.batches(self.root, paths)]

    def test_files_without_private_names_come_together(self):
        self.assertEqual(self.joined(a="int a() { return 1; }", b="int b() { return 2; }"), [["a", "b"]])

    def test_the_same_private_name_keeps_two_files_apart(self):
        for declaration in ("int count() { return 1; }", "constexpr int count = 1;", "struct count {};", "enum Kind { count };",
                            "using count = int;", "int count[2] = {};"):
            self.assertEqual(self.joined(a=f"namespace {{ {declaration} }}", b="namespace { long count() { return 2; } }"), [], declaration)

    def test_a_private_name_that_another_file_uses_keeps_them_apart(self):
        self.assertEqual(self.joined(a="namespace { int size() { return 1; } }", b="int b() { return size(); }"), [])
        self.assertEqual(self.joined(a="static int size() { return 1; }", b="int b() { return size(); }"), [])

    def test_a_member_of_the_same_name_disturbs_nothing(self):
        self.assertEqual(self.joined(a="namespace { int size() { return 1; } }", b="int b(const S& s) { return s.size() + other::size(); }"), [["a", "b"]])

    def test_names_in_comments_texts_and_bodies_do_not_count(self):
        self.assertEqual(self.joined(a="namespace { int size() { int length = 1; return length; } }",
                                     b='// size\n/* size */ const char* b() { int length = 2; return "size" R"(size)"; }'), [["a", "b"]])

    def test_the_same_alias_is_no_obstacle(self):
        self.assertEqual(self.joined(a="using std::string;\nnamespace fs = std::filesystem;", b="using std::string;\nnamespace fs = std::filesystem;"), [["a", "b"]])
        self.assertEqual(self.joined(a="using text = std::string;", b="using text = std::string_view;"), [])

    def test_a_macro_stays_with_its_file(self):
        self.assertEqual(self.joined(a="#define size 1\nint a() { return size; }", b="int b(int size) { return size; }"), [])
        self.assertEqual(self.joined(a='#define LARGE\n#include "a.h"\nint a();', b="int b();"), [])

    def test_a_header_that_would_mean_another_thing_keeps_files_apart(self):
        header = "struct Reader {}; struct User { Reader reader; };"
        self.assertEqual(self.joined(reader__h=header, a="namespace { struct Reader {}; }", b='#include "reader.h"\nint b() { return 1; }'), [])

    def test_a_header_that_overloads_a_function_keeps_files_apart(self):
        self.assertEqual(self.joined(one__h="int read(int size);", two__h="int read(long size);", a='#include "one.h"\nint a() { return 1; }',
                                     b='#include "two.h"\nint b() { return read({}); }'), [])

    def test_a_header_with_a_namespace_that_is_looked_up_first_keeps_files_apart(self):
        self.assertEqual(self.joined(one__h="namespace porthole::testing { int read(); }", a='#include "one.h"\nint a() { return 1; }',
                                     b="namespace porthole { class B : public testing::Test {}; }"), [])

    def test_a_parameter_in_a_header_disturbs_nothing(self):
        self.assertEqual(self.joined(reader__h="int read(int size);", a="namespace { int size() { return 1; } }",
                                     b='#include "reader.h"\nint b() { return read(1); }'), [["a", "b"]])

    def test_only_tests_of_one_name_stay_apart(self):
        first = "namespace { TEST(Gear, Turns) { } }"
        self.assertEqual(self.joined(a=first, b="namespace { TEST(Gear, Stops) { } }"), [["a", "b"]])
        self.assertEqual(self.joined(a=first, b=first), [])
        self.assertEqual(self.joined(a=first, b="namespace { class Gear_Turns_Test {}; }"), [])

    def test_a_unit_is_bounded(self):
        files = {f"f{i}": f"int f{i}() {{ return 1; }}" for i in range(2 * batches.MOST_FILES)}
        self.assertEqual([len(batch) for batch in self.joined(**files)], [batches.MOST_FILES] * 2)
        self.assertEqual(self.joined(a="\n" * batches.MOST_LINES + "int a();", b="\n" * 2 + "int b();"), [])


if __name__ == "__main__":
    unittest.main()
