#include "plugins/formats/documents/block_writer.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole {
namespace {

constexpr std::size_t kNeighbourBytes = 200;

/// The last bytes of `text`, from a word's beginning.
std::string_view last_words(std::string_view text) {
  if (text.size() <= kNeighbourBytes) return text;
  const std::string_view tail = text.substr(text.size() - kNeighbourBytes);
  const auto space = tail.find(' ');
  return space == std::string_view::npos ? std::string_view() : tail.substr(space + 1);
}

}  // namespace

std::string link_url(std::string_view target, const Url* base) {
  target = trim(target);
  if (target.empty() || target.front() == '#') return {};
  const Result<Url> url = Url::parse(target, base);
  return url && !url->host().empty() ? url->href() : std::string();
}

BlockWriter::BlockWriter(Document& document, const PageBytes& page)
    : document_(document), page_(page) {
  if (const Result<Url> url = Url::parse(page.url)) base_ = *url;
}

void BlockWriter::text(std::string_view text) {
  if (block_.size() + text.size() > page_.limits.text_bytes) return;
  block_ += clean_utf8(text);
}

void BlockWriter::begin_link(std::string_view target, std::string_view title) {
  if (++open_links_ > 1) return;
  std::string url = link_url(target, base_ ? &*base_ : nullptr);
  last_is_link_ = !url.empty();
  if (!last_is_link_) return;
  links_.push_back({std::move(url), std::string(title), block_.size(), std::string::npos});
}

void BlockWriter::end_link() {
  if (open_links_ == 0 || --open_links_ > 0 || !last_is_link_) return;
  links_.back().end = block_.size();
}

std::string BlockWriter::piece(std::size_t begin, std::size_t end) const {
  return fold_space(std::string_view(block_).substr(begin, end - begin));
}

void BlockWriter::add_links() {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Span& span = links_[i];
    Link& link = document_.links.emplace_back();
    link.url = span.url;
    link.title = fold_space(span.title);
    link.anchor = piece(span.begin, span.end);
    link.before = std::string(last_words(piece(i == 0 ? 0 : links_[i - 1].end, span.begin)));
    link.after = piece(span.end, i + 1 < links_.size() ? links_[i + 1].begin : block_.size());
    link.after = std::string(cut(link.after, kNeighbourBytes));
    link.heading = heading_;
  }
}

void BlockWriter::end_block(BlockRole kind) {
  while (open_links_ > 0) end_link();
  const std::string line = fold_space(block_);
  add_links();
  links_.clear();
  block_.clear();
  if (line.empty()) return;
  document_.text.append(line).append("\n");
  if (kind == BlockRole::kTitle && document_.title.empty()) document_.title = line;
  if (kind == BlockRole::kCaption) document_.properties.push_back({"caption", line});
  if (kind == BlockRole::kHeading) document_.properties.push_back({"heading", line});
  if (kind == BlockRole::kSlide) document_.properties.push_back({"slide", line});
  if (kind == BlockRole::kHeading || kind == BlockRole::kSlide) heading_ = line;
}

namespace {

/// Takes the first argument, a switch, a word or what is quoted, off the front of `text`.
std::string take_argument(std::string_view& text) {
  text = trim(text);
  std::string argument;
  const bool is_quoted = text.starts_with('"');
  if (is_quoted) text.remove_prefix(1);
  while (!text.empty()) {
    const char c = text.front();
    if (is_quoted ? c == '"' : c == ' ') break;
    // Inside of quotes a backslash is written twice.
    const bool is_escape = is_quoted && c == '\\' && text.size() > 1;
    if (is_escape) text.remove_prefix(1);
    argument += text.front();
    text.remove_prefix(1);
  }
  if (is_quoted && !text.empty()) text.remove_prefix(1);
  return argument;
}

}  // namespace

std::optional<HyperlinkField> read_hyperlink_field(std::string_view instruction) {
  if (!equals_ignoring_case(take_argument(instruction), "HYPERLINK")) return std::nullopt;
  HyperlinkField field;
  while (!trim(instruction).empty()) {
    const bool is_switch = trim(instruction).starts_with('\\');
    const std::string argument = take_argument(instruction);
    if (!is_switch) {
      if (field.target.empty()) field.target = argument;
    } else if (argument == "\\o") {
      field.title = take_argument(instruction);
    } else if (argument == "\\l" || argument == "\\t") {
      take_argument(instruction);
    }
  }
  return field;
}

}  // namespace porthole
