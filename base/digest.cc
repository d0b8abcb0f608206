#include "base/digest.h"

#include <xxhash.h>

#include <cinttypes>
#include <cstdio>

namespace porthole {

Digest::Digest() : state_(XXH3_createState()) { XXH3_128bits_reset(state_.get()); }

void Digest::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

void Digest::add(std::string_view bytes) {
  XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
}

std::string Digest::text() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  char digits[kDigits + 1];
  std::snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
  return digits;
}

}  // namespace porthole
