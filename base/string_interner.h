#pragma once

/// Gives small numbers to strings, in order of first mention from 0.
///
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace porthole {

class StringInterner {
 public:
  std::uint32_t id_of(const std::string& text);
  /// Requires: `id` was returned by id_of().
  const std::string& text(std::uint32_t id) const { return texts_[id]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<std::string> texts_;
};

}  // namespace porthole
