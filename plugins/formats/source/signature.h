#pragma once

/// Extracts the signature of a function where ctags reports none or only a part.
///
/// In:  the tokens of a source, the name of a function and the line of its definition.
/// Out: its parameters with parentheses, and its result type; "" for unknown parts.
///
/// Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/formats/source/languages.h"
#include "plugins/formats/source/lexer.h"

namespace porthole::source {

struct Signature {
  std::string parameters;
  std::string result;
};

Signature signature_of(const std::vector<Token>& tokens, std::string_view name, std::uint32_t line,
                       ResultStyle style);

/// The signature in the language's syntax: "int name(long x)", "name(x: number): string".
std::string written(const Signature& signature, std::string_view name, ResultStyle style);

}  // namespace porthole::source
