#include "parser/html/raw_elements.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "parser/content/unseen_text.h"
#include "parser/limits.h"

namespace porthole::parser {

Kind RawElements::open_title() {
  if (has_title_) return Kind::kHidden;
  in_ = In::kTitle;
  return Kind::kTitle;
}

Kind RawElements::open_script(std::string_view type, bool shows_text) {
  if (in_ == In::kTitle) return Kind::kHidden;
  if (equals_ignoring_case(type, "application/ld+json")) {
    in_ = In::kLinkedData;
  } else if (!shows_text && equals_ignoring_case(type, "application/json")) {
    in_ = In::kState;
  } else {
    return Kind::kHidden;
  }
  return Kind::kRaw;
}

Kind RawElements::open_reading() {
  if (in_ != In::kNothing) return Kind::kInline;
  in_ = In::kReading;
  return Kind::kReading;
}

void RawElements::close_reading() {
  in_ = In::kNothing;
  readings_ += readings_.empty() ? "" : " ";
  readings_ += std::exchange(text_, {});
}

void RawElements::append(std::string_view piece) {
  const std::size_t most = in_ == In::kTitle ? 2 * kMaxTitleBytes : std::string::npos;
  text_ += piece.substr(0, most - std::min(most, text_.size()));
}

void RawElements::close_title() {
  in_ = In::kNothing;
  has_title_ = true;
  title_ = shortened(fold_space(clean_utf8(text_)), kMaxTitleBytes);
  text_.clear();
}

void RawElements::close_script() {
  if (in_ == In::kLinkedData) metadata_.structured_data(text_);
  if (in_ == In::kState && passages_.empty()) passages_ = passages_of_json(text_);
  in_ = In::kNothing;
  text_.clear();
}

}  // namespace porthole::parser
