#include "gatherer/fetch/robots_pattern.h"

#include <algorithm>
#include <optional>

namespace porthole::gatherer {
namespace {

// A unit is an octet with flags above it.
constexpr char16_t kOctet = 0x00FF;
constexpr char16_t kEncoded = 0x0100;  // was written as %XX
constexpr char16_t kStrict = 0x0200;   // a delimiter of a target: differs from its %XX
constexpr char16_t kStar = 0xFFFF;     // the wildcard of a pattern

using Units = std::u16string_view;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_unreserved(char16_t octet) {
  return (octet >= 'A' && octet <= 'Z') || (octet >= 'a' && octet <= 'z') ||
         (octet >= '0' && octet <= '9') || octet == '-' || octet == '.' || octet == '_' ||
         octet == '~';
}

/// The unit that begins at text[at]; advances `at` past it.
char16_t next_unit(std::string_view text, std::size_t& at) {
  if (text[at] == '%' && at + 2 < text.size()) {
    const int high = hex_value(text[at + 1]);
    const int low = hex_value(text[at + 2]);
    if (high >= 0 && low >= 0) {
      at += 3;
      return static_cast<char16_t>(kEncoded | (high << 4) | low);
    }
  }
  return static_cast<unsigned char>(text[at++]);
}

std::size_t encoded_length(char16_t unit) {
  const char16_t octet = unit & kOctet;
  if (is_unreserved(octet)) return 1;
  return (unit & kEncoded) != 0 || octet >= 0x80 ? 3 : 1;
}

bool same(char16_t pattern, char16_t target) {
  const char16_t compared = (target & kStrict) != 0 ? kOctet | kEncoded : kOctet;
  return ((pattern ^ target) & compared) == 0;
}

/// Requires: `target` is not shorter than `pattern`.
bool is_prefix(Units pattern, Units target) {
  return std::equal(pattern.begin(), pattern.end(), target.begin(), same);
}

/// The part of `target` after the first occurrence of `literal`.
std::optional<Units> after_first(Units literal, Units target) {
  if (literal.size() > target.size()) return std::nullopt;
  const auto found = std::search(
      target.begin(), target.end(), literal.begin(), literal.end(),
      [](char16_t in_target, char16_t in_pattern) { return same(in_pattern, in_target); });
  if (found == target.end() && !literal.empty()) return std::nullopt;
  return target.substr(static_cast<std::size_t>(found - target.begin()) + literal.size());
}

}  // namespace

RobotsTarget::RobotsTarget(std::string_view path_and_query) {
  octets_.reserve(path_and_query.size());
  bool in_query = false;
  for (std::size_t at = 0; at < path_and_query.size();) {
    const char16_t unit = next_unit(path_and_query, at);
    const char16_t octet = unit & kOctet;
    const bool delimits = in_query ? octet == '&' || octet == '=' : octet == '/' || octet == '?';
    octets_ += static_cast<char16_t>(delimits ? unit | kStrict : unit);
    in_query = in_query || unit == u'?';
  }
}

RobotsPattern::RobotsPattern(std::string_view written) {
  if (written.ends_with('$')) {
    ends_ = true;
    ++octet_count_;
    written.remove_suffix(1);
  }
  for (std::size_t at = 0; at < written.size();) {
    const char16_t unit = next_unit(written, at);
    octet_count_ += encoded_length(unit);
    if (unit != u'*') {
      octets_ += unit;
      ++literal_count_;
    } else if (octets_.empty() || octets_.back() != kStar) {
      octets_ += kStar;
    }
  }
  octets_.shrink_to_fit();
}

bool RobotsPattern::matches(const RobotsTarget& target) const {
  Units rest = target.octets_;
  if (literal_count_ > rest.size()) return false;

  Units pattern = octets_;
  std::size_t star = pattern.find(kStar);
  const Units head = pattern.substr(0, star);
  if (!is_prefix(head, rest)) return false;
  rest.remove_prefix(head.size());
  if (star == Units::npos) return !ends_ || rest.empty();

  // Greedy: taking the first match of each literal between two stars leaves the longest rest for
  // the literals after it.
  pattern.remove_prefix(star + 1);
  while ((star = pattern.find(kStar)) != Units::npos) {
    const std::optional<Units> after = after_first(pattern.substr(0, star), rest);
    if (!after) return false;
    rest = *after;
    pattern.remove_prefix(star + 1);
  }
  if (!ends_) return after_first(pattern, rest).has_value();
  return pattern.size() <= rest.size() &&
         is_prefix(pattern, rest.substr(rest.size() - pattern.size()));
}

}  // namespace porthole::gatherer
