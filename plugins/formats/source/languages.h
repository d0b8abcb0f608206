#pragma once

/// The table of supported programming languages and their lexical rules.
///
/// In:  a suffix, a media type, the name of an interpreter or of an editor mode.
/// Out: a row of the table.
///
/// Thread safety: any thread; the table never changes.

#include <string_view>
#include <utility>
#include <vector>

#include "plugins/formats/source/lexer.h"

namespace porthole::source {

/// Position of the result type in a function declaration.
enum class ResultStyle { kBefore, kArrow, kSpace, kColon };

/// The import syntax of a language for which ctags does not report imports.
struct ImportWords {
  /// Keywords of a statement with a name: `use std::fmt;`.
  std::vector<std::string_view> statements{};
  /// Keywords of a statement with a string: `import x from "y"`, `require("y")`.
  std::vector<std::string_view> with_string{};
};

struct Language {
  std::string_view name;                         ///< Display name: "C++".
  std::string_view ctags;                        ///< Its name in ctags.
  std::vector<std::string_view> types;           ///< Media types, the usual one first.
  std::vector<std::string_view> suffixes;        ///< In lower case, with the dot or slash.
  std::vector<std::string_view> interpreters{};  ///< In a `#!` line, without version numbers.
  Lexis lexis{};
  ImportWords imports{};
  ResultStyle result = ResultStyle::kColon;
  bool has_class_heads = false;  ///< `class A extends B implements C`, `throws D`.
  bool has_impls = false;        ///< `impl Trait for Type`.
  /// `class A : B, IC`: names with I and a capital are interfaces.
  bool interfaces_begin_with_i = false;
  bool ctags_knows_parameters = true;                   ///< If false, ctags always reports "()".
  bool html_comments = false;                           ///< Documentation comments are HTML.
  bool imports_are_urls = false;                        ///< Relative ones: "./x.js".
  std::string_view class_of_classes = "ProgramSource";  ///< Resource class of a file that defines a
                                                        ///< class.
};

const std::vector<Language>& languages();

bool has(const std::vector<std::string_view>& words, std::string_view word);

/// Null if there is none. `path` in lower case.
const Language* language_of_path(std::string_view path);
const Language* language_of_type(std::string_view media_type);
/// Finds an interpreter ("python3.11") or an Emacs mode ("c++"), in lower case.
const Language* language_of_name(std::string_view name);

}  // namespace porthole::source
