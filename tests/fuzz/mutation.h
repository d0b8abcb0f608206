#pragma once

/// Mutates a document, simulating storage errors, transfer errors and attacks.
///
/// In:  the bytes of a document, those of another one to splice with, and a source of chance.
/// Out: the bytes with one to four changes: bits and bytes flipped, cut, chunks repeated or removed
///      or
///      taken from the other document, numbers of length made huge or negative, deep nesting,
///      entities and document types for XML. In a zip, the change is made to one of its files, so
///      that it gets past the unpacking.
///
/// The same seed makes the same bytes, on every machine.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace porthole::testing {

/// The standard's distributions may differ between libraries: this does not.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  /// From 0 to `end` - 1; 0 when `end` is 0.
  std::size_t below(std::size_t end) { return end == 0 ? 0 : engine_() % end; }

 private:
  std::mt19937_64 engine_;
};

std::string mutate(std::string_view document, std::string_view other, Chance& chance);

}  // namespace porthole::testing
