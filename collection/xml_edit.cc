#include "collection/xml_edit.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::collection {

using xml::XmlElement;

namespace {

/// The name of an element as the file has it, prefix and all.
std::string written_name(const std::string& text, const XmlElement& element) {
  const std::size_t end = text.find_first_of(" \t\r\n/>", element.begin);
  return text.substr(element.begin + 1, end - element.begin - 1);
}

}  // namespace

std::string edited(const std::string& text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    out.append(text, at, edit.begin - at);
    out += edit.text;
    at = edit.end;
  }
  return out.append(text, at);
}

std::string prefix_of(const std::string& text, const XmlElement& root) {
  const std::string name = written_name(text, root);
  const auto colon = name.find(':');
  return colon == std::string::npos ? "" : name.substr(0, colon + 1);
}

std::string indentation_at(const std::string& text, std::size_t at) {
  const std::size_t line = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t begin = line == std::string::npos ? 0 : line + 1;
  const std::size_t end = std::min(text.find_first_not_of(" \t", begin), at);
  return text.substr(begin, end - begin);
}

Edit put_into(const std::string& text, const XmlElement& element, const std::string& lines) {
  const std::string outer = indentation_at(text, element.begin);
  const std::string_view tag(text.data() + element.begin, element.tag_end - element.begin);
  if (element.tag_end == element.end && tag.ends_with("/>")) {
    const std::size_t slash = element.tag_end - 2;
    const std::size_t cut_at = text.find_last_not_of(" \t\r\n", slash - 1) + 1;
    return {cut_at, element.end, ">\n" + lines + outer + "</" + written_name(text, element) + ">"};
  }
  const std::size_t end_tag = text.rfind('<', element.end - 1);
  const std::size_t content_end = text.find_last_not_of(" \t\r\n", end_tag - 1) + 1;
  return {content_end, end_tag, "\n" + lines + outer};
}

std::string put_line(const std::string& text, const XmlElement& root, const std::string& name,
                     const std::string& line) {
  if (const XmlElement* part = root.child(name)) {
    const std::string indent = indentation_at(text, part->begin) + "  ";
    return edited(text, {put_into(text, *part, indent + line + "\n")});
  }
  const std::string tag = prefix_of(text, root) + name;
  const std::string part = "  <" + tag + ">\n    " + line + "\n  </" + tag + ">\n";
  return edited(text, {put_into(text, root, part)});
}

Edit take_out(const std::string& text, const XmlElement& element) {
  const std::size_t begin =
      element.begin == 0 ? std::string::npos : text.find_last_not_of(" \t\r\n", element.begin - 1);
  return {begin == std::string::npos ? 0 : begin + 1, element.end, ""};
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escape_markup(fold_space(clean_utf8(value))) + "\"";
}

std::pair<std::size_t, std::size_t> find_attribute(const std::string& text,
                                                   const XmlElement& element,
                                                   std::string_view name) {
  std::size_t at = text.find_first_of(" \t\r\n/>", element.begin);
  const std::size_t name_end = at;
  while (at < element.tag_end) {
    const std::size_t begin = at;
    at = text.find_first_not_of(" \t\r\n", at);
    const std::size_t end = text.find_first_of("= \t\r\n/>", at);
    const std::string_view found(text.data() + at, end - at);
    const std::size_t quote = text.find_first_of("\"'>", end);
    if (found.empty() || quote >= element.tag_end || text[quote] == '>') break;
    const std::size_t close = text.find(text[quote], quote + 1) + 1;
    if (found == name) return {begin, close};
    at = close;
  }
  return {name_end, name_end};
}

}  // namespace porthole::collection
