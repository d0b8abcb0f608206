#pragma once

/// FrontCodedTexts: a growing list of texts that share beginnings, such as URLs, in little memory.
///
/// Texts lie in blocks of kBlock in order of arrival. The first of a block is stored whole, each
/// other one as the length of the prefix that it shares with the one before, and its rest. A text
/// is decoded from the beginning of its block.
///
///   FrontCodedTexts urls;
///   urls.add("http://a.org/one");
///   urls[0] == "http://a.org/one"
///
/// Memory: the rests, two bytes a text (four above 127 bytes), one and a half for its block. URLs
/// take a third to a half of their length, since the links of a page follow one another.
/// Source: front coding, Witten, Moffat, Bell, "Managing Gigabytes", 2nd ed., 1999, section 4.1.
/// Thread safety: one thread; const members from any while none changes it.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/state_bytes.h"

namespace porthole {

class FrontCodedTexts {
 public:
  static constexpr std::size_t kBlock = 16;

  /// Appends `text`; its index is the former size().
  void add(std::string_view text);
  /// Requires: index < size().
  std::string operator[](std::size_t index) const;
  std::size_t size() const { return size_; }

  void save(StateWriter& writer) const;
  /// Replaces all texts by those of save().
  void load(StateReader& reader);

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;  ///< Full ones.
  std::string open_;                             ///< The last block, while it is not full.
  std::string last_;                             ///< The last text of open_.
  std::size_t size_ = 0;
};

}  // namespace porthole
