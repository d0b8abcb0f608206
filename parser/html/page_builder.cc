#include "parser/html/page_builder.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "parser/html/annotations.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

std::optional<Url> parsed(std::string_view text) {
  auto url = Url::parse(text);
  if (!url) return std::nullopt;
  return std::move(*url);
}

}  // namespace

PageBuilder::PageBuilder(const ParseInput& page, std::size_t body_bytes, std::string_view charset)
    : links_(parsed(page.url), page.max_links, charset),
      metadata_(page.agent),
      text_(body_bytes / 3),
      url_(page.url),
      fetched_(page.fetched) {
  frames_.reserve(64);
  frames_.emplace_back();
}

Kind PageBuilder::open(Kind kind, const Attributes& attributes) {
  switch (kind) {
    case Kind::kInline:
    case Kind::kHidden:
      return kind;
    case Kind::kTime:
      return Kind::kInline;
    case Kind::kReading:
      return raw_.open_reading();
    case Kind::kReadingMark:
      return Kind::kHidden;
    case Kind::kBlock:
    case Kind::kWrapper:
    case Kind::kHeads:
    case Kind::kTerm:
    case Kind::kSays:
    case Kind::kHeading:
    case Kind::kCell:
    case Kind::kUnseen:
      return open_frame(kind);
    case Kind::kBreak:
      add_readings();
      text_.break_line();
      return kind;
    case Kind::kTitle:
    case Kind::kRaw:
    case Kind::kHtml:
    case Kind::kMeta:
    case Kind::kBase:
      return open_about_page(kind, attributes);
    case Kind::kLink:
    case Kind::kA:
    case Kind::kArea:
    case Kind::kImg:
    case Kind::kFrame:
    case Kind::kIframe:
    case Kind::kEmbedded:
      return open_linking(kind, attributes);
  }
  return kind;
}

Kind PageBuilder::open_about_page(Kind kind, const Attributes& attributes) {
  switch (kind) {
    case Kind::kTitle:
      return raw_.open_title();
    case Kind::kRaw:
      return raw_.open_script(trim(attributes[Attribute::kType]), text_.size() >= kNextToNoText);
    case Kind::kHtml:
      if (html_language_.empty()) {
        html_language_ =
            attributes[attributes.has(Attribute::kLang) ? Attribute::kLang : Attribute::kXmlLang];
      }
      return Kind::kInline;
    case Kind::kMeta:
      metadata_.meta(attributes);
      return kind;
    case Kind::kBase:
      if (attributes.has(Attribute::kHref)) links_.set_base(attributes[Attribute::kHref]);
      return kind;
    default:
      return kind;
  }
}

Kind PageBuilder::open_linking(Kind kind, const Attributes& attributes) {
  switch (kind) {
    case Kind::kLink:
      open_link_element(attributes);
      return kind;
    case Kind::kA:
      return open_anchor(attributes);
    case Kind::kArea:
      add_link(Element::kArea, Attribute::kHref, attributes);
      return kind;
    case Kind::kImg:
      open_image(attributes);
      return kind;
    case Kind::kFrame:
      add_link(Element::kFrame, Attribute::kSrc, attributes);
      add_link(Element::kFrame, Attribute::kLongdesc, attributes);
      return kind;
    case Kind::kIframe:
      add_link(Element::kIframe, Attribute::kSrc, attributes);
      add_link(Element::kIframe, Attribute::kLongdesc, attributes);
      return Kind::kHidden;
    case Kind::kEmbedded:
      open_embedded(attributes);
      return Kind::kInline;
    default:
      return kind;
  }
}

void PageBuilder::text(std::string_view piece) {
  if (raw_.take(piece)) return;
  if (blocks_.is_preformatted()) {
    text_.append_lines(piece);
  } else {
    text_.append(piece);
  }
}

void PageBuilder::leave_item(std::size_t depth) {
  if (!items_.is_open(depth)) return;
  items_.leave(text_.line({items_.text_begin(), text_.size()}, kMaxAnnotationBytes));
}

void PageBuilder::close(Kind kind) {
  switch (kind) {
    case Kind::kTitle:
      raw_.close_title();
      return;
    case Kind::kRaw:
      raw_.close_script();
      return;
    case Kind::kReading:
      raw_.close_reading();
      return;
    case Kind::kBlock:
    case Kind::kWrapper:
    case Kind::kHeads:
    case Kind::kTerm:
    case Kind::kSays:
    case Kind::kHeading:
    case Kind::kCell:
    case Kind::kUnseen:
    case Kind::kA:
      break;
    default:
      return;
  }
  if (frames_.size() < 2) return;
  if (kind != Kind::kA) add_readings();
  end_run();
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (frame.kind == Kind::kA) {
    close_anchor(frame);
  } else {
    close_block(frame);
  }
}

// Readings stand at the end of their block, so that they part no words.
void PageBuilder::add_readings() {
  const std::string readings = raw_.take_readings();
  if (readings.empty()) return;
  text_.break_word();
  text_.append(readings);
  text_.break_word();
}

Kind PageBuilder::open_frame(Kind kind) {
  add_readings();
  end_run();
  if (kind == Kind::kCell) {
    text_.break_word();
  } else {
    text_.break_line();
  }
  const Frame& parent = frames_.back();
  Frame frame;
  frame.kind = kind;
  frame.begin = frame.run_begin = text_.size();
  frame.first_link = links_.count();
  frame.heading = parent.last.heads ? parent.last.range : parent.heading;
  frames_.push_back(frame);
  return kind;
}

Kind PageBuilder::open_anchor(const Attributes& attributes) {
  if (!attributes.has(Attribute::kHref)) return Kind::kInline;
  const auto slot = add_link(Element::kA, Attribute::kHref, attributes);
  end_run();
  const Frame& parent = frames_.back();
  Frame frame;
  frame.kind = Kind::kA;
  frame.begin = frame.run_begin = text_.size();
  frame.heading = parent.inner_heading.empty() ? parent.heading : parent.inner_heading;
  frame.link = slot;
  frame.to_fragment = attributes[Attribute::kHref].substr(0, 1) == "#";
  frames_.push_back(frame);
  if (slot) open_anchors_.push_back(*slot);
  return Kind::kA;
}

void PageBuilder::open_image(const Attributes& attributes) {
  const auto image = add_link(Element::kImg, Attribute::kSrc, attributes);
  add_link(Element::kImg, Attribute::kLongdesc, attributes);
  add_largest_source(attributes);
  if (image) awaiting_.push_back({*image, text_.size()});
  if (open_anchors_.empty() || !attributes.has(Attribute::kAlt)) return;
  std::string& alt = links_.at(open_anchors_.back()).alt;
  const std::string more = annotation_value(attributes[Attribute::kAlt]);
  if (more.empty() || alt.size() + more.size() >= kMaxAnnotationBytes) return;
  if (!alt.empty()) alt += ' ';
  alt += more;
}

void PageBuilder::add_largest_source(const Attributes& attributes) {
  const std::string_view url = largest_source(attributes[Attribute::kSrcset]);
  if (url.empty() || url == trim(attributes[Attribute::kSrc])) return;
  Attributes image;
  image.add(Attribute::kSrc, url);
  image.add(Attribute::kAlt, attributes[Attribute::kAlt]);
  add_link(Element::kImg, Attribute::kSrc, image);
}

// The element shows a document as an iframe does, or an image. The elements inside are for programs
// that cannot show it.
void PageBuilder::open_embedded(const Attributes& attributes) {
  add_largest_source(attributes);
  const bool is_image =
      equals_ignoring_case(trim(attributes[Attribute::kType]).substr(0, 6), "image/");
  const Element element = is_image ? Element::kImg : Element::kIframe;
  add_link(element, attributes.has(Attribute::kSrc) ? Attribute::kSrc : Attribute::kData,
           attributes);
}

void PageBuilder::open_link_element(const Attributes& attributes) {
  Link link;
  link.rel = ascii_lower(annotation_value(attributes[Attribute::kRel]));
  if (!leads_somewhere(link)) return;
  const auto url = links_.resolve(attributes[Attribute::kHref]);
  if (!url || !attributes.has(Attribute::kHref)) return;
  if (document_.canonical.empty() && link.has_rel("canonical")) document_.canonical = url->href();
  link.element = Element::kLink;
  link.title = annotation_value(attributes[Attribute::kTitle]);
  links_.add(*url, std::move(link), LinkList::kOutside);
}

void PageBuilder::close_anchor(Frame& anchor) {
  Frame& parent = frames_.back();
  const TextRange range{anchor.begin, text_.size()};
  if (anchor.link) open_anchors_.pop_back();
  parent.run_begin = text_.size();
  if (anchor.to_fragment && is_permalink_mark(trim(text_.view(range)))) {
    if (anchor.link) links_.drop(*anchor.link);
    forget_text(anchor.begin);
    return;
  }
  if (anchor.link) {
    links_.at(*anchor.link).anchor = text_.line(range, kMaxAnnotationBytes);
    awaiting_.push_back({*anchor.link, text_.size()});
  }
  parent.links += anchor.links + (anchor.to_fragment ? 0 : 1);
  parent.only_link = anchor.link;
  parent.only_link_text = range;
  if (carries_text(range)) parent.last = {range, false};
}

void PageBuilder::close_block(const Frame& block) {
  Frame& parent = frames_.back();
  const TextRange range{block.begin, text_.size()};
  if (block.kind == Kind::kUnseen && !is_the_page(range)) {
    forget_text(block.begin);
    links_.forget_text(block.first_link);
    return;
  }
  if (block.kind == Kind::kCell) {
    text_.break_word();
  } else {
    text_.break_line();
  }
  parent.links += block.links;
  parent.run_begin = text_.size();
  speak_about_term(block, range);
  if (!carries_text(range)) return;
  if (block.kind == Kind::kHeading && headings_.size() < kMaxHeadings) headings_.push_back(range);
  const bool is_head = heads(block, range);
  parent.last = {range, is_head};
  parent.inner_heading = is_head && block.kind == Kind::kHeading ? range : TextRange{};
}

// A forum may send its thread in noscript, and nothing else that can be seen.
bool PageBuilder::is_the_page(TextRange unseen) {
  constexpr std::size_t kLeastBytes = 400;
  const std::size_t bytes = unseen.empty() ? 0 : unseen.end - unseen.begin;
  return bytes >= kLeastBytes && bytes / 4 >= unseen.begin;
}

// For <dt><a>star</a></dt><dd>a hot ball</dd>, and likewise two cells of a row: where a link is the
// only
// content of its block, the next block is its text to the right.
void PageBuilder::speak_about_term(const Frame& block, TextRange range) {
  Frame& parent = frames_.back();
  if (parent.term && (block.kind == Kind::kSays || block.kind == Kind::kCell) &&
      carries_text(range)) {
    std::string& after = links_.at(*parent.term).after;
    if (after.empty()) after = text_.line(range, kMaxSiblingBytes);
  }
  parent.term.reset();
  if (block.kind != Kind::kTerm && block.kind != Kind::kCell) return;
  const bool alone = block.links == 1 && block.only_link &&
                     !carries_text({range.begin, block.only_link_text.begin}) &&
                     !carries_text({block.only_link_text.end, range.end});
  if (alone) parent.term = block.only_link;
}

bool PageBuilder::heads(const Frame& block, TextRange range) const {
  if (block.links > 0) return false;
  if (block.kind == Kind::kHeads || block.kind == Kind::kTerm || block.kind == Kind::kHeading)
    return true;
  const TextRange inner = block.last.range;
  return block.kind == Kind::kWrapper && block.last.heads && inner.begin == range.begin &&
         inner.end == range.end;
}

std::optional<LinkList::Slot> PageBuilder::add_link(Element element, Attribute target,
                                                    const Attributes& attributes) {
  if (!attributes.has(target)) return std::nullopt;
  const auto url = links_.resolve(attributes[target]);
  if (!url) return std::nullopt;
  const Frame& parent = frames_.back();
  Link link;
  link.element = element;
  link.title = annotation_value(attributes[Attribute::kTitle]);
  link.alt = annotation_value(attributes[Attribute::kAlt]);
  link.name = annotation_value(attributes[Attribute::kName]);
  link.rel = ascii_lower(annotation_value(attributes[Attribute::kRel]));
  if (attributes.has(Attribute::kOnMouseOver)) {
    link.onmouseover = quoted_text(attributes[Attribute::kOnMouseOver]);
  }
  link.before = text_.tail({parent.run_begin, text_.size()}, kMaxSiblingBytes);
  link.heading = heading_text(parent.inner_heading.empty() ? parent.heading : parent.inner_heading);
  return links_.add(*url, std::move(link), static_cast<std::uint32_t>(text_.size()));
}

void PageBuilder::end_run() {
  Frame& frame = frames_.back();
  const TextRange run{frame.run_begin, text_.size()};
  for (const Awaiting& link : awaiting_) {
    links_.at(link.slot).after = text_.line({link.begin, run.end}, kMaxSiblingBytes);
  }
  awaiting_.clear();
  if (frame.run_begin < run.end && carries_text(run)) frame.last = {run, true};
  frame.run_begin = run.end;
}

void PageBuilder::forget_text(std::size_t begin) {
  text_.truncate(begin);
  metadata_.evidence().marks().forget(begin);
  while (!headings_.empty() && headings_.back().end > begin) headings_.pop_back();
  while (!names_.empty() && names_.back().first > begin) names_.pop_back();
  frames_.back().run_begin = text_.size();
  heading_range_ = {};
  heading_.clear();
}

bool PageBuilder::carries_text(TextRange range) const {
  const std::string_view text = text_.view(range);
  return std::any_of(text.begin(), text.end(), is_word_byte);
}

const std::string& PageBuilder::heading_text(TextRange range) {
  if (range.begin != heading_range_.begin || range.end != heading_range_.end) {
    heading_ = text_.line(range, kMaxSiblingBytes);
    heading_range_ = range;
  }
  return heading_;
}

void PageBuilder::enter_named(std::string_view id) {
  constexpr std::size_t kMostNames = 5000;
  constexpr std::size_t kLongest = 200;
  if (id.empty() || id.size() > kLongest || names_.size() == kMostNames) return;
  if (id.find_first_of(" \t\n\r\f") == id.npos) names_.emplace_back(text_.size(), id);
}

}  // namespace porthole::parser
