#pragma once

/// What goes through the channel between a host and its worker processes.
///
/// A frame is its length in bytes (32 bits, little endian, itself not counted) and as many bytes.
/// Numbers are little endian, a string is its length (32 bits) and its bytes. Both ends are one
/// build of one program: the form carries a version and is not meant to be stored.
///
/// A frame whose length has its highest bit set is a notice: a short text that a worker sends ahead
/// of its reply, to say whom to blame should there be none.
///
/// Reading checks every length and every value: any bytes give a message or nothing.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace porthole::plugins {

inline constexpr std::size_t kFrameHeaderBytes = 4;
inline constexpr std::uint32_t kNoticeFlag = 0x8000'0000;
inline constexpr std::size_t kMaxNoticeBytes = 256;

/// What a frame asks of a worker.
enum class Task : std::uint8_t {
  kSetup,     ///< Take these plug-ins (plugins/host/setup.h). No reply.
  kParse,     ///< Read a page (parser/wire.h).
  kFetch,     ///< Fetch a URL (plugins/host/protocol_wire.h).
  kDescribe,  ///< Say what is in a library (plugins/host/declaration.h).
  kCheck,     ///< Configure a plug-in and say what is wrong (plugins/host/declaration.h).
};

/// The length that a frame's first kFrameHeaderBytes announce, the notice flag included.
std::uint32_t frame_length(std::string_view header);

class FrameWriter {
 public:
  explicit FrameWriter(std::size_t expected_bytes = 0);
  void byte(std::uint8_t value) { out_ += static_cast<char>(value); }
  void number(std::uint32_t value);
  void string(std::string_view value);
  template <class Strings>
  void strings(const Strings& values) {
    number(static_cast<std::uint32_t>(values.size()));
    for (const auto& value : values) string(value);
  }
  /// The frame, header and all.
  std::string frame() &&;

 private:
  std::string out_;
};

/// Reads beyond the end give zeros and empty strings, and ok() turns false.
class FrameReader {
 public:
  /// `body` is a frame without its header.
  explicit FrameReader(std::string_view body);

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }
  void require(bool condition) { ok_ = ok_ && condition; }

  std::uint8_t byte();
  std::uint32_t number();
  /// Any bytes: for what is not text.
  void bytes(std::string& out);
  /// A text that is not valid UTF-8 without controls is made so.
  void string(std::string& out);
  /// A number of things that take at least `bytes` each; 0 when there cannot be so many.
  std::uint32_t count(std::size_t bytes);
  /// An enumerator up to `last`.
  template <class Enum>
  Enum enumerator(Enum last) {
    const std::uint8_t value = byte();
    require(value <= static_cast<std::uint8_t>(last));
    return ok_ ? static_cast<Enum>(value) : Enum{};
  }
  bool flag() { return enumerator(std::uint8_t{1}) == 1; }
  template <class Strings>
  void strings(Strings& values) {
    values.resize(count(4));
    for (auto& value : values) bytes(value);
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// What a request asks for, without reading it.
Task task_of(std::string_view body);

}  // namespace porthole::plugins
