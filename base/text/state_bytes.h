#pragma once

/// StateWriter, StateReader: the state of a program's parts as bytes, to be read by the same
/// program.
///
///   StateWriter writer(sink);                StateReader reader(source);
///   writer.number(7);                        reader.number() == 7
///   writer.list(weights);                    reader.list(weights);
///   writer.text("a");                        reader.text() == "a"
///                                            reader.ended()
///
/// The bytes name neither types nor versions: values are read in the order in which they were
/// written, on a machine with the same byte order. The reader never reads beyond its bytes: what is
/// missing is 0 or empty, and failed() tells.
///
/// Thread safety: one thread.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/text/varint.h"

namespace porthole {

/// A type that is copied as its bytes.
template <class Type>
concept PlainBytes = std::is_trivially_copyable_v<Type>;

class StateWriter {
 public:
  /// `sink` receives the bytes in pieces.
  using Sink = std::function<void(std::string_view bytes)>;
  explicit StateWriter(Sink sink) : sink_(std::move(sink)) {}
  ~StateWriter() { flush(); }
  StateWriter(const StateWriter&) = delete;
  StateWriter& operator=(const StateWriter&) = delete;

  void number(std::uint64_t number) {
    append_varint(number, buffer_);
    flush_when_full();
  }
  void real(double number) { bytes({reinterpret_cast<const char*>(&number), sizeof number}); }
  void text(std::string_view text) {
    number(text.size());
    bytes(text);
  }
  /// A sequence of values that are copied as their bytes: each as `projection` makes it.
  template <std::ranges::sized_range Sequence, class Projection = std::identity>
  void list(const Sequence& sequence, const Projection& projection = {}) {
    number(sequence.size());
    for (const auto& value : sequence) {
      const PlainBytes auto& plain = projection(value);
      bytes({reinterpret_cast<const char*>(&plain), sizeof plain});
    }
  }
  /// A map from numbers; `save(value)` writes a value.
  template <class Map>
  void map(const Map& map, const auto& save) {
    number(map.size());
    for (const auto& [key, value] : map) {
      number(static_cast<std::uint64_t>(key));
      save(value);
    }
  }
  void flush() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 16;
  void bytes(std::string_view bytes) {
    buffer_.append(bytes);
    flush_when_full();
  }
  void flush_when_full() {
    if (buffer_.size() >= kFull) flush();
  }

  Sink sink_;
  std::string buffer_;
};

class StateReader {
 public:
  /// `source` returns the next bytes, which hold until its next call; none at the end.
  using Source = std::function<std::string_view()>;
  explicit StateReader(Source source) : source_(std::move(source)) {}

  std::uint64_t number() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      std::uint8_t byte = 0;
      copy(&byte, 1);
      number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
    failed_ = true;
    return 0;
  }
  double real() {
    double number = 0;
    copy(&number, sizeof number);
    return number;
  }
  std::string text() {
    std::string text;
    read_sized(text);
    return text;
  }
  /// Replaces `plain`, a std::vector or std::deque.
  template <std::ranges::random_access_range Sequence>
  requires PlainBytes<std::ranges::range_value_t<Sequence>>
  void list(Sequence& plain) { read_sized(plain); }

  /// Replaces `map`; `load(value)` reads a value.
  template <class Map>
  void map(Map& map, const auto& load) {
    map.clear();
    for (std::uint64_t left = number(); left > 0 && !failed_; --left)
      load(map[static_cast<typename Map::key_type>(number())]);
  }

  /// Something was missing.
  bool failed() const { return failed_; }
  /// Everything was read, and nothing was missing.
  bool ended() { return !failed_ && !fill(); }

 private:
  /// In pieces, so that a size that is wrong ends with the bytes and not with the memory.
  template <class Sequence>
  void read_sized(Sequence& sequence) {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    sequence.clear();
    for (std::uint64_t left = number(); left > 0 && !failed_;) {
      const std::size_t before = sequence.size();
      const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(left, kPiece));
      sequence.resize(before + piece);
      constexpr std::size_t kBytes = sizeof(typename Sequence::value_type);
      if constexpr (std::ranges::contiguous_range<Sequence>) {
        copy(sequence.data() + before, piece * kBytes);
      } else {
        for (std::size_t i = before; i < sequence.size(); ++i) copy(&sequence[i], kBytes);
      }
      left -= piece;
    }
    if (failed_) sequence.clear();
  }
  bool fill() {
    if (rest_.empty()) rest_ = source_();
    return !rest_.empty();
  }
  /// Zeros where bytes are missing.
  void copy(void* to, std::size_t size) {
    auto* at = static_cast<char*>(to);
    for (; size > 0 && !failed_ && fill();) {
      const std::size_t part = std::min(size, rest_.size());
      std::memcpy(at, rest_.data(), part);
      rest_.remove_prefix(part);
      at += part;
      size -= part;
    }
    if (size == 0) return;
    std::memset(at, 0, size);
    failed_ = true;
  }

  Source source_;
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace porthole
