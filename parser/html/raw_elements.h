#pragma once

/// RawElements: reads the elements whose text is not text of the page, or not in its place: its
/// title, its linked data (JSON-LD), the state of its scripts (JSON), and readings (ruby).
///
/// In:  open, text and close, in document order.
/// Out: the title; linked data for Metadata; passages of a page that shows next to no text itself.
///
/// Thread safety: one thread. Lifetime: the Metadata outlives it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parser/html/elements.h"
#include "parser/html/metadata.h"

namespace porthole::parser {

class RawElements {
 public:
  explicit RawElements(Metadata& metadata) : metadata_(metadata) {}

  /// Begins a title or a script of type `type`. Returns its kind, or kHidden for one that is not
  /// read: a second title, a script of another type or inside of a title. `shows_text`: the page
  /// has text to show, so that the state of its scripts does not count.
  Kind open_title();
  Kind open_script(std::string_view type, bool shows_text);
  /// True if `piece` was taken as text of the open title or script.
  bool take(std::string_view piece) {
    if (in_ == In::kNothing) return false;
    append(piece);
    return true;
  }
  void close_title();
  void close_script();

  /// Begins a reading; kInline for one within another.
  Kind open_reading();
  void close_reading();
  /// Returns the readings since the last call, with spaces between.
  std::string take_readings() { return std::exchange(readings_, {}); }

  /// The first title element's; "" when there is none.
  const std::string& title() const { return title_; }
  /// Those of the first script that has any.
  const std::vector<std::string>& passages() const { return passages_; }

 private:
  enum class In { kNothing, kTitle, kLinkedData, kState, kReading };
  void append(std::string_view piece);

  Metadata& metadata_;
  In in_ = In::kNothing;
  bool has_title_ = false;
  std::string text_;  ///< The text of the open element.
  std::string title_;
  std::string readings_;
  std::vector<std::string> passages_;
};

}  // namespace porthole::parser
