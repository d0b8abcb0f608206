#pragma once

/// The words in the largest letters of a page: the title, where a document does not say it
/// otherwise.

#include <string>
#include <string_view>

namespace porthole {

class LargestWords {
 public:
  /// Adds the next line of the page, in letters of `size`, in any unit.
  void add(std::string_view line, double size);
  /// All lines of the largest size that follow each other; "" when all lines are as large.
  std::string words() const;

 private:
  std::string words_;
  double largest_ = 0;
  double smallest_ = 0;
  bool goes_on_ = false;
};

}  // namespace porthole
