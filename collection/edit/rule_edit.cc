#include "collection/edit/rule_edit.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;

/// The text, read.
struct Read {
  XmlElement root;
  std::string prefix;  ///< The names of elements begin with it.
};

Result<Read> read(const std::string& text) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  std::string prefix = prefix_of(text, *root);
  return Read{std::move(*root), std::move(prefix)};
}

bool has_rules(const XmlElement& root) {
  const XmlElement* scope = root.child("scope");
  return scope != nullptr &&
         std::any_of(scope->children.begin(), scope->children.end(), [](const XmlElement& child) {
           return child.local == "accept" || child.local == "reject" || child.local == "rule";
         });
}

}  // namespace

Result<ScopeRule> rule_of(const std::string& words, bool accept) {
  ScopeRule rule;
  rule.accept = accept;
  const std::size_t sign = words.find('=');
  const std::string name = words.substr(0, sign);
  const std::string given = sign == std::string::npos ? "" : words.substr(sign + 1);
  const std::string value(trim(given));
  if (!value.empty() && name == "host") rule.hosts = {ascii_lower(value)};
  if (!value.empty() && name == "scheme") rule.schemes = {ascii_lower(value)};
  if (!value.empty() && name == "path") rule.path = value;
  if (!value.empty() && name == "prefix") rule.prefix = value;
  if (!rule.hosts.empty() || !rule.schemes.empty() || !rule.path.empty() || !rule.prefix.empty())
    return rule;
  return fail(ErrorCode::kUsage, "not a rule: " + words,
              "write host=GLOB, path=PATTERN, prefix=URL or scheme=NAME");
}

Result<std::string> add_rule(const std::string& text, const ScopeRule& rule) {
  TRY_AS(read, collection::read(text));
  if (!rule.accept && !has_rules(read->root)) {  // Else the new rule would keep everything out.
    ScopeRule everything;
    const Result<std::string> open = add_rule(text, everything);
    return open ? add_rule(*open, rule) : open;
  }
  std::string line = "<" + read->prefix + (rule.accept ? "accept" : "reject");
  if (!rule.schemes.empty()) line += attribute("scheme", join(rule.schemes));
  if (!rule.hosts.empty()) line += attribute("host", join(rule.hosts));
  if (!rule.path.empty()) line += attribute("path", rule.path);
  if (!rule.prefix.empty()) line += attribute("prefix", rule.prefix);
  return put_line(text, read->root, "scope", line + "/>");
}

Result<std::string> remove_rule(const std::string& text, int line) {
  TRY_AS(read, collection::read(text));
  if (const XmlElement* scope = read->root.child("scope")) {
    for (const XmlElement& child : scope->children) {
      const bool is_rule = child.local == "accept" || child.local == "reject";
      if (is_rule && child.line == line) return edited(text, {take_out(text, child)});
    }
  }
  return fail(ErrorCode::kNotFound, "no rule of the scope stands on line " + std::to_string(line),
              "the specification has changed: look at it again");
}

Result<std::string> set_strategy(const std::string& text, const Strategy& strategy) {
  TRY_AS(read, collection::read(text));
  const XmlElement* known = read->root.child("strategy");
  if (known != nullptr && known->attribute("library") != nullptr) {
    return fail(ErrorCode::kInvalid, "the strategy is a plug-in's", "change porthole.xml by hand");
  }
  const std::string indent = known == nullptr ? "  " : indentation_at(text, known->begin);
  const std::string tag = read->prefix + "strategy";
  std::string element = "<" + tag + attribute("name", strategy.name);
  for (std::size_t i = 0; i < strategy.options.size(); ++i) {
    const auto& [name, value] = strategy.options[i];
    element += (i == 0 ? ">\n" : "\n") + indent + "  <" + read->prefix + "option" +
               attribute("name", name) + attribute("value", value) + "/>";
  }
  element += strategy.options.empty() ? "/>" : "\n" + indent + "</" + tag + ">";
  if (known != nullptr) return edited(text, {{known->begin, known->end, element}});
  return edited(text, {put_into(text, read->root, "  " + element + "\n")});
}

}  // namespace porthole::collection
