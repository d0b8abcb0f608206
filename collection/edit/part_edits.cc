#include "collection/edit/part_edits.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "base/xml/writer.h"
#include "collection/specification_values.h"
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

namespace {

std::string rule(const std::string& name, const std::string& attribute, const std::string& value) {
  xml::XmlWriter out(xml::XmlWriter::Layout::kCompact);
  out.start(name);
  out.attribute(attribute, value);
  out.end();
  const std::string text = out.take();
  const std::size_t begin = text.find('\n') + 1;  // after the XML declaration
  return text.substr(begin, text.find_last_of('>') + 1 - begin);
}

/// A host glob ignores ports, so a host with a port is matched by its URLs.
std::vector<std::string> rejections(const std::string& prefix, const std::string& host) {
  if (host.find(':') == std::string::npos) return {rule(prefix + "reject", "host", host)};
  return {rule(prefix + "reject", "prefix", "http://" + host + "/"),
          rule(prefix + "reject", "prefix", "https://" + host + "/")};
}

bool decides(const XmlElement& element) {
  return element.local == "accept" || element.local == "reject";
}

}  // namespace

Result<std::string> keep_out(const std::string& text, const std::string& host) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const std::string prefix = prefix_of(text, *root);
  const XmlElement* scope = root->child("scope");
  std::string added;
  // A scope without a rule takes http and https; with the first rule that has to be said.
  if (scope == nullptr || std::none_of(scope->children.begin(), scope->children.end(), decides)) {
    added += "    " + rule(prefix + "accept", "scheme", "http https") + "\n";
  }
  for (const std::string& rejection : rejections(prefix, host)) added += "    " + rejection + "\n";
  const std::string open = "  <" + prefix + "scope>\n";
  const std::string close = "  </" + prefix + "scope>\n";

  const XmlElement& around = scope == nullptr ? *root : *scope;
  if (around.tag_end == around.end) {
    if (scope == nullptr)
      return fail(ErrorCode::kInvalid, "the specification is empty", "add a <scope> to it");
    std::string tag = text.substr(scope->begin, scope->tag_end - scope->begin);
    tag.replace(tag.rfind("/>"), 2, ">\n");
    return text.substr(0, scope->begin) + tag + added + close.substr(0, close.size() - 1) +
           text.substr(scope->end);
  }
  if (scope == nullptr) added = open + added + close;
  const std::size_t end_tag = text.rfind('<', around.end - 1);
  const std::size_t content_end = text.find_last_not_of(" \t\r\n", end_tag - 1) + 1;
  return text.substr(0, content_end) + "\n" + added + (scope == nullptr ? "" : "  ") +
         text.substr(end_tag);
}

Result<std::string> allow_addresses(const std::string& text,
                                    const std::vector<std::string>& addresses) {
  std::vector<std::string> ranges;
  for (const std::string& list : addresses) {
    for (const std::string_view part : split(list, ',')) {
      const std::string range(trim(part));
      if (!is_address_range(range)) {
        return fail(ErrorCode::kUsage,
                    "\"" + range + "\" is not an address or a range of addresses",
                    "write addresses or ranges, such as 127.0.0.1 or 10.0.0.0/8");
      }
      ranges.push_back(range);
    }
  }
  if (ranges.empty()) return text;
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  return put_line(
      text, *root, "network",
      "<" + prefix_of(text, *root) + "allow" + attribute("addresses", join(ranges, " ")) + "/>");
}

namespace {

/// Tells pages apart; a text that is not a URL is its own key, so that such a seed can go, too.
std::string key_of(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  return url ? url->key() : text;
}

}  // namespace

Result<std::string> remove_seeds(const std::string& text, const std::vector<std::string>& urls) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  std::set<std::string> keys, found;
  for (const std::string& url : urls) keys.insert(key_of(url));
  std::vector<Edit> edits;
  if (const xml::XmlElement* seeds = root->child("seeds")) {
    for (const xml::XmlElement& child : seeds->children) {
      const std::string* url = child.local == "seed" ? child.attribute("url") : nullptr;
      if (url == nullptr || !keys.contains(key_of(*url))) continue;
      found.insert(key_of(*url));
      edits.push_back(take_out(text, child));
    }
  }
  for (const std::string& url : urls) {
    if (found.contains(key_of(url))) continue;
    return fail(ErrorCode::kNotFound, "porthole.xml names no seed " + url,
                "one of a file of seeds is taken out of that file");
  }
  return edited(text, std::move(edits));
}

Result<std::string> set_storage(const std::string& text, const std::string& url) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const std::string set = attribute("url", url);
  if (const xml::XmlElement* storage = root->child("storage")) {
    const auto [begin, end] = find_attribute(text, *storage, "url");
    return edited(text, {{begin, end, set}});
  }
  const std::string line = "  <" + prefix_of(text, *root) + "storage" + set + "/>\n";
  return edited(text, {put_into(text, *root, line)});
}

}  // namespace porthole::collection
