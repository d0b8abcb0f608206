#include "archive/record_bytes.h"

#include <array>
#include <new>

#include "archive/gzip_member.h"

namespace porthole::archive {
namespace {

constexpr std::size_t kInputSize = 64 << 10;
constexpr std::size_t kOutputSize = 64 << 10;

}  // namespace

RecordBytes::~RecordBytes() {
  if (compressed_) inflateEnd(&stream_);
}

Result<void> RecordBytes::start() {
  std::array<char, 2> first{};
  TRY_AS(got, file_.read_at(0, first.data(), first.size()));
  input_.resize(kInputSize);
  const bool gzip_magic = *got == 2 && first[0] == '\x1f' && first[1] == '\x8b';
  if (gzip_magic) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
    compressed_ = true;
  }
  return {};
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
  inflateReset(&stream_);
  member_ = Member::kInside;
  window_begin_ = 0 - static_cast<std::int64_t>(window_.size());
  return inflate_more();
}

Result<RecordBytes::Step> RecordBytes::inflate_more() {
  if (stream_.avail_in == 0) {
    TRY_AS(got, read_input());
    if (*got == 0) {
      cut_ = true;
      return Step::kFileEnd;
    }
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(*got);
  }
  const std::size_t before = window_.size();
  window_.resize(before + kOutputSize);
  stream_.next_out = reinterpret_cast<Bytef*>(window_.data() + before);
  stream_.avail_out = kOutputSize;
  const int result = inflate(&stream_, Z_NO_FLUSH);
  window_.resize(before + kOutputSize - stream_.avail_out);
  if (result == Z_STREAM_END) {
    member_ = Member::kEnded;
  } else if (result != Z_OK && result != Z_BUF_ERROR) {
    Error error;
    error.code = ErrorCode::kInvalid;
    error.file = file_.path().string();
    error.message = "no gzip member, or a damaged one, at byte " + std::to_string(member_begin_);
    return fail(std::move(error));
  }
  return Step::kBytes;
}

}  // namespace porthole::archive
