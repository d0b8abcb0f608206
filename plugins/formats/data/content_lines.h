#pragma once

/// The lines that calendars and contact cards are made of.
///
/// In:  NAME;PARAMETER=value:value lines, long ones folded (RFC 5545 3.1; RFC 6350 3.2, 3.3).
/// Out: one line after the other, unfolded; names in upper case, groups ("item1.TEL") left out.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

struct ContentLine {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters{};  ///< Names in upper case, quotes taken off.
  std::string value{};                                            ///< As written: escapes are still in it.

  /// The value of a parameter, "" when it is absent.
  std::string_view parameter(std::string_view wanted) const;
  /// The value as text: \n, \, and \; are what they stand for.
  std::string text() const;
  /// A value in parts (N, ADR, ORG) as one text, parts divided by ", ".
  std::string parts() const;
};

class ContentLines {
 public:
  /// `text` must outlive this. Where lines end with CR LF, CR may have become a space on the way: what
  /// ends the first line, which has no space of its own there, ends all of them.
  explicit ContentLines(std::string_view text);
  /// Empty at the end. What has no colon is passed over.
  std::optional<ContentLine> next();

 private:
  std::string unfolded();
  std::string_view rest_;
  std::size_t line_end_ = 0;  ///< Bytes before a newline that belong to it.
};

}  // namespace porthole
