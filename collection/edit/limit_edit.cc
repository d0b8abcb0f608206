#include "collection/edit/limit_edit.h"

#include <string_view>

#include "base/xml/tree.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;

/// The <limit> whose attribute `name` holds: the last that has it, else the last; null without any.
const XmlElement* limit_of(const XmlElement& scope, std::string_view name) {
  const XmlElement* last = nullptr;
  const XmlElement* holding = nullptr;
  for (const XmlElement& child : scope.children) {
    if (child.local != "limit") continue;
    last = &child;
    if (child.attribute(name) != nullptr) holding = &child;
  }
  return holding != nullptr ? holding : last;
}

Result<std::string> with_limit(const std::string& text, const std::string& name,
                               std::int64_t value) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const std::string prefix = prefix_of(text, *root);
  const std::string set = attribute(name, std::to_string(value));
  const XmlElement* scope = root->child("scope");
  if (const XmlElement* limit = scope == nullptr ? nullptr : limit_of(*scope, name)) {
    const auto [begin, end] = find_attribute(text, *limit, name);
    return edited(text, {{begin, end, set}});
  }
  const std::string line = "<" + prefix + "limit" + set + "/>\n";
  if (scope != nullptr) {
    const std::string indent = indentation_at(text, scope->begin) + "  ";
    return edited(text, {put_into(text, *scope, indent + line)});
  }
  const std::string around = "  <" + prefix + "scope>\n    " + line + "  </" + prefix + "scope>\n";
  return edited(text, {put_into(text, *root, around)});
}

}  // namespace

Result<std::string> set_limits(const std::string& text,
                               const std::vector<std::pair<std::string, std::int64_t>>& limits) {
  std::string changed = text;
  for (const auto& [name, value] : limits) {
    Result<std::string> next = with_limit(changed, name, value);
    if (!next) return next;
    changed = std::move(*next);
  }
  return changed;
}

}  // namespace porthole::collection
