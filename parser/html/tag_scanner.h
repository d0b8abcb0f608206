#pragma once

/// Splits HTML or XML into text and tags by one pass over the bytes, without a tree.
///
/// In:  the page in UTF-8.
/// Out: pieces in order. Comments, doctypes and processing instructions are passed over; the
/// content
///      of script, style, title, textarea and their like is text up to the matching end tag.
///
/// Source: the states of https://html.spec.whatwg.org/#tokenization, with errors treated as there
/// except that an unfinished tag at the end of the page is dropped.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::parser {

/// A piece of text or a tag. Views are into the page.
struct Piece {
  enum class Type { kText, kOpen, kClose, kEnd };
  Type type = Type::kEnd;
  std::string_view text;        ///< kText: as written, entities not decoded.
  std::string_view name;        ///< Tags: as written.
  std::string_view attributes;  ///< kOpen: what stands between the name and '>'.
  std::size_t begin = 0;        ///< Where the piece begins in the page.
  bool verbatim = false;        ///< kText: entities stand for themselves (script, CDATA).
};

class TagScanner {
 public:
  enum class Syntax { kHtml, kXml };

  explicit TagScanner(std::string_view page, Syntax syntax = Syntax::kHtml)
      : page_(page), syntax_(syntax) {}

  /// The next piece; kEnd for ever after the last.
  Piece next();
  /// Where the last piece ended.
  std::size_t position() const { return at_; }

 private:
  Piece text_until(std::size_t end, bool verbatim);
  Piece raw_text();
  Piece cdata();
  Piece tag();
  bool skip_markup();
  std::size_t find_markup() const;
  std::size_t tag_end(std::size_t from) const;

  std::string_view page_;
  Syntax syntax_;
  std::size_t at_ = 0;
  std::string_view raw_name_;  ///< Set after the open tag of an element whose content is text.
};

/// Takes the attributes of a tag one by one.
class AttributeScanner {
 public:
  explicit AttributeScanner(std::string_view attributes) : rest_(attributes) {}

  /// False at the end. `value` is as written, without quotes.
  bool next(std::string_view& name, std::string_view& value);

 private:
  std::string_view rest_;
};

/// `text` with its character references decoded: numeric ones, and the names that pages use.
/// Source: https://html.spec.whatwg.org/#numeric-character-reference-end-state
std::string decode_entities(std::string_view text);

}  // namespace porthole::parser
