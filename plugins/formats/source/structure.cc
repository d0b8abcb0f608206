#include "plugins/formats/source/structure.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "plugins/formats/source/declarations.h"

namespace porthole::source {
namespace {

/// Maximum number of values of one property, so that none uses up SummaryLimits::properties.
constexpr std::size_t kMostValues = 150;
constexpr std::size_t kLongestSignature = 1000;

struct KindOfTag {
  std::string_view ctags;
  std::string_view property;
};

/// Maps ctags' kinds in all languages to properties.
constexpr std::array<KindOfTag, 38> kKinds = {
    {{"package", "packageName"},      {"namespace", "packageName"},
     {"module", "packageName"},       {"program", "packageName"},
     {"class", "className"},          {"struct", "className"},
     {"union", "className"},          {"enum", "className"},
     {"record", "className"},         {"trait", "className"},
     {"object", "className"},         {"type", "className"},
     {"interface", "interfaceName"},  {"protocol", "interfaceName"},
     {"function", "function"},        {"func", "function"},
     {"method", "function"},          {"methodSpec", "function"},
     {"prototype", "function"},       {"procedure", "function"},
     {"subroutine", "function"},      {"generator", "function"},
     {"getter", "function"},          {"setter", "function"},
     {"singletonMethod", "function"}, {"constructor", "function"},
     {"annotation", "interfaceName"}, {"constant", "constant"},
     {"const", "constant"},           {"macro", "constant"},
     {"define", "constant"},          {"enumerator", "constant"},
     {"enumConstant", "constant"},    {"table", "definedTable"},
     {"view", "definedTable"},        {"header", "imports"},
     {"library", "imports"},          {"script", "imports"}}};

std::string_view property_of(const Tag& tag) {
  // Python calls a method so, C a variable of a structure: that has no parameters.
  if (tag.kind == "member") return tag.signature.empty() ? "" : "function";
  for (const KindOfTag& kind : kKinds) {
    if (kind.ctags == tag.kind) return kind.property;
  }
  return {};
}

/// A reference that brings in what it names; not what is taken out of that (`from x import y`).
bool is_import(const Tag& tag) {
  constexpr std::array<std::string_view, 13> kRoles = {
      "imported", "indirectlyImported", "system",   "local",    "namespace", "used",  "loaded",
      "required", "requiredRel",        "included", "optional", "library",   "source"};
  // The version of Perl that is used, and Python's own package, are no names.
  const bool has_letter = std::any_of(tag.name.begin(), tag.name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  });
  return has_letter && tag.kind != "unknown" &&
         std::find(kRoles.begin(), kRoles.end(), tag.role) != kRoles.end();
}

std::uint32_t first_code_line(const std::vector<Token>& tokens) {
  const auto first = std::find_if(tokens.begin(), tokens.end(),
                                  [](const Token& token) { return !token.is_comment(); });
  return first == tokens.end() ? ~0u : first->line;
}

bool has_suffix(std::string_view path) {
  return path.substr(path.rfind('/') + 1).find('.', 1) != std::string_view::npos;
}

bool is_interface_by_name(std::string_view name) {
  return name.size() > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z';
}

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

Structure::Structure(const std::vector<Tag>& tags, const std::vector<Token>& tokens,
                     const std::vector<Comment>& comments, const Language& language)
    : language_(language) {
  for (const Tag& tag : tags) {
    if (tag.role != "def") {
      add_import(tag);
    } else if (!tag.is_alias) {
      add_tag(tag, tokens);
    }
  }
  if (first_definition_ == ~0u) first_definition_ = first_code_line(tokens);
  Declared declared = declared_in(tokens, language);
  for (std::string& name : declared.imports) {
    if (language.imports_are_urls && name.starts_with('.') && has_suffix(name)) {
      relative_imports_.push_back(name);
    }
    add("imports", std::move(name));
  }
  for (std::string& name : declared.extends) add("extends", std::move(name));
  for (std::string& name : declared.implements) add("implements", std::move(name));
  for (std::string& name : declared.throws) add("throws", std::move(name));
  for (std::string& name : thrown_in(comments)) add("throws", std::move(name));
  for (std::string& name : declared.authors) add("author", std::move(name));
}

const Names& Structure::values(const std::string& property) const {
  static const Names kNone;
  const auto found = values_.find(property);
  return found == values_.end() ? kNone : found->second;
}

std::string Structure::main_class(std::string_view file_stem) const {
  for (const auto& [name, line] : class_lines_) {
    if (equals_ignoring_case(name, file_stem)) return name;
  }
  if (language_.class_of_classes == "ProgramSource" || class_lines_.empty()) return {};
  return std::min_element(class_lines_.begin(), class_lines_.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::uint32_t Structure::line_of_class(const std::string& name) const {
  const auto found = class_lines_.find(name);
  return found == class_lines_.end() ? 0 : found->second;
}

void Structure::add(const std::string& property, std::string value) {
  Names& names = values_[property];
  if (value.empty() || names.size() >= kMostValues) return;
  if (std::find(names.begin(), names.end(), value) == names.end())
    names.push_back(std::move(value));
}

void Structure::add_import(const Tag& tag) {
  if (!is_import(tag)) return;
  if (tag.role == "local") relative_imports_.push_back(tag.name);
  if (tag.role == "requiredRel") {  // Ruby, which leaves out its suffix
    relative_imports_.push_back(has_suffix(tag.name) ? tag.name : tag.name + ".rb");
  }
  add("imports", std::string(string_value(tag.name)));
}

void Structure::add_tag(const Tag& tag, const std::vector<Token>& tokens) {
  const std::string property(property_of(tag));
  const bool is_class = property == "className" || property == "interfaceName";
  const bool is_function = property == "function";
  if (is_class || is_function || property == "definedTable") {
    first_definition_ = std::min(first_definition_, tag.line);
  }
  if (is_class) class_lines_.emplace(tag.name, tag.line);
  if (is_function) {
    add_function(tag, tokens);
  } else if (!property.empty() && property != "imports") {
    add(property, tag.name);
  }
  add_bases(tag);
}

void Structure::add_function(const Tag& tag, const std::vector<Token>& tokens) {
  if (values("function").size() >= kMostValues) return;
  add("function", tag.name);
  Signature signature = signature_of(tokens, tag.name, tag.line, language_.result);
  if (!tag.signature.empty() && language_.ctags_knows_parameters)
    signature.parameters = tag.signature;
  if (!tag.result.empty()) signature.result = tag.result;
  if (signature.parameters.empty()) return;
  add("signature", shortened(written(signature, tag.name, language_.result), kLongestSignature));
}

void Structure::add_bases(const Tag& tag) {
  if (language_.has_class_heads) return;  // which tell more
  for (std::string& name : simple_names(tag.inherits)) {
    const bool is_interface = language_.interfaces_begin_with_i && is_interface_by_name(name);
    add(is_interface ? "implements" : "extends", std::move(name));
  }
  // "include:Comparable"
  for (const std::string_view mixin : split(tag.mixins, ',')) {
    const auto names = simple_names(mixin);
    if (!names.empty()) add("implements", names.back());
  }
}

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
