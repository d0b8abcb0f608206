#pragma once

/// Binary message format between a host and its sandbox processes.
///
/// A frame is its length in bytes (32 bits, little endian, excluding itself) followed by that many
/// bytes. Numbers are little endian; a string is its length (32 bits) and its bytes. Both ends
/// belong to one build of one program; the format carries a version and is not meant for storage.
///
/// A frame whose length has its highest bit set is a notice: a short text sent ahead of the reply
/// that names the plug-in about to run, for failure statistics in case there is no reply.
///
/// Reading validates every length and value: invalid input gives no message.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace porthole::plugins {

inline constexpr std::size_t kFrameHeaderBytes = 4;
inline constexpr std::uint32_t kNoticeFlag = 0x8000'0000;
inline constexpr std::size_t kMaxNoticeBytes = 256;

/// The type of a request.
enum class Task : std::uint8_t {
  kSetup,     ///< Configure these plug-ins (plugins/host/setup.h). No reply.
  kParse,     ///< Parse a page (parser/wire.h).
  kFetch,     ///< Fetch a URL (plugins/host/protocol_wire.h).
  kDescribe,  ///< List the classes of a library (plugins/host/declaration.h).
  kCheck,     ///< Configure a plug-in and report problems (plugins/host/declaration.h).
};

/// The length in a frame's first kFrameHeaderBytes, including the notice flag.
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
  /// The complete frame with its header.
  std::string frame() &&;

 private:
  std::string out_;
};

/// Reads beyond the end return zeros and empty strings and make ok() false.
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
  /// Reads any bytes, for data that is not text.
  void bytes(std::string& out);
  /// Reads text; invalid UTF-8 and control characters are replaced.
  void string(std::string& out);
  /// Reads the number of elements that take at least `bytes` each; 0 if there cannot be so many.
  std::uint32_t count(std::size_t bytes);
  /// Reads an enumerator up to `last`.
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

/// The type of a request, without decoding it.
Task task_of(std::string_view body);

}  // namespace porthole::plugins
