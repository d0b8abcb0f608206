#pragma once

/// Structure: the definitions in a source, as properties of schemas/summary.rdfs.
///
/// In:  ctags' tags, and additions from tokens and comments (declarations.h, comments.h).
/// Out: names by property, without duplicates, in order.
///
/// Thread safety: any thread.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/formats/source/comments.h"
#include "plugins/formats/source/declarations.h"
#include "plugins/formats/source/languages.h"
#include "plugins/formats/source/lexer.h"
#include "plugins/formats/source/tags.h"

namespace porthole::source {

class Structure {
 public:
  Structure(const std::vector<Tag>& tags, const std::vector<Token>& tokens,
            const std::vector<Comment>& comments, const Language& language);

  /// The values of "className", "function", ..., in order.
  const Names& values(const std::string& property) const;

  /// Imports with paths relative to the file: #include "x.h", './x.js'.
  const Names& relative_imports() const { return relative_imports_; }

  /// The class that the file is named after, or for Java the first one; "" if none.
  std::string main_class(std::string_view file_stem) const;
  /// The line of a class definition; 0 if unknown.
  std::uint32_t line_of_class(const std::string& name) const;
  /// The line of the first class or function, else of the first code.
  std::uint32_t first_definition() const { return first_definition_; }

 private:
  void add(const std::string& property, std::string value);
  void add_import(const Tag& tag);
  void add_tag(const Tag& tag, const std::vector<Token>& tokens);
  void add_function(const Tag& tag, const std::vector<Token>& tokens);
  void add_bases(const Tag& tag);

  const Language& language_;
  std::map<std::string, Names> values_;
  Names relative_imports_;
  std::map<std::string, std::uint32_t> class_lines_;
  std::uint32_t first_definition_ = ~0u;
};

/// The signature of a function; "" for unknown parts.
struct Signature {
  std::string parameters;  ///< With parentheses.
  std::string result;
};

/// The signature of the function that is defined in `line`, where ctags reports none or a part.
Signature signature_of(const std::vector<Token>& tokens, std::string_view name, std::uint32_t line,
                       ResultStyle style);

/// The signature in the language's syntax: "int name(long x)", "name(x: number): string".
std::string written(const Signature& signature, std::string_view name, ResultStyle style);

}  // namespace porthole::source
