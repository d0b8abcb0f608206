#include "parser/page_xml.h"

#include <tidy.h>

#include <array>
#include <cstdio>
#include <set>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "parser/html/tidy_tree.h"

namespace porthole::parser {
namespace {

constexpr std::string_view kXhtmlNs = "http://www.w3.org/1999/xhtml";

bool begins_name(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool goes_on_in_name(char32_t c) {
  return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/// ASCII names only: they are valid in all editions of XML.
std::string xml_name(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const Character c = decode_utf8(name, at);
    if (out.empty() ? begins_name(c.code) : goes_on_in_name(c.code)) {
      out += static_cast<char>(c.code);
    } else {
      std::array<char, 16> number{};
      std::snprintf(number.data(), number.size(), "U%06X", static_cast<unsigned>(c.code));
      out += number.data();
    }
    at += c.length;
  }
  return out;
}

/// Traverses the tree in document order, without recursion.
class XmlWalk {
 public:
  explicit XmlWalk(TidyDoc doc) : doc_(doc) {}

  std::string run() {
    const TidyNode root = tidyGetHtml(doc_);
    if (root == nullptr) return "";
    for (TidyNode node = root; node != nullptr;) {
      const bool is_element = enter(node);
      if (TidyNode child = is_element ? tidyGetChild(node) : nullptr; child != nullptr) {
        node = child;
        continue;
      }
      if (is_element) leave();
      while (node != root && tidyGetNext(node) == nullptr) {
        node = tidyGetParent(node);
        leave();
      }
      node = node == root ? nullptr : tidyGetNext(node);
    }
    return std::move(out_);
  }

 private:
  bool enter(TidyNode node) {
    switch (tidyNodeGetType(node)) {
      case TidyNode_Text:
      case TidyNode_CDATA:
        out_ += escape_markup(clean_utf8(value_.value_of(doc_, node)));
        return false;
      case TidyNode_Start:
      case TidyNode_StartEnd:
        break;
      default:
        return false;
    }
    const ctmbstr name = tidyNodeGetName(node);
    open_.push_back(xml_name(name == nullptr ? "unknown" : name));
    out_ += "<" + open_.back();
    if (open_.size() == 1) out_.append(" xmlns=\"").append(kXhtmlNs).append("\"");
    write_attributes(node);
    out_ += ">";
    return true;
  }

  void leave() {
    out_ += "</" + open_.back() + ">";
    open_.pop_back();
  }

  void write_attributes(TidyNode node) {
    std::set<std::string, std::less<>> written;
    for (TidyAttr attr = tidyAttrFirst(node); attr != nullptr; attr = tidyAttrNext(attr)) {
      const ctmbstr raw = tidyAttrName(attr);
      const std::string_view name = raw == nullptr ? "" : raw;
      if (name.empty() || name == "xmlns" || name.starts_with("xmlns:")) continue;
      // The prefix xml is predefined.
      const std::string as_xml =
          name == "xml:lang" || name == "xml:space" ? std::string(name) : xml_name(name);
      if (!written.insert(as_xml).second) continue;
      const ctmbstr value = tidyAttrValue(attr);
      out_ +=
          " " + as_xml + "=\"" + escape_markup(clean_utf8(value == nullptr ? "" : value)) + "\"";
    }
  }

  const TidyDoc doc_;
  NodeValue value_;
  std::vector<std::string> open_;
  std::string out_;
};

}  // namespace

std::string page_as_xml(std::string_view html, const std::vector<Span>& unread) {
  const TidyTree tree(html, unread);
  return XmlWalk(tree.doc()).run();
}

}  // namespace porthole::parser
