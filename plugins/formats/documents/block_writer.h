#pragma once

/// BlockWriter: writes the text of a document block by block, and its links with the surrounding
/// text.
///
/// In:  runs of text, start and end of links, ends of blocks (paragraph, heading, cell).
/// Out: Document::text with one block on each line, links with anchor, title, before, after and
///      heading, and the properties heading, slide and caption.
///
///   BlockWriter writer(document, page);
///   writer.text("See ");
///   writer.begin_link("https://club.example/");
///   writer.text("the club");
///   writer.end_link();
///   writer.end_block();
///
/// Text is UTF-8 in whole characters; characters not allowed in a Document are replaced. Text and
/// links beyond the limits of the page are dropped.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/url/url.h"
#include "plugins/format_summarizer.h"

namespace porthole {

enum class BlockRole : std::uint8_t {
  kText,
  kTitle,    ///< The first one becomes the document's title, if it has none yet.
  kHeading,  ///< The heading of the links that follow.
  kSlide,    ///< The title of a slide; also a heading of links.
  kCaption,
};

/// Ownership: keeps references to `document` and `page`, which must outlive it.
class BlockWriter {
 public:
  BlockWriter(Document& document, const PageBytes& page);

  void text(std::string_view text);

  /// Begins a link to `target`, absolute or relative to the page. Only URLs with a host become
  /// links (not mailto:, not fragments of the page itself); of nested links the outermost counts.
  void begin_link(std::string_view target, std::string_view title = {});
  void end_link();

  /// Ends the block, and an open link.
  void end_block(BlockRole kind = BlockRole::kText);

  /// True if the limit on text is reached: the rest need not be read.
  bool is_full() const { return document_.text.size() >= page_.limits.text_bytes; }

 private:
  struct Span {
    std::string url;
    std::string title;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::string piece(std::size_t begin, std::size_t end) const;
  void add_links();

  Document& document_;
  const PageBytes& page_;
  std::optional<Url> base_;
  std::string block_;
  std::string heading_;
  std::vector<Span> links_;
  int open_links_ = 0;
  bool last_is_link_ = false;
};

/// The URL of a link from a page to `target`; "" if it does not lead to another page.
std::string link_url(std::string_view target, const Url* base);

/// The HYPERLINK field of Word, as used in docx and RTF:
///
///   read_hyperlink_field(R"( HYPERLINK "https://club.example/" \o "Our club" )")->target
struct HyperlinkField {
  std::string target;  ///< "" for a bookmark in the same document.
  std::string title;   ///< The tooltip.
};

/// Absent for another kind of field. Source: ECMA-376-1, 17.16.5.25.
std::optional<HyperlinkField> read_hyperlink_field(std::string_view instruction);

}  // namespace porthole
