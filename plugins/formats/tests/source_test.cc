// Source code written by others: extracted structure and text.

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "plugins/formats/tests/real_documents.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

bool has_ctags() { return std::filesystem::exists("/usr/bin/ctags"); }

Document read_source(const std::string& name, std::string text, std::string type = "text/plain") {
  return read_bytes("https://files.example/src/" + name, std::move(type), std::move(text));
}

/// The class that the paper of 2000 asks for; it is written for the tests, and needs no package.
std::string notation() {
  return read_whole_file(std::filesystem::path(PORTHOLE_SOURCE_DIR) /
                         "plugins/formats/tests/sources/NotationImpl.java");
}

struct Fact {
  std::string property;
  std::string value;
};

struct SourceCase {
  std::string file;
  std::string package;  ///< Debian package.
  std::string language;
  std::string abstract;  ///< How it begins, "" for none.
  std::vector<Fact> facts;
};

void PrintTo(const SourceCase& source, std::ostream* out) { *out << source.file; }

class RealSourceTest : public ::testing::TestWithParam<SourceCase> {};

TEST_P(RealSourceTest, SaysWhatItDefines) {
  const SourceCase& expected = GetParam();
  SKIP_WITHOUT("source/" + expected.file, expected.package);
  if (!has_ctags()) GTEST_SKIP() << "universal-ctags is not installed";
  const Document source = read_real({"source/" + expected.file, "text/plain"});
  EXPECT_EQ(source.status, ParseStatus::kParsed) << source.status_detail;
  EXPECT_THAT(values_of(source, "programmingLanguage"), ElementsAre(expected.language));
  EXPECT_THAT(source.description, StartsWith(expected.abstract));
  EXPECT_FALSE(source.title.empty());
  EXPECT_FALSE(source.text.empty());
  for (const Fact& fact : expected.facts) {
    EXPECT_THAT(values_of(source, fact.property), Contains(fact.value)) << fact.property;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Languages, RealSourceTest,
    ::testing::Values(
        SourceCase{"TestASTFactory.java",
                   "antlr-doc",
                   "Java",
                   "Test the new heterogeneous token type to tree node mapping stuff.",
                   {{"className", "TestASTFactory"},
                    {"imports", "antlr.collections.AST"},
                    {"function", "testNodeDup"},
                    {"signature", "boolean checkNode(AST t, Class c, int tokenType)"}}},
        SourceCase{"runme.java",
                   "swig4.0-examples",
                   "Java",
                   "This example shows simple usage",
                   {{"throws", "InterruptedException"},
                    {"throws", "IOException"},
                    {"signature", "void main(String argv[])"}}},
        SourceCase{"zlib.h",
                   "zlib1g-dev",
                   "C",
                   "zlib.h -- interface of the 'zlib'",
                   {{"author", "Jean-loup Gailly"},
                    {"author", "Mark Adler"},
                    {"function", "inflateInit2_"},
                    {"constant", "Z_BEST_COMPRESSION"},
                    {"className", "z_stream_s"},
                    {"imports", "zconf.h"},
                    {"signature", "ZEXTERN int ZEXPORT deflate(z_streamp strm,int flush)"}}},
        SourceCase{"vector",
                   "libstdc++-12-dev",
                   "C++",
                   "include/vector This is a Standard C++",
                   {{"imports", "bits/stl_vector.h"},
                    {"packageName", "std"},
                    {"author", "Free Software Foundation, Inc."}}},
        SourceCase{"example.h",
                   "swig4.0-examples",
                   "C++",
                   "",
                   {{"className", "Manager"},
                    {"extends", "Employee"},
                    {"signature", "void addEmployee(Employee * p)"},
                    {"signature", "Manager(const char * n)"}}},
        SourceCase{"runme.cs",
                   "swig4.0-examples",
                   "C#",
                   "This file illustrates the cross language",
                   {{"className", "CEO"},
                    {"extends", "Manager"},
                    {"imports", "System"},
                    {"signature", "String getPosition()"}}},
        SourceCase{"textwrap.py",
                   "libpython3.11-minimal",
                   "Python",
                   "Text wrapping and filling.",
                   {{"author", "Greg Ward"},
                    {"rights", "Copyright (C) 1999-2001 Gregory P. Ward."},
                    {"className", "TextWrapper"},
                    {"imports", "re"},
                    {"signature", "shorten(text, width, **kwargs)"}}},
        SourceCase{"_sitebuiltins.py",
                   "libpython3.11-minimal",
                   "Python",
                   "The objects used by the site module",
                   {{"extends", "object"}, {"imports", "pydoc"}, {"className", "Quitter"}}},
        SourceCase{"underscore.js",
                   "libjs-underscore",
                   "JavaScript",
                   "",
                   {{"author", "Jeremy Ashkenas"},
                    {"function", "restArguments"},
                    {"signature", "restArguments(func, startIndex)"}}},
        SourceCase{"makeConnectedElement.js",
                   "libjs-popper.js",
                   "JavaScript",
                   "Create an element that's connected to the DOM.",
                   {{"imports", "./makeElement"}, {"function", "makeConnectedElement"}}},
        SourceCase{"index.d.ts",
                   "libjs-popper.js",
                   "TypeScript",
                   "This file only declares the public portions of the API.",
                   {{"className", "Popper"},
                    {"interfaceName", "ReferenceObject"},
                    {"signature", "getBoundingClientRect(): ClientRect"}}},
        SourceCase{"errors.go",
                   "golang-github-pkg-errors-dev",
                   "Go",
                   "Package errors provides simple error handling primitives.",
                   {{"packageName", "errors"},
                    {"imports", "fmt"},
                    {"className", "withStack"},
                    {"signature", "Wrap(err error, message string) error"}}},
        SourceCase{"lib.rs",
                   "librust-itoa-dev",
                   "Rust",
                   "This crate provides a fast conversion of integer",
                   {{"className", "Buffer"},
                    {"implements", "Clone"},
                    {"imports", "core::mem::MaybeUninit"},
                    {"signature", "clone(&self) -> Self"}}},
        SourceCase{"assertions.rb",
                   "ruby-minitest",
                   "Ruby",
                   "Minitest Assertions.",
                   {{"packageName", "Minitest"},
                    {"imports", "tempfile"},
                    {"function", "assert_in_delta"}}},
        SourceCase{"spec.rb",
                   "ruby-minitest",
                   "Ruby",
                   "",
                   {{"extends", "Test"}, {"implements", "Expectations"}, {"className", "Spec"}}},
        SourceCase{"AbstractLogger.php",
                   "php-psr-log",
                   "PHP",
                   "This is a simple Logger implementation",
                   {{"packageName", "Psr\\Log"},
                    {"className", "AbstractLogger"},
                    {"implements", "LoggerInterface"},
                    {"signature", "alert($message, array $context = array())"}}},
        SourceCase{"LoggerInterface.php",
                   "php-psr-log",
                   "PHP",
                   "Describes a logger instance.",
                   {{"interfaceName", "LoggerInterface"}, {"throws", "InvalidArgumentException"}}},
        SourceCase{"Wrap.pm",
                   "perl-modules-5.36",
                   "Perl",
                   "Text::Wrap - line wrapping to form simple paragraphs",
                   {{"author", "David Muir Sharnoff"},
                    {"packageName", "Text::Wrap"},
                    {"imports", "Text::Tabs"},
                    {"function", "fill"}}},
        SourceCase{"ldd",
                   "libc-bin",
                   "shell",
                   "This is the `ldd' command, which lists what shared",
                   {{"function", "try_trace"}, {"author", "Free Software Foundation, Inc."}}},
        SourceCase{"planets.sql",
                   "sqlite3",
                   "SQL",
                   "",
                   {{"definedTable", "planet"}, {"definedTable", "heavy"}}},
        SourceCase{
            "list.lisp",
            "cl-split-sequence",
            "Lisp",
            "",
            {{"function", "split-list-if"}, {"signature", "collect-until(predicate list end)"}}},
        SourceCase{"inspect.lua",
                   "lua-inspect",
                   "Lua",
                   "",
                   {{"function", "smartQuote"}, {"signature", "sortKeys(a, b)"}}},
        SourceCase{"mymodule.f90",
                   "cmake",
                   "Fortran",
                   "",
                   {{"packageName", "mymodule"}, {"function", "mysub"}}},
        SourceCase{"big.pas",
                   "antlr-doc",
                   "Pascal",
                   "",
                   {{"signature", "copy_list(source: list_cb_type; VAR dest: list_cb_type)"}}},
        SourceCase{"Makefile", "swig4.0-examples", "Make", "", {{"constant", "CXXSRCS"}}},
        SourceCase{"runme.R", "swig4.0-examples", "R", "", {{"imports", "example.R"}}}));

class SourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_ctags()) GTEST_SKIP() << "universal-ctags is not installed";
  }
};

// Sundaresan, Yi, Huang 2000, section 2: "all Java classes that implement the XML notation
// interface and are written by Kento Tamura".
TEST_F(SourceTest, AJavaClassSaysWhatThePaperOf2000AsksFor) {
  const Document java = read_source("NotationImpl.java", notation(), "text/x-java");
  EXPECT_EQ(java.status, ParseStatus::kParsed) << java.status_detail;
  EXPECT_EQ(java.resource_class, "JavaClass");
  EXPECT_EQ(java.title, "NotationImpl");
  EXPECT_EQ(java.media_type, "text/x-java");
  EXPECT_EQ(java.description,
            "A notation of a DocumentType document type, such as <!NOTATION gif>. "
            "See http://www.w3.org/TR/REC-xml for what it means.");
  EXPECT_THAT(values_of(java, "author"), ElementsAre("Kento Tamura", "Ada Lovelace"));
  EXPECT_THAT(values_of(java, "packageName"), ElementsAre("com.example.xml.dom"));
  EXPECT_THAT(values_of(java, "className"), ElementsAre("NotationImpl", "Kind"));
  EXPECT_THAT(values_of(java, "interfaceName"), ElementsAre("Visitor"));
  EXPECT_THAT(values_of(java, "imports"),
              ElementsAre("java.io.Serializable", "org.w3c.dom.*", "org.w3c.dom.Notation"));
  EXPECT_THAT(values_of(java, "extends"), ElementsAre("ChildNode", "Cloneable"));
  EXPECT_THAT(values_of(java, "implements"),
              ElementsAre("Notation", "Comparable", "Serializable", "Runnable"));
  EXPECT_THAT(values_of(java, "throws"), ElementsAre("DOMException", "IOException",
                                                     "VisitException", "IllegalStateException"));
  EXPECT_THAT(values_of(java, "signature"),
              ElementsAre("NotationImpl(String name)", "short getNodeType()",
                          "java.util.List<String> visit(NotationImpl notation)"));
  EXPECT_THAT(values_of(java, "rights"), ElementsAre(StartsWith("Copyright (C) 1998, 1999")));
  ASSERT_EQ(java.links.size(), 1u);
  EXPECT_EQ(java.links[0].url, "http://www.w3.org/TR/REC-xml");
}

TEST_F(SourceTest, TheTextHasWordsOfCommentsAndNamesButNoStringsAndReservedWords) {
  const Document java = read_source("NotationImpl.java", notation(), "text/x-java");
  EXPECT_THAT(java.text, HasSubstr("the name's \"quoted\" words"));
  EXPECT_THAT(java.text, HasSubstr("Comparable NotationImpl Serializable"));
  EXPECT_THAT(java.text, Not(HasSubstr("unused")));
  EXPECT_THAT(java.text, Not(HasSubstr("Hidden")));
  EXPECT_THAT(java.text, Not(HasSubstr("public")));
}

TEST_F(SourceTest, AClassInAStringOrACommentIsNone) {
  const Document java = read_source("A.java",
                                    "/* class Old extends X {} */\n"
                                    "class A { String s = \"class B implements C {\"; }\n");
  EXPECT_THAT(values_of(java, "className"), ElementsAre("A"));
  EXPECT_THAT(values_of(java, "extends"), IsEmpty());
  EXPECT_THAT(values_of(java, "implements"), IsEmpty());
}

TEST_F(SourceTest, FilesNamedRelativeToASourceAreLinks) {
  const Document script =
      read_source("main.js", "import { a } from './lib/a.js';\nimport b from 'b';\n");
  ASSERT_EQ(script.links.size(), 1u);
  EXPECT_EQ(script.links[0].url, "https://files.example/src/lib/a.js");
  EXPECT_EQ(script.links[0].anchor, "./lib/a.js");
  EXPECT_THAT(values_of(script, "imports"), ElementsAre("./lib/a.js", "b"));
  const Document c =
      read_source("main.c", "#include <stdio.h>\n#include \"../x.h\"\nint main(void);\n");
  ASSERT_EQ(c.links.size(), 1u);
  EXPECT_EQ(c.links[0].url, "https://files.example/x.h");
  const Document ruby = read_source("main.rb", "require 'set'\nrequire_relative 'x/y'\n");
  ASSERT_EQ(ruby.links.size(), 1u);
  EXPECT_EQ(ruby.links[0].url, "https://files.example/src/x/y.rb");
}

TEST_F(SourceTest, ImportsAreReadInTheLanguagesForWhichCtagsDoesNotTell) {
  const auto imports = [](const std::string& name, const std::string& text) {
    return values_of(read_source(name, text), "imports");
  };
  EXPECT_THAT(imports("a.rs", "use std::{fmt, io::Read};\npub use crate::x as y;\n"),
              ElementsAre("std::fmt", "std::io::Read", "crate::x"));
  EXPECT_THAT(imports("a.cs",
                      "using System.Text;\nusing static System.Math;\nusing X = A.B;\n"
                      "class C { void f() { using (var x = y) {} } }\n"),
              ElementsAre("System.Text", "System.Math", "A.B"));
  EXPECT_THAT(imports("a.php", "<?php\nuse A\\B, C\\D as E;\nrequire_once __DIR__ . '/x.php';\n"),
              ElementsAre("A\\B", "C\\D", "/x.php"));
  EXPECT_THAT(imports("a.kt", "import java.util.*\nimport a.b as c\n"),
              ElementsAre("java.util.*", "a.b"));
  EXPECT_THAT(imports("a.lua", "local json = require \"json\"\nlocal x = require('x.y')\n"),
              ElementsAre("json", "x.y"));
  EXPECT_THAT(imports("a.js",
                      "const fs = require('fs');\nexport const s = \"none\";\n"
                      "import {\n  a,\n  b\n} from \"ab\";\n"),
              ElementsAre("fs", "ab"));
  EXPECT_THAT(
      imports("a.hs", "module A where\nimport qualified Data.Map as M\nimport Data.List (sort)\n"),
      ElementsAre("Data.Map", "Data.List"));
  EXPECT_THAT(imports("a.pas", "unit a;\nuses SysUtils, Classes;\n"),
              ElementsAre("SysUtils", "Classes"));
}

TEST_F(SourceTest, AnImportUnderAnotherNameIsTheSameImport) {
  const Document python =
      read_source("a.py", "import os as _os\nfrom a.b import c as d\nfrom . import x\nimport e\n");
  EXPECT_THAT(values_of(python, "imports"), ElementsAre("os", "a.b", "e"));
  EXPECT_THAT(values_of(python, "packageName"), IsEmpty());
  const Document perl = read_source("a.pm", "package A;\nuse 5.006;\nuse strict;\n");
  EXPECT_THAT(values_of(perl, "imports"), ElementsAre("strict"));
}

TEST_F(SourceTest, ClassesOfTypeScriptAndCSharpTellWhatTheyExtendFromWhatTheyImplement) {
  const Document script =
      read_source("a.ts",
                  "export abstract class A<T extends Q> extends n.B<T> implements I<T>, J {}\n"
                  "export function f(x: number): string {\n  return '';\n}\n");
  EXPECT_THAT(values_of(script, "extends"), ElementsAre("B"));
  EXPECT_THAT(values_of(script, "implements"), ElementsAre("I", "J"));
  EXPECT_THAT(values_of(script, "signature"), ElementsAre("f(x: number): string"));
  const Document sharp = read_source("a.cs", "class A : Base<int>, IDisposable { }\n");
  EXPECT_THAT(values_of(sharp, "extends"), ElementsAre("Base"));
  EXPECT_THAT(values_of(sharp, "implements"), ElementsAre("IDisposable"));
}

TEST_F(SourceTest, AuthorsAreNamedInManyWays) {
  const auto authors = [](const std::string& text) {
    return values_of(read_source("a.c", text + "\nint x;\n"), "author");
  };
  EXPECT_THAT(authors("/* Author: Ada Lovelace <ada@a.example>, Charles Babbage */"),
              ElementsAre("Ada Lovelace", "Charles Babbage"));
  EXPECT_THAT(authors("// Written by Grace Hopper at the Harvard laboratory."),
              ElementsAre("Grace Hopper"));
  EXPECT_THAT(
      authors("/* Authors:\n *   Ada Lovelace\n *   Alan Turing (1912)\n *\n * Notes here */"),
      ElementsAre("Ada Lovelace", "Alan Turing"));
  EXPECT_THAT(authors("// Author: Steven J. Bethard <s@a.example>. New maintainer: nobody"),
              ElementsAre("Steven J. Bethard"));
  EXPECT_THAT(authors("/** \\author Edsger Dijkstra */"), ElementsAre("Edsger Dijkstra"));
  EXPECT_THAT(authors("/* Copyright © 2001-2004 Acme, Inc. All rights reserved. */"),
              ElementsAre("Acme, Inc."));
  EXPECT_THAT(authors("/* Copyright 1999 Acme\n * Author: Ada Lovelace */"),
              ElementsAre("Ada Lovelace"));
  EXPECT_THAT(authors("/* the authors of this file are unknown; copyright notices below */"),
              IsEmpty());
}

TEST_F(SourceTest, TheLanguageIsKnownByInterpreterModeSuffixAndType) {
  const auto language = [](const std::string& name, const std::string& text,
                           const std::string& type) {
    const auto values = values_of(read_source(name, text, type), "programmingLanguage");
    return values.empty() ? std::string() : values[0];
  };
  EXPECT_EQ(language("run", "#!/usr/bin/env python3\nimport os\n", "text/plain"), "Python");
  EXPECT_EQ(language("run", "#!/usr/bin/perl -w\nuse strict;\n", "application/octet-stream"),
            "Perl");
  EXPECT_EQ(language("x", "int main(void) { return 0; }\n", "text/x-csrc"), "C");
  EXPECT_EQ(language("x.h", "namespace a {\nclass B {};\n}\n", "text/x-chdr"), "C++");
  EXPECT_EQ(language("x.h", "@interface A : NSObject\n@end\n", ""), "Objective-C");
  EXPECT_EQ(language("x.ts", "export const a: number = 1;\n", "video/mp2t"), "TypeScript");
  EXPECT_EQ(language("MAKEFILE", "all:\n\techo x\n", ""), "Make");
}

// As a file of this machine comes, of whose type nobody says anything.
TEST_F(SourceTest, HtmlInCommentsMakesNoPageOfAProgram) {
  const std::string text =
      "package a;\n/** Parses <b>documents</b> <p>of a notation.\n * @author Kento Tamura */\n"
      "public class Parser implements Notation { }\n";
  for (const char* type : {"application/octet-stream", "", "text/x-java"}) {
    const Document source = read_source("Parser.java", text, type);
    EXPECT_EQ(source.resource_class, "JavaClass") << type;
    EXPECT_THAT(values_of(source, "author"), ElementsAre("Kento Tamura")) << type;
  }
  const Document page = read_source("Parser.java", "<html><title>404</title><p>No such file", "");
  EXPECT_EQ(page.media_type, "text/html");
  EXPECT_EQ(page.title, "404");
  EXPECT_EQ(read_source("Parser.java", text, "text/html").resource_class, "")
      << "as it is declared";
}

TEST_F(SourceTest, APageThatOnlyLooksLikeASourceIsReadByOthers) {
  const auto reader = [](const std::string& name, const std::string& text,
                         const std::string& type) {
    return read_source(name, text, type).resource_class;
  };
  // Templates run by a server, translations of Qt, rules of Prolog, manifests of Puppet,
  // dependencies of make, a text with code in it.
  EXPECT_NE(reader("index.php", "<html><title>x</title><p>y</html>", "text/html"), "ProgramSource");
  EXPECT_NE(reader("app_de.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS/>\n", "text/plain"),
            "ProgramSource");
  EXPECT_NE(reader("family.pl", "parent(X, Y) :- father(X, Y).\n", "text/plain"), "ProgramSource");
  EXPECT_NE(reader("site.pp", "node default {\n  include stdlib\n}\n", "text/plain"),
            "ProgramSource");
  EXPECT_NE(reader("main.d", "main.o: main.c \\\n  main.h\n", "text/plain"), "ProgramSource");
  EXPECT_NE(reader("howto.txt", "#include <stdio.h>\nint main() {}\n", "text/plain"),
            "ProgramSource");
  EXPECT_NE(reader("video.ts", std::string("G@\0\x10\0", 5), "video/mp2t"), "ProgramSource");
}

TEST_F(SourceTest, HostileSourcesAreReadWithinTheLimits) {
  const auto times = [](std::string_view text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  struct Hostile {
    std::string name, text;
  };
  const std::vector<Hostile> cases = {
      {"open.java", "/* " + times("/*", 125'000)},
      {"nested.rs", times("/*", 125'000) + times("*/", 125'000)},
      {"quotes.js", times("\\\"'`", 100'000)},
      {"regex.js", "x" + times("=/[", 125'000)},
      {"docstring.py", times("\"\"\"", 75'001)},
      {"apostrophes.rs", times("'a ", 125'000)},
      {"heads.java", times("class A extends ", 25'000)},
      {"angles.java", "class A" + times("<", 250'000)},
      {"imports.js", times("import\n", 50'000)},
      {"pod.pl", times("=head1 x\n", 37'500)},
      {"line.c", times("int f(int a){return a;}", 20'000)},
      {"deep.c", times("{(", 100'000)},
      {"long.java", times("class A { void f() { } }\n", 50'000)},
  };
  for (const Hostile& hostile : cases) {
    SCOPED_TRACE(hostile.name);
    const Document read = read_source(hostile.name, hostile.text);
    // The plug-in itself stays below the limits: ctags may not.
    EXPECT_NE(read.status, ParseStatus::kFailed) << read.status_detail;
    EXPECT_EQ(values_of(read, "programmingLanguage").size(), 1u);
  }
}

TEST_F(SourceTest, ADamagedSourceGivesWhatIsLeft) {
  std::string text = notation();
  text.resize(text.size() / 2);
  text.insert(100, "\xFF\xFE{{{\"");
  const Document java = read_source("NotationImpl.java", text);
  EXPECT_EQ(java.status, ParseStatus::kParsed) << java.status_detail;
  EXPECT_THAT(values_of(java, "author"), Contains("Kento Tamura"));
  EXPECT_THAT(values_of(java, "implements"), IsSupersetOf({"Notation"}));
}

}  // namespace
}  // namespace porthole::testing
