#include "base/url/url_address.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"

namespace porthole {
namespace {

void append_number(std::string& out, unsigned value, int radix) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, radix).ptr;
  out.append(digits, end);
}

/// https://url.spec.whatwg.org/#ipv4-number-parser; a number over 2^32 comes back as 2^32.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 32;
  if (text.empty()) return std::nullopt;
  int radix = 10;
  if (text.size() >= 2 && text[0] == '0') {
    radix = (text[1] == 'x' || text[1] == 'X') ? 16 : 8;
    text.remove_prefix(radix == 16 ? 2 : 1);
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || digit >= radix) return std::nullopt;
    value =
        std::min(value * static_cast<unsigned>(radix) + static_cast<unsigned>(digit), kTooLarge);
  }
  return value;
}

/// Reads the text of an IPv6 address from left to right.
class Ipv6Reader {
 public:
  explicit Ipv6Reader(std::string_view text) : rest_(text) {}

  /// https://url.spec.whatwg.org/#concept-ipv6-parser
  std::optional<Ipv6> read() {
    if (rest_.starts_with("::")) {
      rest_.remove_prefix(1);
    } else if (rest_.starts_with(':')) {
      return std::nullopt;
    }
    while (!rest_.empty()) {
      if (count_ == address_.size()) return std::nullopt;
      if (rest_.starts_with(':')) {
        if (!compress()) return std::nullopt;
        continue;
      }
      const std::size_t digits = leading_digits();
      if (digits == 0) return std::nullopt;
      if (rest_.substr(digits).starts_with('.')) {
        if (!read_dotted()) return std::nullopt;
        break;
      }
      if (!read_piece(digits)) return std::nullopt;
    }
    return expand();
  }

 private:
  std::size_t leading_digits() const {
    std::size_t n = 0;
    while (n < 4 && n < rest_.size() && hex_value(rest_[n]) >= 0) ++n;
    return n;
  }

  /// A piece and the colon that separates it from the next.
  bool read_piece(std::size_t digits) {
    unsigned value = 0;
    for (const char c : rest_.substr(0, digits)) {
      value = value * 16 + static_cast<unsigned>(hex_value(c));
    }
    address_[count_++] = static_cast<std::uint16_t>(value);
    rest_.remove_prefix(digits);
    if (rest_.empty()) return true;
    if (!rest_.starts_with(':')) return false;
    rest_.remove_prefix(1);
    return !rest_.empty();
  }

  /// The second of a pair of colons: a zero piece here, and as many more as are wanting.
  bool compress() {
    if (compressed_at_) return false;
    rest_.remove_prefix(1);
    compressed_at_ = ++count_;
    return true;
  }

  /// Four decimal numbers without leading zeros fill the last two pieces.
  bool read_dotted() {
    if (count_ > address_.size() - 2) return false;
    const std::vector<std::string_view> parts = split(rest_, '.');
    if (parts.size() != 4) return false;
    Ipv4 value = 0;
    for (const std::string_view part : parts) {
      if (part.empty() || part.size() > 3 || !std::all_of(part.begin(), part.end(), is_digit)) {
        return false;
      }
      if (part.size() > 1 && part[0] == '0') return false;
      unsigned number = 0;
      std::from_chars(part.data(), part.data() + part.size(), number);
      if (number > 255) return false;
      value = value << 8 | number;
    }
    address_[count_++] = static_cast<std::uint16_t>(value >> 16);
    address_[count_++] = static_cast<std::uint16_t>(value & 0xFFFF);
    return true;
  }

  /// Moves the pieces after the compressed zeros to the end.
  std::optional<Ipv6> expand() {
    if (!compressed_at_) {
      return count_ == address_.size() ? std::optional(address_) : std::nullopt;
    }
    const auto begin = address_.begin() + static_cast<std::ptrdiff_t>(*compressed_at_);
    const auto end = address_.begin() + static_cast<std::ptrdiff_t>(count_);
    std::rotate(begin, end, address_.end());
    return address_;
  }

  std::string_view rest_;
  Ipv6 address_{};
  std::size_t count_ = 0;                     // pieces read
  std::optional<std::size_t> compressed_at_;  // pieces up to the "::" and its zero
};

}  // namespace

// https://url.spec.whatwg.org/#ends-in-a-number-checker
bool ends_in_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::size_t dot = host.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? host : host.substr(dot + 1);
  if (last.empty() || !is_digit(last[0])) return false;
  return std::all_of(last.begin(), last.end(), is_digit) || parse_ipv4_number(last).has_value();
}

// https://url.spec.whatwg.org/#concept-ipv4-parser
std::optional<Ipv4> parse_ipv4(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (std::count(host.begin(), host.end(), '.') > 3) return std::nullopt;
  const std::vector<std::string_view> parts = split(host, '.');
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = parse_ipv4_number(parts[i]);
    if (!number) return std::nullopt;
    const bool last = i + 1 == parts.size();
    const std::size_t bits = last ? 32 - 8 * i : 8;
    if (*number >> bits != 0) return std::nullopt;
    address |= last ? *number : *number << (24 - 8 * i);
  }
  return static_cast<Ipv4>(address);
}

std::optional<Ipv6> parse_ipv6(std::string_view text) { return Ipv6Reader(text).read(); }

void append_ipv4(std::string& out, Ipv4 address) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_number(out, address >> shift & 255, 10);
    if (shift > 0) out += '.';
  }
}

// https://url.spec.whatwg.org/#concept-ipv6-serializer
void append_ipv6(std::string& out, const Ipv6& address) {
  std::size_t zeros_begin = 0, zeros = 1;  // a single zero is not compressed
  for (std::size_t i = 0; i < address.size(); ++i) {
    std::size_t end = i;
    while (end < address.size() && address[end] == 0) ++end;
    if (end - i > zeros) {
      zeros_begin = i;
      zeros = end - i;
    }
  }
  for (std::size_t i = 0; i < address.size(); ++i) {
    if (zeros > 1 && i == zeros_begin) {
      out += i == 0 ? "::" : ":";
      i += zeros - 1;
      continue;
    }
    append_number(out, address[i], 16);
    if (i + 1 < address.size()) out += ':';
  }
}

}  // namespace porthole
