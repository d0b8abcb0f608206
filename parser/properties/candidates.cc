#include "parser/properties/candidates.h"

#include <algorithm>
#include <utility>

#include "base/text/utf8.h"

namespace porthole::parser {
namespace {

bool separates(char32_t code) {
  if (code < 0x80) {
    return !((code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') ||
             (code >= 'A' && code <= 'Z'));
  }
  return (code >= 0x2000 && code <= 0x206F) || code == 0xA0 || code == 0xB7 || code == 0xBB ||
         code == 0xAB || code == 0xAE || code == 0x3000 || code == 0x2122;
}

}  // namespace

std::string comparison_key(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character one = decode_utf8(text, at);
    if (separates(one.code)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (one.code < 0x80) {
      const char c = static_cast<char>(one.code);
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else {
      out += text.substr(at, one.length);
    }
    at += one.length;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Candidate* Candidates::offer(std::string value, std::string key, std::string_view source,
                             std::size_t feature) {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&key](const Candidate& one) { return one.key == key; });
  if (found != all_.end()) {
    found->features.set(feature);
    return &*found;
  }
  if (all_.size() == kMaxCandidates) return nullptr;
  all_.push_back({std::move(value), std::move(key), source, {}});
  all_.back().features.set(feature);
  return &all_.back();
}

const Candidate* Candidates::best(std::span<const float> weights) const {
  const auto found = first(weights, 1);
  return found.empty() ? nullptr : found.front();
}

std::vector<const Candidate*> Candidates::first(std::span<const float> weights,
                                                std::size_t most) const {
  std::vector<std::pair<float, const Candidate*>> sums;
  sums.reserve(all_.size());
  for (const Candidate& one : all_) {
    float sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (one.features.test(i)) sum += weights[i];
    }
    sums.emplace_back(sum, &one);
  }
  std::stable_sort(sums.begin(), sums.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const Candidate*> found;
  for (std::size_t i = 0; i < std::min(most, sums.size()); ++i) found.push_back(sums[i].second);
  return found;
}

}  // namespace porthole::parser
