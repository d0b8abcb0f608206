#include "parser/content/block_collector.h"

#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

constexpr std::array<std::pair<std::string_view, BlockTag>, 49> kNames = {{
    {"div", BlockTag::kDiv},
    {"section", BlockTag::kSection},
    {"article", BlockTag::kArticle},
    {"main", BlockTag::kMain},
    {"nav", BlockTag::kNav},
    {"header", BlockTag::kHeader},
    {"footer", BlockTag::kFooter},
    {"aside", BlockTag::kAside},
    {"p", BlockTag::kP},
    {"h1", BlockTag::kH1},
    {"h2", BlockTag::kH2},
    {"h3", BlockTag::kH3},
    {"h4", BlockTag::kH4},
    {"h5", BlockTag::kH5},
    {"h6", BlockTag::kH6},
    {"ul", BlockTag::kList},
    {"ol", BlockTag::kList},
    {"dir", BlockTag::kList},
    {"menu", BlockTag::kList},
    {"li", BlockTag::kLi},
    {"dl", BlockTag::kDl},
    {"dt", BlockTag::kDt},
    {"dd", BlockTag::kDd},
    {"table", BlockTag::kTable},
    {"tr", BlockTag::kTr},
    {"td", BlockTag::kTd},
    {"th", BlockTag::kTh},
    {"caption", BlockTag::kCaption},
    {"figcaption", BlockTag::kCaption},
    {"pre", BlockTag::kPre},
    {"listing", BlockTag::kPre},
    {"xmp", BlockTag::kPre},
    {"plaintext", BlockTag::kPre},
    {"blockquote", BlockTag::kBlockquote},
    {"figure", BlockTag::kFigure},
    {"form", BlockTag::kForm},
    {"fieldset", BlockTag::kForm},
    {"legend", BlockTag::kForm},
    {"button", BlockTag::kButton},
    {"select", BlockTag::kOption},
    {"option", BlockTag::kOption},
    {"optgroup", BlockTag::kOption},
    {"textarea", BlockTag::kOption},
    {"details", BlockTag::kDetails},
    {"summary", BlockTag::kSummary},
    {"dialog", BlockTag::kDialog},
    {"address", BlockTag::kAddress},
    {"body", BlockTag::kBody},
    {"center", BlockTag::kDiv},
}};

std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
  std::uint64_t x = (static_cast<std::uint64_t>(a) << 32 | b) * 0x9E3779B97F4A7C15u;
  x ^= x >> 29;
  return static_cast<std::uint32_t>((x * 0xBF58476D1CE4E5B9u) >> 32);
}

/// The first word of a class attribute up to its first digit: "post-4711 hentry" and "post-4712
/// hentry" are alike.
std::uint32_t class_hash(std::string_view value) {
  const auto begin = value.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return 0;
  value = value.substr(begin);
  value = value.substr(0, value.find_first_of(" \t\n0123456789"));
  return static_cast<std::uint32_t>(XXH3_64bits(value.data(), value.size()));
}

bool hides(std::string_view style) {
  for (auto at = style.find(':'); at != std::string_view::npos; at = style.find(':', at + 1)) {
    const std::string_view name = trim(style.substr(0, at));
    const std::string_view value = trim(style.substr(at + 1));
    if (name.ends_with("display") && value.starts_with("none")) return true;
    if (name.ends_with("visibility") && value.starts_with("hidden")) return true;
  }
  return false;
}

}  // namespace

BlockTag block_tag(std::string_view name) {
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [name](const auto& entry) { return entry.first == name; });
  return found == kNames.end() ? BlockTag::kOther : found->second;
}

BlockCollector::BlockCollector() {
  elements_.emplace_back();
  runs_.push_back(1);
  open_.emplace_back();
}

void BlockCollector::open(BlockTag tag, const ElementHints& hints, std::size_t text_size) {
  end_block(text_size);
  Open& around = open_.back();
  Open opened;
  opened.element = around.element;
  opened.counted = elements_.size() < kMaxElements;
  if (opened.counted) {
    opened.element = static_cast<std::uint32_t>(elements_.size());
    const PageElement& parent = elements_[around.element];
    PageElement element;
    element.parent = around.element;
    element.depth = static_cast<std::uint16_t>(std::min<unsigned>(parent.depth + 1u, 0xFFFF));
    element.tag = tag;
    element.path = mixed(parent.path, static_cast<std::uint32_t>(tag) + 1);
    element.signature = mixed(class_hash(hints.css_class), static_cast<std::uint32_t>(tag));
    element.hidden = parent.hidden || hints.hidden || (!hints.style.empty() && hides(hints.style));
    element.marks = marks_.read(hints.css_class) | marks_.read(hints.id) | marks_.read(hints.role) |
                    marks_.read(hints.itemprop);
    if (!hints.itemtype.empty()) {
      const auto slash = hints.itemtype.rfind('/');
      element.marks |= marks_.read(
          slash == std::string_view::npos ? hints.itemtype : hints.itemtype.substr(slash + 1));
    }
    join_run(element, around);
    elements_.push_back(element);
  }
  open_.push_back(opened);
}

void BlockCollector::join_run(PageElement& element, Open& parent) {
  std::size_t which = 0;
  while (which < 2 && (parent.runs[which] == 0 || parent.signatures[which] != element.signature))
    ++which;
  if (which == 2) {
    parent.signatures[1] = parent.signatures[0];
    parent.runs[1] = parent.runs[0];
    parent.signatures[0] = element.signature;
    parent.runs[0] = static_cast<std::uint32_t>(runs_.size());
    runs_.push_back(0);
  } else if (which == 1) {
    std::swap(parent.signatures[0], parent.signatures[1]);
    std::swap(parent.runs[0], parent.runs[1]);
  }
  element.run = parent.runs[0];
  element.ordinal = runs_[element.run]++;
}

void BlockCollector::close(std::size_t text_size) {
  if (open_.size() < 2) return;
  end_block(text_size);
  open_.pop_back();
}

void BlockCollector::open_link(std::size_t text_size) {
  if (open_links_++ == 0) link_begin_ = text_size;
  if (links_ < 0xFFFF) ++links_;
}

void BlockCollector::close_link(std::size_t text_size) {
  if (open_links_ == 0 || --open_links_ > 0) return;
  if (text_size > link_begin_) link_bytes_ += text_size - link_begin_;
}

void BlockCollector::image() { ++elements_[open_.back().element].images; }
void BlockCollector::control() { ++elements_[open_.back().element].controls; }

void BlockCollector::end_block(std::size_t text_size) {
  if (open_links_ > 0) {
    if (text_size > link_begin_) link_bytes_ += text_size - link_begin_;
    link_begin_ = text_size;
  }
  // Text that was taken back (a mark for permanent links, noscript) takes its blocks with it.
  while (!blocks_.empty() && blocks_.back().end > text_size) {
    if (blocks_.back().begin < text_size) {
      blocks_.back().end = static_cast<std::uint32_t>(text_size);
    } else {
      blocks_.pop_back();
    }
  }
  begin_ = std::min(begin_, text_size);
  if (text_size > begin_) {
    if (blocks_.size() < kMaxBlocks) {
      PageBlock block;
      block.begin = static_cast<std::uint32_t>(begin_);
      block.end = static_cast<std::uint32_t>(text_size);
      block.element = open_.back().element;
      block.link_bytes = static_cast<std::uint32_t>(std::min(link_bytes_, text_size - begin_));
      block.links = links_;
      blocks_.push_back(block);
    } else {
      blocks_.back().end = static_cast<std::uint32_t>(text_size);
      blocks_.back().link_bytes += static_cast<std::uint32_t>(link_bytes_);
    }
    links_ = static_cast<std::uint16_t>(open_links_ > 0 ? 1 : 0);
    link_bytes_ = 0;
  }
  begin_ = text_size;
}

void BlockCollector::finish(std::string_view text) {
  end_block(text.size());
  const auto is_space = [text](std::uint32_t at) { return text[at] == ' ' || text[at] == '\n'; };
  for (PageBlock& block : blocks_) {
    block.end = std::min(block.end, static_cast<std::uint32_t>(text.size()));
    while (block.begin < block.end && is_space(block.begin)) ++block.begin;
    while (block.end > block.begin && is_space(block.end - 1)) --block.end;
    block.link_bytes = std::min(block.link_bytes, block.end - block.begin);
  }
  std::erase_if(blocks_, [](const PageBlock& block) { return block.begin >= block.end; });
}

}  // namespace porthole::parser
