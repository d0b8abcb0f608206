#include "archive/record_bytes.h"

#include <array>
#include <new>
#include <utility>

#include "archive/gzip_member.h"

namespace porthole::archive {
namespace {

constexpr std::size_t kInputSize = 64 << 10;
constexpr std::size_t kOutputSize = 64 << 10;
constexpr std::size_t kMaxDictionary = 16 << 20;
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kDictionaryMagic = "\x5d\x2a\x4d\x18";  // A skippable frame.

}  // namespace

RecordBytes::~RecordBytes() {
  if (compressed_ && zstd_ == nullptr) inflateEnd(&stream_);
  ZSTD_freeDCtx(zstd_);
}

Result<void> RecordBytes::start() {
  std::array<char, 4> first{};
  TRY_AS(got, file_.read_at(0, first.data(), first.size()));
  const std::string_view magic(first.data(), *got);
  input_.resize(kInputSize);
  if (magic == kZstdMagic || magic == kDictionaryMagic)
    return start_zstd(magic == kDictionaryMagic);
  if (magic.starts_with("\x1f\x8b")) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
    compressed_ = true;
  }
  return {};
}

Result<void> RecordBytes::start_zstd(bool has_dictionary) {
  zstd_ = ZSTD_createDCtx();
  if (zstd_ == nullptr) throw std::bad_alloc();
  compressed_ = true;
  if (!has_dictionary) return {};
  std::array<unsigned char, 8> head{};
  TRY(file_.read_at(0, reinterpret_cast<char*>(head.data()), head.size()));
  std::size_t size = 0;
  for (std::size_t i = head.size(); i > 4; --i) size = size << 8 | head[i - 1];
  if (size > kMaxDictionary) return damaged("a dictionary of more than 16 MiB");
  std::string dictionary(size, '\0');
  TRY_AS(got, file_.read_at(head.size(), dictionary.data(), size));
  if (*got < size) return damaged("a dictionary that is cut");
  if (std::string_view(dictionary).starts_with(kZstdMagic)) {
    std::string packed = std::exchange(dictionary, std::string(kMaxDictionary, '\0'));
    const std::size_t unpacked = ZSTD_decompressDCtx(zstd_, dictionary.data(), dictionary.size(),
                                                     packed.data(), packed.size());
    if (ZSTD_isError(unpacked) != 0) return damaged("a damaged dictionary");
    dictionary.resize(unpacked);
  }
  if (ZSTD_isError(ZSTD_DCtx_loadDictionary(zstd_, dictionary.data(), dictionary.size())) != 0)
    return damaged("a damaged dictionary");
  return {};
}

tl::unexpected<Error> RecordBytes::damaged(std::string what) const {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.file = file_.path().string();
  error.message = std::move(what);
  return fail(std::move(error));
}

void RecordBytes::seek(std::int64_t offset) {
  position_ = offset;
  member_begin_ = offset;
  window_begin_ = compressed_ ? 0 : offset;
  window_.clear();
  consumed_ = 0;
  cut_ = false;
  member_ = Member::kToBegin;
  stream_.avail_in = 0;
  has_output_ = false;
}

void RecordBytes::drop_consumed() {
  window_begin_ += static_cast<std::int64_t>(consumed_);
  window_.erase(0, consumed_);
  consumed_ = 0;
}

Result<std::size_t> RecordBytes::read_input() {
  auto got = file_.read_at(position_, input_.data(), input_.size());
  if (got) position_ += static_cast<std::int64_t>(*got);
  return got;
}

Result<RecordBytes::Step> RecordBytes::more() {
  drop_consumed();
  if (!compressed_) return read_plain();
  switch (member_) {
    case Member::kToBegin:
      return begin_member();
    case Member::kInside:
      return inflate_more();
    case Member::kEnded:
      break;
  }
  member_ = Member::kToBegin;
  return Step::kMemberEnd;
}

Result<RecordBytes::Step> RecordBytes::read_plain() {
  TRY_AS(got, read_input());
  window_.append(input_.data(), *got);
  return *got > 0 ? Step::kBytes : Step::kFileEnd;
}

Result<RecordBytes::Step> RecordBytes::begin_member() {
  member_begin_ = member_end();
  if (stream_.avail_in == 0) {
    TRY_AS(got, read_input());
    if (*got == 0) return Step::kFileEnd;
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(*got);
  }
  if (zstd_ != nullptr) {
    ZSTD_DCtx_reset(zstd_, ZSTD_reset_session_only);
  } else {
    inflateReset(&stream_);
  }
  member_ = Member::kInside;
  window_begin_ = 0 - static_cast<std::int64_t>(window_.size());
  return inflate_more();
}

Result<RecordBytes::Step> RecordBytes::inflate_more() {
  if (stream_.avail_in == 0 && !has_output_) {
    TRY_AS(got, read_input());
    if (*got == 0) {
      cut_ = true;
      return Step::kFileEnd;
    }
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(*got);
  }
  const std::size_t before = window_.size();
  std::size_t got = kOutputSize;
  window_.resize(before + got);
  char* const room = window_.data() + before;
  const bool is_sound = zstd_ != nullptr ? decompress_into(room, got) : inflate_into(room, got);
  window_.resize(before + got);
  if (!is_sound) {
    return damaged((zstd_ != nullptr ? "no zstd frame" : "no gzip member") +
                   std::string(", or a damaged one, at byte ") + std::to_string(member_begin_));
  }
  return Step::kBytes;
}

/// Fills in the bytes that there were; false if they are damaged.
bool RecordBytes::inflate_into(char* bytes, std::size_t& size) {
  stream_.next_out = reinterpret_cast<Bytef*>(bytes);
  stream_.avail_out = static_cast<uInt>(size);
  const int result = inflate(&stream_, Z_NO_FLUSH);
  size -= stream_.avail_out;
  if (result == Z_STREAM_END) member_ = Member::kEnded;
  return result == Z_STREAM_END || result == Z_OK || result == Z_BUF_ERROR;
}

bool RecordBytes::decompress_into(char* bytes, std::size_t& size) {
  ZSTD_inBuffer in{stream_.next_in, stream_.avail_in, 0};
  ZSTD_outBuffer out{bytes, size, 0};
  const std::size_t left = ZSTD_decompressStream(zstd_, &out, &in);
  stream_.next_in += in.pos;
  stream_.avail_in -= static_cast<uInt>(in.pos);
  has_output_ = left != 0 && out.pos == out.size;
  size = out.pos;
  if (left == 0) member_ = Member::kEnded;
  return ZSTD_isError(left) == 0;
}

}  // namespace porthole::archive
