#pragma once

/// BlockCollector: the blocks of a page and the elements around them, collected in the one walk of
/// the tree (parser/html/html.h).
///
/// A block is a run of text between two boundaries of block-level elements: a paragraph, a heading,
/// a list item, a cell, or text beside them. It is known by its place in the page's text.
///
/// In:  open and close of block-level elements and links, in document order, each with the size of
///      the page's text so far.
/// Out: blocks and elements in document order; no text is copied.
///
/// Time and memory are linear in the page, and bounded: text after the last of kMaxBlocks blocks
/// belongs to that block, and elements beyond kMaxElements count as part of the one around them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parser/content/element_marks.h"

namespace porthole::parser {

/// Names of elements that matter to the model. The order is part of the model's features.
enum class BlockTag : std::uint8_t {
  kOther,
  kDiv,
  kSection,
  kArticle,
  kMain,
  kNav,
  kHeader,
  kFooter,
  kAside,
  kP,
  kH1,
  kH2,
  kH3,
  kH4,
  kH5,
  kH6,
  kList,  ///< ul, ol, dir, menu
  kLi,
  kDl,
  kDt,
  kDd,
  kTable,
  kTr,
  kTd,
  kTh,
  kCaption,  ///< caption, figcaption
  kPre,
  kBlockquote,
  kFigure,
  kForm,  ///< form, fieldset, legend
  kButton,
  kOption,  ///< select, option, textarea, datalist
  kDetails,
  kSummary,
  kDialog,
  kAddress,
  kBody,
  kCount,
};
inline constexpr std::size_t kBlockTags = static_cast<std::size_t>(BlockTag::kCount);

/// The tag of the element `name` (lower case).
BlockTag block_tag(std::string_view name);

/// The attributes of a block-level element that the model reads; empty when absent.
struct ElementHints {
  std::string_view css_class, id, role, itemprop, itemtype, style;
  bool hidden = false;  ///< hidden or aria-hidden="true"
};

/// A block-level element.
struct PageElement {
  std::uint32_t parent = 0;     ///< Index of the element around it; its own for the first.
  std::uint32_t path = 0;       ///< Hash of the tags from the root to it.
  std::uint32_t signature = 0;  ///< Hash of its tag and the first words of its class.
  std::uint32_t run = 0;        ///< Index of its run of like siblings.
  std::uint32_t ordinal = 0;    ///< Its number in that run, from 0.
  std::uint16_t depth = 0;
  BlockTag tag = BlockTag::kOther;
  bool hidden = false;  ///< It or an element around it is hidden.
  Marks marks = 0;
  // Sums over its blocks and those of elements inside, made by finish().
  std::uint32_t words = 0, link_words = 0, stops = 0, blocks = 0, long_words = 0, links = 0;
  std::uint32_t prices = 0, dates = 0;
  // Counts of its own, and with those of elements inside.
  std::uint32_t images = 0, all_images = 0;
  std::uint32_t controls = 0, all_controls = 0;
};

/// A block while it is collected.
struct PageBlock {
  std::uint32_t begin = 0, end = 0;  ///< Bytes of the page's text, without white space at the ends.
  std::uint32_t element = 0;         ///< Index of the innermost element around it.
  std::uint32_t link_bytes = 0;
  std::uint16_t links = 0;
};

class BlockCollector {
 public:
  static constexpr std::size_t kMaxBlocks = 1u << 14;
  static constexpr std::size_t kMaxElements = 1u << 15;

  BlockCollector();

  void open(BlockTag tag, const ElementHints& hints, std::size_t text_size);
  void close(std::size_t text_size);

  void open_link(std::size_t text_size);
  void close_link(std::size_t text_size);
  void image();
  void control();  ///< An input element.

  /// The innermost open element keeps its lines (pre).
  bool is_preformatted() const { return elements_[open_.back().element].tag == BlockTag::kPre; }

  /// Ends the last block. `text` is the whole text of the page.
  void finish(std::string_view text);

  const std::vector<PageBlock>& blocks() const { return blocks_; }
  std::vector<PageElement>& elements() { return elements_; }
  const std::vector<PageElement>& elements() const { return elements_; }
  /// The number of elements in each run of like siblings.
  const std::vector<std::uint32_t>& runs() const { return runs_; }

 private:
  struct Open {
    std::uint32_t element = 0;
    /// The last two signatures among its children, with their runs: an advertisement between items
    /// does not end their run.
    std::array<std::uint32_t, 2> signatures{};
    std::array<std::uint32_t, 2> runs{};
    bool counted = true;  ///< It has an entry in elements_ of its own.
  };

  void end_block(std::size_t text_size);
  void join_run(PageElement& element, Open& parent);

  std::vector<PageBlock> blocks_;
  std::vector<PageElement> elements_;
  std::vector<std::uint32_t> runs_;
  std::vector<Open> open_;
  MarkReader marks_;
  std::size_t begin_ = 0;       ///< Where the current block began.
  std::size_t link_begin_ = 0;  ///< Where the open link, or the block in it, began.
  std::size_t link_bytes_ = 0;
  std::uint16_t links_ = 0;
  int open_links_ = 0;
};

}  // namespace porthole::parser
