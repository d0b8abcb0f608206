#pragma once

/// LargestWords: finds the text in the largest font of a page, used as the title of documents
/// without one.

#include <string>
#include <string_view>

namespace porthole {

class LargestWords {
 public:
  /// Adds the next line of the page with its font size, in any unit.
  void add(std::string_view line, double size);
  /// All consecutive lines of the largest size; "" if all lines have the same size.
  std::string words() const;

 private:
  std::string words_;
  double largest_ = 0;
  double smallest_ = 0;
  bool goes_on_ = false;
};

}  // namespace porthole
