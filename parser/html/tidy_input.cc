#include "parser/html/tidy_input.h"

#include <tidybuffio.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "base/text/utf8.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMarkBytes = 3;  // Size of a UTF-8 byte order mark.

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace

TidyInput::TidyInput(std::string_view html, const std::vector<Span>& unread)
    : begin_(html.data()),
      end_(html.data() + html.size()),
      at_(begin_),
      stop_(end_),
      next_unread_(unread.data()),
      end_of_unread_(unread.data() + unread.size()) {
  while (next_unread_ != end_of_unread_ && next_unread_->begin < kMarkBytes) ++next_unread_;
  if (next_unread_ != end_of_unread_) stop_ = begin_ + next_unread_->begin;
}

// Spans may touch; none reaches the end of the page, since the '>' of its tag follows.
void TidyInput::pass_over() {
  while (next_unread_ != end_of_unread_ && at_ == begin_ + next_unread_->begin) {
    at_ = begin_ + next_unread_->end;
    ++next_unread_;
  }
  stop_ = next_unread_ == end_of_unread_ ? end_ : begin_ + next_unread_->begin;
}

// tidy looks for a byte order mark in the first characters; where the page begins in ASCII it finds
// none, and only pushes back single bytes.
void TidyInput::parse_into(TidyDoc doc) {
  static const bool wide = takes_characters();
  const char* const mark_end = begin_ + std::min<std::ptrdiff_t>(kMarkBytes, end_ - begin_);
  parse_into(doc, wide && std::all_of(begin_, mark_end, is_ascii) ? Unit::kCharacter : Unit::kByte);
}

void TidyInput::parse_into(TidyDoc doc, Unit unit) {
  const bool wide = unit == Unit::kCharacter;
  tidySetInCharEncoding(doc, wide ? "raw" : "utf8");
  TidyInputSource source;
  tidyInitSource(&source, this, wide ? next_character : next_byte, step_back, at_end);
  tidyParseSource(doc, &source);
}

bool TidyInput::takes_characters() {
  constexpr std::string_view kText = "a\u00e9\u20ac\U0001f600z";
  const TidyDoc doc = tidyCreate();
  tidySetMessageCallback(doc, [](TidyMessage) { return no; });
  const std::string page = "<p>" + std::string(kText);
  TidyInput(page, {}).parse_into(doc, Unit::kCharacter);
  const TidyNode body = tidyGetBody(doc);
  const TidyNode paragraph = body == nullptr ? nullptr : tidyGetChild(body);
  const TidyNode text = paragraph == nullptr ? nullptr : tidyGetChild(paragraph);
  TidyBuffer value{};
  tidyBufInit(&value);
  const bool same = text != nullptr && tidyNodeGetValue(doc, text, &value) == yes &&
                    std::string_view(reinterpret_cast<const char*>(value.bp), value.size) == kText;
  tidyBufFree(&value);
  tidyRelease(doc);
  return same;
}

int TidyInput::next_character(void* input) {
  auto& self = *static_cast<TidyInput*>(input);
  if (self.at_ == self.stop_) {
    self.pass_over();
    if (self.at_ == self.end_) return static_cast<int>(EndOfStream);
  }
  if (is_ascii(*self.at_)) return *self.at_++;
  const std::string_view rest(self.at_, static_cast<std::size_t>(self.end_ - self.at_));
  const Character character = decode_utf8(rest, 0);
  self.at_ += character.length;
  return static_cast<int>(character.code);
}

int TidyInput::next_byte(void* input) {
  auto& self = *static_cast<TidyInput*>(input);
  if (self.at_ == self.end_) return static_cast<int>(EndOfStream);
  return static_cast<unsigned char>(*self.at_++);
}

void TidyInput::step_back(void* input, byte) {
  auto& self = *static_cast<TidyInput*>(input);
  if (self.at_ != self.begin_) --self.at_;
}

Bool TidyInput::at_end(void* input) {
  const auto& self = *static_cast<TidyInput*>(input);
  return self.at_ == self.end_ ? yes : no;
}

}  // namespace porthole::parser
