#pragma once

/// The definitions in a source, as Universal Ctags finds them.
///
/// In:  a source in UTF-8 and its language.
/// Out: its tags in the order of their lines.
///
/// Ctags is run in its sandbox (`--_interactive=sandbox`): once it has its options, the kernel ends
/// it at any system call but reading its input, writing its answer and taking memory. So a source
/// that takes over a parser of ctags can open no file and start no program.
///
/// Source: ctags-json-output(5), ctags(1) "--_interactive". Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::source {

struct Tag {
  std::string name;
  std::string kind;       ///< In the words of ctags: "class", "method", "header".
  std::string role;       ///< "def" for a definition, else how it is referred to: "imported".
  std::string scope;      ///< What it is a part of, "" for nothing.
  std::string signature;  ///< Parameters with their parentheses, "" when not known.
  std::string result;     ///< Type of a function's result, "" when not known.
  std::string inherits;   ///< A list with commas.
  std::string mixins;     ///< Ruby: "include:Comparable".
  bool is_alias = false;  ///< Another name for something imported: `import x as y`.
  std::uint32_t line = 0;
};

struct Tags {
  std::vector<Tag> tags;
  std::string problem;  ///< Why some may be missing, "" when none are.
};

/// Errors: throws ToolMissing when ctags is not installed.
Tags tags_of(std::string_view source, std::string_view language);

}  // namespace porthole::source
