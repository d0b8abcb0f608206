#include "plugins/host/frame.h"

#include <cstring>

#include "base/text/text.h"
#include "base/text/utf8.h"

namespace porthole::plugins {
namespace {

constexpr std::uint8_t kVersion = 2;

/// The eight bytes are printable ASCII: none has its high bit set, is under 0x20, or is 0x7F.
bool is_printable(std::uint64_t bytes) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x80 * kEach;
  const std::uint64_t under_space = (bytes - 0x20 * kEach) & ~bytes;
  const std::uint64_t not_delete = bytes ^ (0x7F * kEach);
  const std::uint64_t is_delete = (not_delete - kEach) & ~not_delete;
  return ((bytes | under_space | is_delete) & kHigh) == 0;
}

/// True if clean_utf8 would not change `text`.
bool is_clean(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::uint64_t eight = 0;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if (is_printable(eight)) {
        at += sizeof eight;
        continue;
      }
    }
    const char c = text[at];
    if ((c >= 0x20 && c < 0x7F) || c == '\n') {
      ++at;
      continue;
    }
    const Character character = decode_utf8(text, at);
    const bool is_control = character.code < 0xA0;
    if (!character.valid || is_control || is_noncharacter(character.code)) return false;
    at += character.length;
  }
  return true;
}

}  // namespace

FrameWriter::FrameWriter(std::size_t expected_bytes) {
  out_.reserve(expected_bytes + kFrameHeaderBytes);
  out_.resize(kFrameHeaderBytes);
  byte(kVersion);
}

void FrameWriter::number(std::uint32_t value) {
  const char bytes[] = {static_cast<char>(value), static_cast<char>(value >> 8),
                        static_cast<char>(value >> 16), static_cast<char>(value >> 24)};
  out_.append(bytes, sizeof bytes);
}

void FrameWriter::string(std::string_view value) {
  number(static_cast<std::uint32_t>(value.size()));
  out_ += value;
}

std::string FrameWriter::frame() && {
  const std::size_t length = out_.size() - kFrameHeaderBytes;
  for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) {
    out_[i] = static_cast<char>(length >> (8 * i));
  }
  return std::move(out_);
}

FrameReader::FrameReader(std::string_view body) : rest_(body) { require(byte() == kVersion); }

std::uint8_t FrameReader::byte() {
  require(!rest_.empty());
  if (!ok_) return 0;
  const auto value = static_cast<std::uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return value;
}

std::uint32_t FrameReader::number() {
  constexpr std::size_t kBytes = 4;
  require(rest_.size() >= kBytes);
  if (!ok_) return 0;
  const std::uint32_t value = frame_length(rest_);
  rest_.remove_prefix(kBytes);
  return value;
}

void FrameReader::bytes(std::string& out) {
  const std::uint32_t length = number();
  require(length <= rest_.size());
  if (!ok_) return;
  out = rest_.substr(0, length);
  rest_.remove_prefix(length);
}

void FrameReader::string(std::string& out) {
  bytes(out);
  if (!is_clean(out)) out = clean_utf8(out);
}

std::uint32_t FrameReader::count(std::size_t bytes) {
  const std::uint32_t things = number();
  require(things <= left() / bytes);
  return ok_ ? things : 0;
}

std::uint32_t frame_length(std::string_view header) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) {
    length |= std::uint32_t{static_cast<unsigned char>(header[i])} << (8 * i);
  }
  return length;
}

Task task_of(std::string_view body) {
  FrameReader reader(body);
  return reader.enumerator(Task::kCheck);
}

}  // namespace porthole::plugins
