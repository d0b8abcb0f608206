#pragma once

/// Writes the text of a document block by block, and its links with the words around them.
///
/// In:  runs of text, beginnings and ends of links, ends of blocks (paragraph, heading, cell).
/// Out: Document::text with a block a line, links with anchor, title, before, after and heading,
///      and the properties heading, slide and caption.
///
///   BlockWriter writer(document, page);
///   writer.text("See ");
///   writer.begin_link("https://club.example/");
///   writer.text("the club");
///   writer.end_link();
///   writer.end_block();
///
/// Text is UTF-8, each run of whole characters; what may not stand in a Document is replaced. What
/// is beyond the limits of the page is left out.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/url/url.h"
#include "plugins/format_summarizer.h"

namespace porthole {

enum class BlockKind : std::uint8_t {
  kText,
  kTitle,    ///< The first one is the document's title, if it has none yet.
  kHeading,  ///< Heads the links that follow.
  kSlide,    ///< The title of a slide; heads links, too.
  kCaption,
};

/// Ownership: keeps references to `document` and `page`, which must outlive it.
class BlockWriter {
 public:
  BlockWriter(Document& document, const PageBytes& page);

  void text(std::string_view text);

  /// Begins a link to `target`, absolute or relative to the page. Only what names a host becomes a
  /// link (no mailto:, no place in the page itself); of nested ones the outermost does.
  void begin_link(std::string_view target, std::string_view title = {});
  void end_link();

  /// Ends the block, and any link that is open.
  void end_block(BlockKind kind = BlockKind::kText);

  /// The limit on text is reached: reading on is wasted.
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

/// The URL of a link from a page to `target`; "" for what is no link to elsewhere.
std::string link_url(std::string_view target, const Url* base);

}  // namespace porthole
