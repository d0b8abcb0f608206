#pragma once

/// Reading never goes past the end and never allocates more than the input could fill: on bad input
/// it returns zero or empty values, and is_good() is false from then on.
/// Thread safety: one thread at a time.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace porthole::topics {

static_assert(std::endian::native == std::endian::little, "model files are little-endian");

class ByteWriter {
 public:
  template <class Number>
  void put(Number number) {
    static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  template <class Number>
  void put_list(const std::vector<Number>& list) {
    put(static_cast<std::uint64_t>(list.size()));
    for (const Number& number : list) put(number);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  Number take() {
    Number number{};
    if (rest_.size() < sizeof number) {
      give_up();
      return number;
    }
    std::memcpy(&number, rest_.data(), sizeof number);
    rest_.remove_prefix(sizeof number);
    return number;
  }
  std::string take_text() {
    const std::size_t size = take_size(1);
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  template <class Number>
  std::vector<Number> take_list() {
    std::vector<Number> list(take_size(sizeof(Number)));
    for (Number& number : list) number = take<Number>();
    return list;
  }
  /// The length of a list whose entries take at least `least_bytes` each.
  std::size_t take_size(std::size_t least_bytes) {
    const auto size = take<std::uint64_t>();
    if (size <= rest_.size() / least_bytes) return static_cast<std::size_t>(size);
    give_up();
    return 0;
  }

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return rest_.empty(); }
  void give_up() {
    is_good_ = false;
    rest_ = {};
  }

 private:
  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace porthole::topics
