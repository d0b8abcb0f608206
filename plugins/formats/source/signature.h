#pragma once

/// The signature of a function, where ctags does not tell it or not all of it.
///
/// In:  the tokens of a source, the name of a function and the line in which it is defined.
/// Out: its parameters with their parentheses, and the type of its result; "" for what is not found.
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

/// As its language writes it: "int name(long x)", "name(x: number): string".
std::string written(const Signature& signature, std::string_view name, ResultStyle style);

}  // namespace porthole::source
