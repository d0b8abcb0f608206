#pragma once

/// Marks of an element: groups of words in its class, id, role, itemprop and itemtype attributes
/// ("nav navbar menu" are one group), as bits.
///
/// The words are hints, not rules: the model (content_model.h) learns from pages what each group
/// is worth.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace porthole::parser {

using Marks = std::uint64_t;

/// The number of groups, the name of each, and the group of a name.
inline constexpr std::size_t kMarkGroups = 48;
std::string_view mark_name(std::size_t group);
std::size_t mark_group(std::string_view name);

/// Reads the marks of attribute values, and remembers those of recent values: pages repeat them.
class MarkReader {
 public:
  /// The marks of the words of `value`. Words end at anything but letters, and where a capital
  /// follows a small letter. At most 400 bytes are read.
  Marks read(std::string_view value);

 private:
  struct Remembered {
    std::uint64_t hash = 0;
    Marks marks = 0;
  };
  static constexpr std::size_t kRemembered = 512;
  std::array<Remembered, kRemembered> remembered_{};
};

/// The number of groups of words in text, the name of each, and the group of a name.
inline constexpr std::size_t kPhraseGroups = 32;
std::string_view phrase_name(std::size_t group);
std::size_t phrase_group(std::string_view name);

/// The groups of one word of text in lower case, as a bit; 0 if it has none.
std::uint32_t phrase_of(std::string_view word);

}  // namespace porthole::parser
