#include "collection/edit/keep_out.h"

#include <algorithm>
#include <vector>

#include "base/xml/tree.h"
#include "base/xml/writer.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;

/// "x:" of "<x:scope ...>", "" of "<scope>".
std::string prefix_of(const std::string& text, const XmlElement& element) {
  const std::string name = text.substr(
      element.begin + 1, text.find_first_of(" \t\r\n/>", element.begin) - element.begin - 1);
  const auto colon = name.find(':');
  return colon == std::string::npos ? "" : name.substr(0, colon + 1);
}

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

}  // namespace porthole::collection
