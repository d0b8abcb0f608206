#include "sampler/hash_rng.h"

#include <algorithm>
#include <cmath>

namespace porthole::sampler {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

HashRng::HashRng(std::uint64_t seed, std::uint64_t stream, std::uint64_t turn)
    : state_(mixed(mixed(mixed(seed + kGolden) ^ (stream + kGolden)) ^ (turn + kGolden))) {}

std::uint64_t HashRng::next() { return mixed(state_ += kGolden); }

double HashRng::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

// The multiplication's upper half; its bias is below n / 2^64.
std::uint64_t HashRng::below(std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
}

double HashRng::trials(double p) {
  if (p >= 1) return 1;
  return std::max(1.0, std::ceil(std::log1p(-uniform()) / std::log1p(-p)));
}

}  // namespace porthole::sampler
