#pragma once

/// Runs Universal Ctags to find the definitions in a source.
///
/// In:  a source in UTF-8 and its language.
/// Out: its tags in the order of their lines.
///
/// Ctags runs in its own sandbox (`--_interactive=sandbox`): seccomp kills it at any system call
/// other than reading input, writing output and allocating memory. So a source that exploits a
/// parser of ctags can open no file and start no program.
///
/// Source: ctags-json-output(5), ctags(1) "--_interactive". Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::source {

struct Tag {
  std::string name;
  std::string kind;       ///< In ctags' terms: "class", "method", "header".
  std::string role;       ///< "def" for a definition, else the kind of reference: "imported".
  std::string scope;      ///< The enclosing scope, "" if none.
  std::string signature;  ///< Parameters with their parentheses, "" if unknown.
  std::string result;     ///< A function's result type, "" if unknown.
  std::string inherits;   ///< Comma-separated list.
  std::string mixins;     ///< Ruby: "include:Comparable".
  bool is_alias = false;  ///< An alias of an import: `import x as y`.
  std::uint32_t line = 0;
};

struct Tags {
  std::vector<Tag> tags;
  std::string problem;  ///< Why tags may be missing, "" if none are.
};

/// Errors: throws ToolMissing if ctags is not installed.
Tags tags_of(std::string_view source, std::string_view language);

}  // namespace porthole::source
