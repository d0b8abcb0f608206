#include "plugins/formats/xml/entry_xml.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/text.h"

namespace porthole::xml_format {
namespace {

/// True for elements stored in the Link itself: title, URL, text.
bool is_said_elsewhere(std::string_view local) {
  constexpr std::array<std::string_view, 7> kElsewhere = {
      "title", "link", "description", "summary", "content", "encoded", "source"};
  return std::find(kElsewhere.begin(), kElsewhere.end(), local) != kElsewhere.end();
}

}  // namespace

void EntryXml::begin_entry() {
  open_.clear();
  writer_ = std::make_unique<xml::XmlWriter>(xml::XmlWriter::Layout::kCompact);
  (void)writer_->drain();  // Drops the XML declaration.
}

void EntryXml::begin(std::string_view ns, std::string_view local,
                     const xml::XmlAttributes& attributes) {
  const bool is_child = open_.empty();
  const bool is_skipped = is_child ? is_said_elsewhere(local) : open_.back().is_skipped;
  const bool is_new_ns = is_child ? !ns.empty() : open_.back().ns != ns;
  if (!is_child) open_.back().has_children = true;
  open_.push_back({std::string(ns), is_skipped});
  if (is_skipped) return;
  writer_->start(local);
  if (is_new_ns) writer_->attribute("xmlns", ns);
  for (const xml::XmlAttribute& attribute : attributes) {
    if (attribute.name.ns.empty()) writer_->attribute(attribute.name.local, attribute.value);
  }
}

void EntryXml::end(std::string_view text) {
  const Open last = open_.back();
  open_.pop_back();
  if (last.is_skipped) return;
  if (!last.has_children) writer_->text(fold_space(text));
  writer_->end();
}

std::string EntryXml::end_entry() {
  std::string xml = writer_->take();
  std::erase(xml,
             '\n');  // The writer's, behind each element: those of values are escaped or folded.
  return xml;
}

}  // namespace porthole::xml_format
