#include "plugins/formats/print/largest_words.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole {

void LargestWords::add(std::string_view line, double size) {
  const std::string folded = fold_space(line);
  // A single letter is an initial or a mark.
  if (folded.size() < 2) return;
  smallest_ = smallest_ == 0 ? size : std::min(smallest_, size);
  if (size > largest_) {
    largest_ = size;
    words_.clear();
  }
  // Text of the same size further down the page is not part of it.
  const bool belongs = size == largest_ && (words_.empty() || goes_on_);
  if (belongs) words_ += (words_.empty() ? "" : " ") + folded;
  goes_on_ = belongs;
}

std::string LargestWords::words() const { return largest_ > smallest_ ? words_ : std::string(); }

}  // namespace porthole
