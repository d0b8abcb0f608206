#pragma once

/// Edits the text of an XML file in place and preserves comments, layout and prefixes.
///
/// In:  the text, and elements of it as base/xml/tree.h read them from that very text.
/// Out: replacements of byte ranges, and the edited text.
///
/// Requires: the text is UTF-8, so that the reader's places are the text's. Thread safety: pure
/// functions.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/xml/tree.h"

namespace porthole::collection {

/// Replaces the bytes from `begin` up to `end` by `text`.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

/// Applies the edits.
/// Requires: no two edits overlap.
std::string edited(const std::string& text, std::vector<Edit> edits);

/// Returns the prefix of the root element ("p:" for p:taxonomy), "" when there is none.
std::string prefix_of(const std::string& text, const xml::XmlElement& root);

/// Returns the white space at the beginning of the line of byte `at`.
std::string indentation_at(const std::string& text, std::size_t at);

/// Inserts `lines` (each ending in a line feed) at the end of the content of `element`.
Edit put_into(const std::string& text, const xml::XmlElement& element, const std::string& lines);

/// Returns `text` with `line` at the end of the element `name` of `root`, which is made where it
/// is missing.
std::string put_line(const std::string& text, const xml::XmlElement& root, const std::string& name,
                     const std::string& line);

/// Removes `element` and the white space before it.
Edit take_out(const std::string& text, const xml::XmlElement& element);

/// Formats an attribute for a tag: ` name="value"`.
std::string attribute(std::string_view name, std::string_view value);

/// The byte range of the attribute `name` of a start tag, white space before it included; empty at
/// the end of the tag's name when it is not there.
std::pair<std::size_t, std::size_t> find_attribute(const std::string& text,
                                                   const xml::XmlElement& element,
                                                   std::string_view name);

}  // namespace porthole::collection
