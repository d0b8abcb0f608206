#pragma once

/// Fields of package metadata, and what they say in a document.

#include <string>
#include <string_view>
#include <vector>

#include "plugins/page_facts.h"

namespace porthole {

// Parses "Name: value" fields, as in the control file of a Debian package (deb822) and in the
// manifest of a jar. A line that begins with a space continues the field before it.

struct Field {
  std::string name;
  std::string value;
};

/// The fields of the first paragraph, in order. `joint` replaces a line break in a value: "\n" for
/// deb822; "" for a manifest, whose lines are broken anywhere.
std::vector<Field> read_fields(std::string_view text, std::string_view joint);

/// The first value, "" for none; names are compared ignoring case.
std::string_view value_of(const std::vector<Field>& fields, std::string_view name);

// Fields common to all package formats, written into a Document.

/// Sets the title to name and summary, "hello - a greeting"; the summary is also the description,
/// and the first line of the text.
void set_package_title(PageFacts& facts, std::string_view name, std::string_view summary);

/// Adds the property homepage, and a link to it; nothing if `address` is not an http or https URL.
void add_homepage(PageFacts& facts, std::string_view address);

}  // namespace porthole
