#pragma once

/// Gives small numbers to strings, in order of first mention from 0.
///
/// Memory: 24 bytes a string and what FrontCodedTexts needs for it. Strings are told apart by a
/// 128-bit hash (key_index.h).
/// Thread safety: one thread; const members from any while none changes it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/key_index.h"
#include "base/text/front_coded_texts.h"

namespace porthole {

class StringInterner {
 public:
  std::uint32_t id_of(std::string_view text);
  /// Requires: `id` was returned by id_of().
  std::string text(std::uint32_t id) const { return texts_[id]; }
  std::size_t size() const { return texts_.size(); }

  void save(StateWriter& writer) const {
    ids_.save(writer);
    texts_.save(writer);
  }
  /// Replaces all strings by those of save().
  void load(StateReader& reader) {
    ids_.load(reader);
    texts_.load(reader);
  }

 private:
  KeyIndex ids_;  ///< Numbers from 1.
  FrontCodedTexts texts_;
};

}  // namespace porthole
