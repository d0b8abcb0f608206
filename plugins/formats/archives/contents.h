#pragma once

/// What is inside of an archive, as a Document has it: the list of names, how many and how large, and
/// the files themselves as members as far as the limits go.
///
///   Contents contents(facts, most);
///   contents.add_all(archive);
///   return contents.finish();

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/support/archive_reader.h"
#include "plugins/page_facts.h"

namespace porthole {

/// The option that every reader of archives has: how many files become pages.
OptionDeclaration members_option();

class Contents {
 public:
  /// `most`: files that become members, within the limits of the page.
  Contents(PageFacts& facts, std::int64_t most);

  /// Adds all that `archive` has, or has still; where it cannot be read further, finish() says why.
  void add_all(ArchiveReader& archive);
  /// Adds `entry`, which next() of `archive` gave last.
  void add(const ArchiveEntry& entry, ArchiveReader& archive);
  /// Something could not be read; the first one is told.
  void add_problem(std::string_view why);

  /// Paths of the files, in order.
  const std::vector<std::string>& names() const { return names_; }

  /// Writes the properties, and the names below the text. Returns what could not be read, "" for none.
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

}  // namespace porthole
