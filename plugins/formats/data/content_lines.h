#pragma once

/// Parser for the content lines of calendars and contact cards (iCalendar, vCard).
///
/// In:  NAME;PARAMETER=value:value lines, long ones folded (RFC 5545 3.1; RFC 6350 3.2, 3.3), in
///      vCard 2.1 in quoted-printable, base64 and charsets of their own (vCard 2.1, 2.1.3
///      to 2.1.5).
/// Out: one line after the other, unfolded and then decoded; names in upper case, groups
///      ("item1.TEL") removed.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/format_summarizer.h"

namespace porthole {

struct ContentLine {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters{};  ///< Names in upper case,
                                                                  ///< unquoted.
  std::string value{};  ///< UTF-8, decoded, with the escapes of text.

  /// The value of a parameter, "" if it is absent.
  std::string_view parameter(std::string_view wanted) const;
  /// True if a parameter of the name is there; in vCard 2.1 values stand without a name.
  bool has(std::string_view wanted) const;
  /// The value with the escapes \n, \, and \; decoded.
  std::string text() const;
  /// The values of a list that are divided by `separator`, decoded each.
  std::vector<std::string> list(char separator) const;
  /// A structured value (N, ADR, ORG) as one text, parts separated by ", ".
  std::string parts() const;
};

/// True if the page begins with a component of the name (VCARD), in any case and in UTF-16, too.
bool begins_component(const PageBytes& page, std::string_view name);

class ContentLines {
 public:
  /// `page` must outlive this object.
  explicit ContentLines(const PageBytes& page);
  /// Empty at the end. Lines without a colon are skipped.
  std::optional<ContentLine> next();

 private:
  std::string unfolded();
  std::string_view take_line();
  void decode(ContentLine& line) const;

  const PageBytes& page_;
  std::string converted_;  ///< The text of a page in UTF-16.
  std::string_view rest_;
};

}  // namespace porthole
