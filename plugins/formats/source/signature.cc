#include "plugins/formats/source/signature.h"

#include <algorithm>
#include <array>

namespace porthole::source {
namespace {

constexpr std::ptrdiff_t kMostTokensOfType = 30;

using Place = std::vector<Token>::const_iterator;

bool is_modifier(std::string_view word) {
  constexpr std::array<std::string_view, 20> kModifiers = {
      "public", "private", "protected", "static",   "final",   "abstract", "synchronized",
      "native", "default", "strictfp",  "override", "virtual", "sealed",   "internal",
      "extern", "async",   "unsafe",    "partial",  "new",     "inline"};
  return std::find(kModifiers.begin(), kModifiers.end(), word) != kModifiers.end();
}

void append(std::string& text, const Token& token) {
  if (!token.glued && !text.empty()) text += ' ';
  text.append(token.text);
}

/// From the parenthesis at `at` to the one that closes it; where that is.
Place read_parameters(Place at, Place end, std::string& parameters) {
  int depth = 0;
  std::string read;
  for (; at != end; ++at) {
    if (at->is_comment()) continue;
    append(read, *at);
    if (at->text == "(") ++depth;
    if (at->text != ")" || --depth > 0) continue;
    parameters = std::move(read);
    return at + 1;
  }
  return end;
}

/// Behind the parameters: `: Promise<string>`.
std::string result_behind(Place at, Place end) {
  if (at == end || at->text != ":") return {};
  end = at + std::min(end - at, kMostTokensOfType);
  std::string result;
  int depth = 0;
  for (++at; at != end; ++at) {
    if (depth == 0 && (at->text == "{" || at->text == ";" || at->text == "=" || at->text == "," ||
                       at->text == ")" || at->kind == TokenKind::kComment)) {
      break;
    }
    if (at->text == "<" || at->text == "(" || at->text == "[") ++depth;
    if (at->text == ">" || at->text == ")" || at->text == "]") --depth;
    if (!at->is_comment()) append(result, *at);
  }
  return result;
}

/// Before the name: `public static <T> List<T>`, without modifiers and annotations.
std::string result_before(Place begin, Place name) {
  const Place stop = name - std::min(name - begin, kMostTokensOfType);
  Place first = name;
  while (first != stop && !std::prev(first)->is_comment() &&
         std::string_view(";{})").find(std::prev(first)->text) == std::string_view::npos) {
    --first;
  }
  std::string result;
  for (Place at = first; at != name; ++at) {
    if (at->text == "@" && at + 1 != name) {
      ++at;
    } else if (!is_modifier(at->text)) {
      append(result, *at);
    }
  }
  // `public: Name(` has none.
  return result.starts_with(": ") || result == ":"
             ? result.substr(std::min<std::size_t>(result.size(), 2))
             : result;
}

}  // namespace

Signature signature_of(const std::vector<Token>& tokens, std::string_view name, std::uint32_t line,
                       ResultStyle style) {
  const auto begin = std::lower_bound(
      tokens.begin(), tokens.end(), line,
      [](const Token& token, std::uint32_t wanted) { return token.line < wanted; });
  const auto end =
      begin + std::min<std::ptrdiff_t>(tokens.end() - begin, std::ptrdiff_t{kMostTokens});
  const auto at = std::find_if(
      begin, end, [&](const Token& token) { return token.text == name || token.line > line; });
  Signature signature;
  if (at == end || at->text != name || at + 1 == end || (at + 1)->text != "(") return signature;
  const auto behind = read_parameters(at + 1, end, signature.parameters);
  if (style == ResultStyle::kColon) signature.result = result_behind(behind, end);
  if (style == ResultStyle::kBefore) signature.result = result_before(tokens.begin(), at);
  return signature;
}

std::string written(const Signature& signature, std::string_view name, ResultStyle style) {
  // A list without parentheses (Tcl) stands apart.
  const bool is_apart = signature.parameters[0] != '(' && signature.parameters[0] != '<';
  const std::string call = std::string(name) + (is_apart ? " " : "") + signature.parameters;
  if (signature.result.empty()) return call;
  switch (style) {
    case ResultStyle::kBefore:
      return signature.result + " " + call;
    case ResultStyle::kArrow:
      return call + " -> " + signature.result;
    case ResultStyle::kSpace:
      return call + " " + signature.result;
    case ResultStyle::kColon:
      break;
  }
  return call + ": " + signature.result;
}

}  // namespace porthole::source
