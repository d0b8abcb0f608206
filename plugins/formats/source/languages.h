#pragma once

/// The programming languages that are read, and how their words are told from comments and strings.
///
/// In:  a suffix, a media type, the name of an interpreter or of an editor's mode.
/// Out: a row of the table.
///
/// Thread safety: any thread; the table never changes.

#include <string_view>
#include <utility>
#include <vector>

#include "plugins/formats/source/lexis.h"

namespace porthole::source {

/// Where a language writes the type of a function's result.
enum class ResultStyle { kBefore, kArrow, kSpace, kColon };

/// How a language names what it imports, where ctags does not tell.
struct ImportWords {
  /// Begin a statement that is the name of something: `use std::fmt;`.
  std::vector<std::string_view> statements{};
  /// Take or end in a string: `import x from "y"`, `require("y")`.
  std::vector<std::string_view> with_string{};
};

struct Language {
  std::string_view name;   ///< For people: "C++".
  std::string_view ctags;  ///< As ctags calls it.
  std::vector<std::string_view> types;     ///< Media types, the usual one first.
  std::vector<std::string_view> suffixes;  ///< In lower case, with the dot or slash.
  std::vector<std::string_view> interpreters{};  ///< In a first line `#!`, without version numbers.
  Lexis lexis{};
  ImportWords imports{};
  ResultStyle result = ResultStyle::kColon;
  bool has_class_heads = false;  ///< `class A extends B implements C`, `throws D`.
  bool has_impls = false;        ///< `impl Trait for Type`.
  /// `class A : B, IC`: those that are called I and a capital are interfaces.
  bool interfaces_begin_with_i = false;
  bool ctags_knows_parameters = true;  ///< Else it gives "()" whatever there is.
  bool html_comments = false;    ///< Comments of documentation are HTML.
  bool imports_are_urls = false;  ///< Relative ones: "./x.js".
  std::string_view class_of_classes = "ProgramSource";  ///< Of a file that defines a class.
};

const std::vector<Language>& languages();

bool has(const std::vector<std::string_view>& words, std::string_view word);

/// Null when there is none. `path` in lower case.
const Language* language_of_path(std::string_view path);
const Language* language_of_type(std::string_view media_type);
/// By an interpreter ("python3.11") or a mode of Emacs ("c++"), in lower case.
const Language* language_of_name(std::string_view name);

}  // namespace porthole::source
