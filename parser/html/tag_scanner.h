#pragma once

/// TagScanner: a tokenizer that splits HTML or XML into text and tags in one pass, without a tree.
///
/// In:  the page in UTF-8.
/// Out: pieces in order. Comments, doctypes and processing instructions are skipped; the content of
///      script, style, title, textarea and similar elements is text up to the matching end tag.
///
/// Source: the states of https://html.spec.whatwg.org/#tokenization, with the error handling
/// defined there, except that an unfinished tag at the end of the page is dropped.

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
  std::string_view attributes;  ///< kOpen: the source between the name and '>'.
  std::size_t begin = 0;        ///< Offset of the piece in the page.
  bool verbatim = false;        ///< kText: entities are not decoded (script, CDATA).
};

class TagScanner {
 public:
  enum class Syntax { kHtml, kXml };

  explicit TagScanner(std::string_view page, Syntax syntax = Syntax::kHtml)
      : page_(page), syntax_(syntax) {}

  /// The next piece; kEnd after the last.
  Piece next();
  /// The end of the last piece.
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
  std::string_view raw_name_;  ///< Set after the open tag of a raw-text element.
};

/// Iterates over the attributes of a tag.
class AttributeScanner {
 public:
  explicit AttributeScanner(std::string_view attributes) : rest_(attributes) {}

  /// False at the end. `value` is as written, without quotes.
  bool next(std::string_view& name, std::string_view& value);

 private:
  std::string_view rest_;
};

/// `text` with character references decoded: numeric ones, and the names in common use.
/// Source: https://html.spec.whatwg.org/#numeric-character-reference-end-state
std::string decode_entities(std::string_view text);

}  // namespace porthole::parser
