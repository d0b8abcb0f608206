#include "archive/warc_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "archive/file.h"
#include "archive/http_message.h"
#include "archive/record_bytes.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace porthole::archive {
namespace {

constexpr std::size_t kMaxHeadBytes = 64 << 10;
constexpr std::int64_t kMostReserved = 1 << 20;
constexpr std::int64_t kNoMember = -1;

using Step = RecordBytes::Step;

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// "19961104142103" in the form of WARC.
std::string arc_date(std::string_view date) {
  const auto part = [&](std::size_t at) { return std::string(date.substr(at, 2)); };
  return std::string(date.substr(0, 4)) + "-" + part(4) + "-" + part(6) + "T" + part(8) + ":" +
         part(10) + ":" + part(12) + "Z";
}

/// Reads "URL IP-address date type length", where version 2 has other fields before the length.
/// False for any other line.
bool read_arc_line(std::string_view line, WarcRecord& record) {
  const std::vector<std::string_view> parts = split(trim(line), ' ');
  std::size_t date = 2;  // The URL may have spaces.
  while (date + 2 < parts.size() && !(parts[date].size() == 14 && is_number(parts[date]))) ++date;
  if (date + 2 >= parts.size() || !is_number(parts.back())) return false;
  const auto url_end = static_cast<std::size_t>(parts[date - 1].data() - line.data());
  const std::string url(trim(line.substr(0, url_end)));
  const bool is_web = url.starts_with("http:") || url.starts_with("https:");
  record.version = "ARC";
  record.fields = {
      {"warc-type", is_web                         ? "response"
                    : url.starts_with("filedesc:") ? "warcinfo"
                                                   : "resource"},
      {"warc-target-uri", url},
      {"warc-ip-address", std::string(parts[date - 1])},
      {"warc-date", arc_date(parts[date])},
      {"content-type", is_web ? "application/http;msgtype=response" : std::string(parts[date + 1])},
      {"content-length", std::string(parts.back())}};
  return true;
}

}  // namespace

std::string_view WarcRecord::field(std::string_view name) const {
  return first_value(fields, name);
}

std::string_view WarcRecord::target() const {
  std::string_view uri = field("warc-target-uri");
  if (uri.starts_with('<') && uri.ends_with('>')) uri = uri.substr(1, uri.size() - 2);
  return uri;
}

class WarcReader::Impl {
 public:
  Impl(File file, WarcReaderOptions options) : bytes_(std::move(file)), options_(options) {}

  Result<void> start() { return bytes_.start(); }
  Result<std::optional<WarcRecord>> next();
  void seek(std::int64_t offset) {
    bytes_.seek(offset);
    last_member_ = kNoMember;
    cut_ = false;
  }
  bool is_cut() const { return cut_; }

 private:
  Result<bool> find_record();
  Result<bool> read_head(WarcRecord& record);
  Result<bool> read_arc_head(WarcRecord& record);
  Result<bool> read_block(WarcRecord& record);
  Result<bool> finish_record(WarcRecord& record);
  Result<bool> bring_more();
  void skip_line_ends();
  tl::unexpected<Error> invalid(const char* what) const;

  RecordBytes bytes_;
  const WarcReaderOptions options_;
  std::int64_t record_begin_ = 0;
  std::int64_t last_member_ = kNoMember;  // In which the last record began.
  bool cut_ = false;
};

tl::unexpected<Error> WarcReader::Impl::invalid(const char* what) const {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.file = bytes_.path().string();
  error.message = std::string(what) + ", at byte " + std::to_string(record_begin_);
  error.hint = "check that this is a WARC file and that it is complete";
  return fail(std::move(error));
}

void WarcReader::Impl::skip_line_ends() {
  const std::string_view bytes = bytes_.available();
  const std::size_t end = bytes.find_first_not_of("\r\n");
  bytes_.consume(end == std::string_view::npos ? bytes.size() : end);
}

/// Brings more bytes of the present record; false when the file ends here, in its middle.
Result<bool> WarcReader::Impl::bring_more() {
  TRY_AS(step, bytes_.more());
  if (*step == Step::kFileEnd) cut_ = true;
  return *step != Step::kFileEnd;
}

/// Goes to the first byte of the next record; false when there is none.
Result<bool> WarcReader::Impl::find_record() {
  while (true) {
    skip_line_ends();
    if (!bytes_.available().empty()) return true;
    TRY_AS(step, bytes_.more());
    if (*step == Step::kFileEnd) {
      cut_ = cut_ || bytes_.is_cut();
      return false;
    }
  }
}

Result<bool> WarcReader::Impl::read_head(WarcRecord& record) {
  constexpr std::string_view kMagic = "WARC/";
  std::size_t size = std::string_view::npos;
  while (true) {
    const std::string_view bytes = bytes_.available();
    if (!bytes.starts_with(kMagic.substr(0, bytes.size()))) return read_arc_head(record);
    size = head_size(bytes.substr(0, kMaxHeadBytes));
    if (size != std::string_view::npos) break;
    if (bytes.size() >= kMaxHeadBytes)
      return invalid("a WARC record with a head of more than 64 KiB");
    auto more = bring_more();
    if (!more || !*more) return more;
  }
  std::string_view head = bytes_.available().substr(0, size);
  const std::size_t line_end = head.find('\n');
  record.version = trim(head.substr(0, line_end));
  record.fields = parse_fields(head.substr(line_end + 1));
  bytes_.consume(size);
  return true;
}

Result<bool> WarcReader::Impl::read_arc_head(WarcRecord& record) {
  constexpr std::size_t kLongestScheme = 16;
  while (true) {
    const std::string_view bytes = bytes_.available();
    const std::size_t end = bytes.find('\n');
    const bool may_be_arc = bytes.substr(0, kLongestScheme).find(':') != std::string_view::npos;
    if (!may_be_arc || std::min(end, bytes.size()) > kMaxHeadBytes)
      return invalid("no WARC record");
    if (end != std::string_view::npos) {
      if (!read_arc_line(bytes.substr(0, end), record)) return invalid("no WARC record");
      bytes_.consume(end + 1);
      return true;
    }
    auto more = bring_more();
    if (!more || !*more) return more;
  }
}

Result<bool> WarcReader::Impl::read_block(WarcRecord& record) {
  const std::string_view text = record.field("content-length");
  std::int64_t left = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), left);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || left < 0) {
    return invalid("a WARC record without a proper Content-Length");
  }
  record.block_skipped = left > options_.block_limit;
  if (!record.block_skipped)
    record.block.reserve(static_cast<std::size_t>(std::min(left, kMostReserved)));
  while (left > 0) {
    const std::string_view piece = bytes_.available().substr(0, static_cast<std::size_t>(left));
    if (!record.block_skipped) record.block.append(piece);
    left -= static_cast<std::int64_t>(piece.size());
    bytes_.consume(piece.size());
    if (left == 0) break;
    auto more = bring_more();
    if (!more || !*more) return more;
  }
  return true;
}

/// Goes to the end of the record's gzip member, or past the empty lines that end a plain record.
Result<bool> WarcReader::Impl::finish_record(WarcRecord& record) {
  while (true) {
    skip_line_ends();
    if (!bytes_.available().empty()) break;
    TRY_AS(step, bytes_.more());
    if (*step == Step::kMemberEnd) {
      record.stored_size = bytes_.member_end() - record.offset;
      return true;
    }
    if (*step == Step::kFileEnd) {
      cut_ = bytes_.is_cut();
      if (cut_) return false;
      break;
    }
  }
  if (!bytes_.is_compressed()) record.stored_size = bytes_.consumed() - record.offset;
  return true;
}

Result<std::optional<WarcRecord>> WarcReader::Impl::next() {
  TRY_AS(found, find_record());
  if (!*found) return std::optional<WarcRecord>();
  WarcRecord record;
  record.offset = bytes_.is_compressed() ? bytes_.member_begin() : bytes_.consumed();
  record.can_be_sought = !bytes_.is_compressed() || bytes_.member_begin() != last_member_;
  record_begin_ = record.offset;
  last_member_ = bytes_.member_begin();
  for (const auto part : {&Impl::read_head, &Impl::read_block, &Impl::finish_record}) {
    TRY_AS(whole, (this->*part)(record));
    if (!*whole) return std::optional<WarcRecord>();
  }
  return record;
}

WarcReader::WarcReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WarcReader::~WarcReader() = default;

Result<std::unique_ptr<WarcReader>> WarcReader::open(const std::filesystem::path& path,
                                                     WarcReaderOptions options) {
  TRY_AS(file, File::open(path, OpenMode::kRead));
  return read(std::move(*file), options);
}

Result<std::unique_ptr<WarcReader>> WarcReader::read(File file, WarcReaderOptions options) {
  auto impl = std::make_unique<Impl>(std::move(file), options);
  TRY(impl->start());
  return std::unique_ptr<WarcReader>(new WarcReader(std::move(impl)));
}

Result<std::optional<WarcRecord>> WarcReader::next() { return impl_->next(); }
void WarcReader::seek(std::int64_t offset) { impl_->seek(offset); }
bool WarcReader::is_cut() const { return impl_->is_cut(); }

}  // namespace porthole::archive
