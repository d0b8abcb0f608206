#pragma once

/// Changes to the text of an XML file that leave everything else as its author wrote it: comments, layout, prefixes.
///
/// In:  the text, and elements of it as base/xml/tree.h read them from that very text.
/// Out: replacements of byte ranges, and the text with all of them made.
///
/// Requires: the text is UTF-8, so that the reader's places are the text's. Thread safety: pure functions.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/xml/tree.h"

namespace porthole::collection {

/// `text` in place of the bytes from `begin` up to `end`.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

/// Requires: no two edits overlap.
std::string edited(const std::string& text, std::vector<Edit> edits);

/// "p:" of the root element p:taxonomy; "" without a prefix.
std::string prefix_of(const std::string& text, const xml::XmlElement& root);

/// The white space that the line of byte `at` begins with.
std::string indentation_at(const std::string& text, std::size_t at);

/// Puts `lines` (each ending in a line feed) behind what stands in `element`.
Edit put_into(const std::string& text, const xml::XmlElement& element, const std::string& lines);

/// Takes `element` out with the white space before it.
Edit take_out(const std::string& text, const xml::XmlElement& element);

/// ` name="value"`, as it stands in a tag.
std::string attribute(std::string_view name, std::string_view value);

/// The byte range of the attribute `name` of a start tag, white space before it included; empty at the end
/// of the tag's name when it is not there.
std::pair<std::size_t, std::size_t> find_attribute(const std::string& text, const xml::XmlElement& element,
                                                   std::string_view name);

}  // namespace porthole::collection
