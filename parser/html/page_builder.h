#pragma once

/// Turns the events of one pass over a page - elements opening and closing, text between - into a
/// Document, with every annotation of every link.
///
/// In:  open, text and close in document order, from a tree (parser/html/html.h) or from a linear scan
///      (parser/html/fallback.h). Text and attribute values are UTF-8 with entities decoded.
/// Out: the Document but for status, charset, media type and detected language.
///
/// Nothing is ever looked up backwards in the page: each open element remembers where the run of
/// text beside its next child began and which text heads what follows, as ranges of the text so
/// far, so that a link costs the same wherever it stands.
///
/// What a page heads its parts with (h1 to h6, caption, legend, summary) are its properties `heading`, each once.
///
/// Text beside a link (before, after) is the nearest run of sibling text, formatting looked
/// through, up to the next link or border of a block; where a link has a dt or td to itself, the
/// text of the dd or td that follows. The heading is the closest preceding sibling
/// that carries text, on the lowest level above the link where that sibling is a text or an element
/// that heads (elements.h) and holds no link; h1 to h6, caption, legend and summary head the links
/// beside them too. Text without a letter or digit heads nothing. Source: Sundaresan, Yi, Huang
/// 2000, section 3.2 (PCDATA siblings; "the ancestral level where the closest sibling of a previous
/// ancestor is a text node").

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "parser/html/elements.h"
#include "parser/structured/item_reader.h"
#include "parser/html/link_list.h"
#include "parser/html/metadata.h"
#include "parser/html/text_builder.h"

namespace porthole::parser {

class PageBuilder {
 public:
  PageBuilder(std::string_view page_url, int max_links, std::size_t body_bytes);

  /// An element begins. Returns the kind to close it with; kInline and the kinds without content
  /// need no close, and what is inside kHidden must not be reported.
  Kind open(Kind kind, const Attributes& attributes);

  void text(std::string_view piece);

  /// An element that opens next, at `depth`, carries microdata or RDFa; it ends with leave_item(), which
  /// may be called for any element that closes.
  void enter_item(std::size_t depth, const ItemAttributes& attributes) { items_.enter(depth, text_.size(), attributes); }
  void leave_item(std::size_t depth);

  /// Ends the innermost element, which open() returned `kind` for.
  void close(Kind kind);

  /// Closes what is open and hands out the Document.
  Document finish();

 private:
  /// The last sibling that carries text, as far as it may head what follows.
  struct Sibling {
    TextRange range;
    bool heads = false;
  };

  struct Frame {
    Kind kind = Kind::kBlock;
    std::size_t begin = 0;      ///< Where the element's text begins.
    std::size_t run_begin = 0;  ///< Where the current run of text among its children begins.
    Sibling last;
    TextRange heading;        ///< What heads this element: for the links beside its text.
    TextRange inner_heading;  ///< The last child of kHeading, as long as no other block follows it.
    int links = 0;            ///< Links inside, those to a fragment of the page not counted.
    std::optional<LinkList::Slot> link;  ///< Of a kA that is kept.
    std::optional<LinkList::Slot> only_link;  ///< The last link among the children, and its text.
    TextRange only_link_text;
    std::optional<LinkList::Slot> term;  ///< A link that had the child before to itself (dt, td).
    bool to_fragment = false;            ///< A kA that points into its own page.
  };

  /// A link whose right sibling text has not ended yet.
  struct Awaiting {
    LinkList::Slot slot;
    std::size_t begin = 0;
  };

  Kind open_frame(Kind kind);
  Kind open_anchor(const Attributes& attributes);
  void open_image(const Attributes& attributes);
  void open_link_element(const Attributes& attributes);
  void close_anchor(Frame& anchor);
  void close_block(const Frame& block);
  void speak_about_term(const Frame& block, TextRange range);
  bool heads(const Frame& block, TextRange range) const;

  std::optional<LinkList::Slot> add_link(Element element, Attribute target,
                                         const Attributes& attributes);
  void end_run();
  void forget_text(std::size_t begin);
  void resolve_properties();
  void write_headings();
  bool carries_text(TextRange range) const;
  const std::string& heading_text(TextRange range);

  LinkList links_;
  Metadata metadata_;
  ItemReader items_{metadata_.statements()};
  TextBuilder text_;
  Document document_;
  std::vector<Frame> frames_;
  std::vector<Awaiting> awaiting_;
  std::vector<LinkList::Slot> open_anchors_;
  std::string title_;
  std::string script_;
  std::string html_language_;
  bool title_seen_ = false;
  bool in_title_ = false;
  bool in_script_ = false;
  std::vector<TextRange> headings_;
  TextRange heading_range_;  ///< What heading_ was made from.
  std::string heading_;
};

}  // namespace porthole::parser
