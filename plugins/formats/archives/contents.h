#pragma once

/// Contents: lists the files of an archive in a Document: names, number, total size, and the files
/// as members within the limits.
///
///   Contents contents(facts, most);
///   contents.add_all(archive);
///   return contents.finish();

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/page_facts.h"
#include "plugins/support/archive_reader.h"

namespace porthole {

/// The option "members" of all archive summarizers: how many files become members.
OptionDeclaration members_option();

class Contents {
 public:
  /// `most`: maximum number of members, within the limits of the page.
  Contents(PageFacts& facts, std::int64_t most);

  /// Adds the remaining entries of `archive`; finish() reports why it could not be read completely.
  void add_all(ArchiveReader& archive);
  /// Adds `entry`, the last result of archive.next().
  void add(const ArchiveEntry& entry, ArchiveReader& archive);
  /// Records a problem; only the first one is reported.
  void add_problem(std::string_view why);

  /// Paths of the files, in order.
  const std::vector<std::string>& names() const { return names_; }

  /// Writes the properties, and appends the names to the text. Returns the problem, "" for none.
  std::string finish();

 private:
  void add_member(const ArchiveEntry& entry, ArchiveReader& archive);

  PageFacts& facts_;
  SummaryLimits limits_;
  std::size_t most_;
  std::vector<std::string> names_;
  std::size_t member_bytes_ = 0;
  std::int64_t unpacked_bytes_ = 0;
  std::string problem_;
};

/// A field "Name: value", as in the control file of a Debian package (deb822) and in the manifest
/// of a jar.
struct Field {
  std::string name;
  std::string value;
};

/// The fields of the first paragraph, in order. A line that begins with a space continues the field
/// before it. `joint` replaces a line break in a value: "\n" for
/// deb822; "" for a manifest, whose lines are broken anywhere.
std::vector<Field> read_fields(std::string_view text, std::string_view joint);

/// The first value, "" for none; names are compared ignoring case.
std::string_view value_of(const std::vector<Field>& fields, std::string_view name);

/// Sets the title to name and summary, "hello - a greeting"; the summary is also the description,
/// and the first line of the text.
void set_package_title(PageFacts& facts, std::string_view name, std::string_view summary);

/// Adds the property homepage, and a link to it; nothing if `address` is not an http or https URL.
void add_homepage(PageFacts& facts, std::string_view address);

}  // namespace porthole
