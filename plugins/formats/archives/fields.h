#pragma once

/// Parses "Name: value" fields, as in the control file of a Debian package (deb822) and in the
/// manifest of a jar. A line that begins with a space continues the field before it.

#include <string>
#include <string_view>
#include <vector>

namespace porthole {

struct Field {
  std::string name;
  std::string value;
};

/// The fields of the first paragraph, in order. `joint` replaces a line break in a value: "\n" for
/// deb822; "" for a manifest, whose lines are broken anywhere.
std::vector<Field> read_fields(std::string_view text, std::string_view joint);

/// The first value, "" for none; names are compared ignoring case.
std::string_view value_of(const std::vector<Field>& fields, std::string_view name);

}  // namespace porthole
