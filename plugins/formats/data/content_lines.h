#pragma once

/// Parser for the content lines of calendars and contact cards (iCalendar, vCard).
///
/// In:  NAME;PARAMETER=value:value lines, long ones folded (RFC 5545 3.1; RFC 6350 3.2, 3.3).
/// Out: one line after the other, unfolded; names in upper case, groups ("item1.TEL") removed.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

struct ContentLine {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters{};  ///< Names in upper case,
                                                                  ///< unquoted.
  std::string value{};                                            ///< As written, with escapes.

  /// The value of a parameter, "" if it is absent.
  std::string_view parameter(std::string_view wanted) const;
  /// The value with the escapes \n, \, and \; decoded.
  std::string text() const;
  /// A structured value (N, ADR, ORG) as one text, parts separated by ", ".
  std::string parts() const;
};

class ContentLines {
 public:
  /// `text` must outlive this object. If lines end with CR LF, CR may have become a space before:
  /// the end of the first line, which has no space of its own there, decides for all.
  explicit ContentLines(std::string_view text);
  /// Empty at the end. Lines without a colon are skipped.
  std::optional<ContentLine> next();

 private:
  std::string unfolded();
  std::string_view rest_;
  std::size_t line_end_ = 0;  ///< Number of bytes before the newline that are part of the line end.
};

}  // namespace porthole
