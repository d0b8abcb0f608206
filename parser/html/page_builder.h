#pragma once

/// PageBuilder: converts a stream of element and text events into a Document, with every annotation
/// of every link.
///
/// In:  open, text and close in document order, from a tree (parser/html/html.h) or from a linear
///      scan (parser/html/fallback.h). Text and attribute values are UTF-8 with entities decoded.
/// Out: the Document without status, charset, media type and detected language.
///
/// The builder never searches backwards: each open element stores, as ranges of the text so far,
/// the start of the text run beside its next child and the heading of what follows. The cost of a
/// link is constant.
///
/// The text of headings (h1 to h6, caption, legend, summary) becomes the property `heading`, each
/// value once.
///
/// Text beside a link (before, after) is the nearest run of sibling text, across formatting
/// elements, up to the next link or block boundary; where a link is the only content of a dt or td,
/// it is the text of the dd or td that follows. The heading is the closest preceding sibling with
/// text, on the lowest level above the link where that sibling is a text or a heading-like element
/// (elements.h) without links; h1 to h6, caption, legend and summary also apply to the links beside
/// them. Text without a letter or digit is not a heading. Source: Sundaresan, Yi, Huang
/// 2000, section 3.2 (PCDATA siblings; "the ancestral level where the closest sibling of a previous
/// ancestor is a text node").

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/document.h"
#include "parser/content/block_collector.h"
#include "parser/content/block_features.h"
#include "parser/html/elements.h"
#include "parser/html/link_list.h"
#include "parser/html/metadata.h"
#include "parser/html/raw_elements.h"
#include "parser/html/text_builder.h"
#include "parser/parse_input.h"
#include "parser/properties/page_view.h"
#include "parser/structured/item_reader.h"

namespace porthole::parser {

class PageBuilder {
 public:
  /// Takes all but the body from `page`, which may end before it. `charset`: of the page, in which
  /// queries of its links are encoded.
  PageBuilder(const ParseInput& page, std::size_t body_bytes, std::string_view charset = "utf-8");

  /// Opens an element. Returns the kind to close it with; kInline and the kinds without content
  /// need no close. The caller must skip the content of kHidden.
  Kind open(Kind kind, const Attributes& attributes);

  void text(std::string_view piece);

  /// The next element has this id, or is an anchor with this name.
  void enter_named(std::string_view id);

  /// Announces that the next element, at `depth`, carries microdata or RDFa; leave_item() ends it,
  /// and may be called for any element that closes.
  void enter_item(std::size_t depth, const ItemAttributes& attributes) {
    items_.enter(depth, text_.size(), attributes);
  }
  void leave_item(std::size_t depth);

  /// Announces that the next element, at `depth`, may hold the title, an author or a date;
  /// leave_mark() ends it, and may be called for any element that closes.
  void enter_mark(std::size_t depth, const MarkAttributes& attributes) {
    metadata_.evidence().marks().enter(depth, text_.size(), attributes);
  }
  void leave_mark(std::size_t depth) { metadata_.evidence().marks().leave(depth, text_.size()); }

  /// The page so far, as the search for its title, author and date sees it. Valid as long as this
  /// object is not changed. `fetched`: PageView.
  PageView view(WallTime fetched) const;

  /// Closes the innermost element; `kind` is the result of its open().
  void close(Kind kind);

  /// The blocks of the page. The reader of a tree reports elements and links to it, with the size
  /// of the text so far; a linear scan does not.
  BlockCollector& blocks() { return blocks_; }
  std::size_t text_size() const { return text_.size(); }
  /// Makes finish() give the reasons for each block.
  void explain_blocks() { explains_blocks_ = true; }

  /// Closes all open elements and returns the Document.
  Document finish();

  /// Facts about the page for its content model; views into `document` and this object.
  PageHints hints(const Document& document) const;

 private:
  /// Bytes of a page with so little text that what a script has is read, too.
  static constexpr std::size_t kNextToNoText = 300;

  /// The last sibling with text, and whether it may be a heading.
  struct Sibling {
    TextRange range;
    bool heads = false;
  };

  struct Frame {
    Kind kind = Kind::kBlock;
    std::size_t begin = 0;      ///< Start of the element's text.
    std::size_t run_begin = 0;  ///< Start of the current run of text among its children.
    Sibling last;
    TextRange heading;             ///< The heading of this element, for links in its own text.
    TextRange inner_heading;       ///< The last child of kHeading, until another block follows it.
    int links = 0;                 ///< Links inside, except links to a fragment of the page.
    std::uint32_t first_link = 0;  ///< Number of the page's links before this element.
    std::optional<LinkList::Slot> link;       ///< The link of a kA.
    std::optional<LinkList::Slot> only_link;  ///< The last link among the children, and its text.
    TextRange only_link_text;
    std::optional<LinkList::Slot> term;  ///< The only content of the previous child (dt, td).
    bool to_fragment = false;            ///< A kA that points into its own page.
  };

  /// A link whose text to the right is not complete yet.
  struct Awaiting {
    LinkList::Slot slot;
    std::size_t begin = 0;
  };

  Kind open_frame(Kind kind);
  /// Opens an element that says something about the whole page: title, script, html, meta, base.
  Kind open_about_page(Kind kind, const Attributes& attributes);
  /// Opens an element that may be a link.
  Kind open_linking(Kind kind, const Attributes& attributes);
  Kind open_anchor(const Attributes& attributes);
  void add_largest_source(const Attributes& attributes);
  void open_embedded(const Attributes& attributes);
  void open_image(const Attributes& attributes);
  void open_link_element(const Attributes& attributes);
  void close_anchor(Frame& anchor);
  void add_readings();
  void close_block(const Frame& block);
  std::vector<std::string> unseen_passages() const;
  void add_unseen_text();
  static bool is_the_page(TextRange unseen);
  void speak_about_term(const Frame& block, TextRange range);
  bool heads(const Frame& block, TextRange range) const;

  std::optional<LinkList::Slot> add_link(Element element, Attribute target,
                                         const Attributes& attributes);
  void end_run();
  void forget_text(std::size_t begin);
  void resolve_properties();
  void write_headings();
  std::string_view name_of(TextRange heading) const;
  void write_properties();
  void lead_with(const std::string& url, const std::string& source);
  bool carries_text(TextRange range) const;
  const std::string& heading_text(TextRange range);

  LinkList links_;
  Metadata metadata_;
  RawElements raw_{metadata_};
  ItemReader items_{metadata_.statements()};
  TextBuilder text_;
  BlockCollector blocks_;
  std::string url_;
  WallTime fetched_;
  Document document_;
  std::vector<Frame> frames_;
  std::vector<Awaiting> awaiting_;
  std::vector<LinkList::Slot> open_anchors_;
  std::string html_language_;
  bool explains_blocks_ = false;
  std::vector<TextRange> headings_;
  std::vector<std::pair<std::size_t, std::string>> names_;  ///< Ids, by where their elements begin.
  TextRange heading_range_;                                 ///< The source of heading_.
  std::string heading_;
};

}  // namespace porthole::parser
