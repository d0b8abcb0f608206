#include "archive/warc_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "archive/file.h"
#include "archive/gzip_member.h"
#include "archive/warc_reader.h"
#include "archive/warc_records.h"
#include "base/log.h"
#include "base/text/text.h"

namespace porthole::archive {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "porthole-";
constexpr std::string_view kSuffix = ".warc.gz";
constexpr std::size_t kTimestampSize = 17;  // YYYYMMDDhhmmssmmm.
constexpr std::size_t kSerialSize = 5;      // At least.

/// The serial number in the name of one of our files; nothing for any other name.
std::optional<std::int64_t> serial_of(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  if (name.size() <= kTimestampSize || name[kTimestampSize] != '-') return std::nullopt;
  if (name.find_first_not_of("0123456789") != kTimestampSize) return std::nullopt;
  name.remove_prefix(kTimestampSize + 1);
  std::int64_t serial = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), serial);
  if (error != std::errc() || *end != '-' || end < name.data() + kSerialSize) return std::nullopt;
  return serial;
}

std::string timestamp_now() {
  using namespace std::chrono;
  const auto now = floor<milliseconds>(std::chrono::system_clock::now());
  const auto day = floor<days>(now);
  const year_month_day date(day);
  const hh_mm_ss time(now - day);
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), "%04d%02u%02u%02d%02d%02d%03d",
                                 int(date.year()), unsigned(date.month()), unsigned(date.day()),
                                 int(time.hours().count()), int(time.minutes().count()),
                                 int(time.seconds().count()), int(time.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string name_for_files(std::string_view host) {
  std::string name;
  for (const char c : ascii_lower(host)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-') name += c;
  }
  if (name.empty()) name = "localhost";
  return name;
}

/// True if `mark` is beyond `end` in an archive, or cannot be compared with it.
bool is_beyond(const Place& mark, const Place& end) {
  if (mark.file == end.file) return mark.offset > end.offset;
  const auto marked = serial_of(mark.file), ended = serial_of(end.file);
  return !marked || !ended || *marked >= *ended;
}

Error older_owner(const fs::path& file, std::int64_t bytes, const std::string& remedy) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message =
      std::to_string(bytes) +
      " bytes were archived and committed after the last commit that is known here: the "
      "archive is newer than what belongs to it, which an older copy seems to have replaced";
  error.hint = "put the newer copy back" + (remedy.empty() ? std::string() : "; or " + remedy);
  return error;
}

Error lost_file(const fs::path& file, const std::string& what, const std::string& remedy) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message = "this file of the archive " + what +
                  ": stored pages have lost their records, or the archive is another collection's";
  error.hint = "put the file back" + (remedy.empty() ? std::string() : "; or " + remedy);
  return error;
}

bool is_compressed(std::string_view head) {
  return ascii_lower(head).find("\ncontent-encoding:") != std::string::npos;
}

constexpr const char* kMarkFile = "committed";
constexpr std::size_t kMarkSize = 512;  // A file name is at most 255 bytes long.

std::optional<Place> place_of_mark(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (text.size() != kMarkSize || space == 0 || space == std::string_view::npos)
    return std::nullopt;
  Place place{std::string(text.substr(0, space)), 0};
  const std::string_view number = text.substr(space + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), place.offset);
  const bool is_whole = end != number.data() + number.size() && *end == ' ';
  if (error != std::errc() || !is_whole || place.offset < 0) return std::nullopt;
  return place;
}

}  // namespace

class WarcWriter::Impl {
 public:
  Impl(fs::path folder, WarcWriterOptions options)
      : folder_(std::move(folder)), options_(std::move(options)) {}

  Result<void> prepare(const std::string& continue_file, std::int64_t continue_size);
  Result<void> begin() { return file_.is_open() ? Result<void>() : begin_file(); }
  Result<Place> write(const Capture& capture);
  Result<void> sync();
  Result<void> committed() {
    if (!file_.is_open()) return {};
    return mark_->set({file(), size_});
  }
  std::string file() const { return file_.path().filename().string(); }
  std::int64_t size() const { return size_; }

 private:
  /// Content of the archive beyond a place.
  struct Tail {
    std::int64_t bytes = 0;
    std::vector<fs::path> files;  // Newer ones of ours.
  };
  Result<std::vector<fs::path>> read_serials(const std::string& continue_file);
  bool is_begun_here(const std::string& name) const;
  Result<void> continue_with(const Place& end, Tail tail);
  Result<void> cut(File& file, const Place& end, const Tail& tail);
  Result<void> begin_file();
  Result<void> append(std::string_view bytes);
  Result<void> check_ours() const;
  void add(const RecordText& record, std::string_view rest, Compression compression);

  const fs::path folder_;
  const WarcWriterOptions options_;
  RecordIds ids_;
  GzipMemberWriter gzip_;
  std::string buffer_;
  std::optional<CommitMark> mark_;
  File file_;
  std::int64_t size_ = 0;
  std::int64_t serial_ = 0;  // Number of the last file.
  bool folder_synced_ = true;
  bool synced_ = true;
};

Result<void> WarcWriter::Impl::prepare(const std::string& continue_file,
                                       std::int64_t continue_size) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return fail(system_error("make the folder", folder_, error.value()));
  TRY_AS(newer, read_serials(continue_file));
  TRY_AS(mark, CommitMark::read(folder_));
  mark_.emplace(std::move(*mark));
  if (continue_file.empty()) return {};
  Tail tail;
  tail.files = std::move(*newer);
  for (const fs::path& path : tail.files) {
    tail.bytes += static_cast<std::int64_t>(fs::file_size(path, error));
    if (error) return fail(system_error("measure the file", path, error.value()));
  }
  return continue_with({continue_file, continue_size}, std::move(tail));
}

/// Finds the highest serial number in use, and returns the files beyond that of `continue_file`.
Result<std::vector<fs::path>> WarcWriter::Impl::read_serials(const std::string& continue_file) {
  const std::optional<std::int64_t> last = serial_of(continue_file);
  std::vector<fs::path> newer;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::optional<std::int64_t> serial = serial_of(entry->path().filename().string());
    if (!serial) continue;
    serial_ = std::max(serial_, *serial);
    if (last && *serial > *last) newer.push_back(entry->path());
  }
  if (error) return fail(system_error("read the folder", folder_, error.value()));
  return newer;
}

// Not so for the file of another archive in its place. A file that prune made has the name of its
// original, and more.
bool WarcWriter::Impl::is_begun_here(const std::string& name) const {
  const auto reader = WarcReader::open(folder_ / name);
  if (!reader) return false;
  const auto first = (*reader)->next();
  if (!first || !*first) return false;
  std::string_view begun_as = (*first)->field("warc-filename");
  if (begun_as.ends_with(kSuffix)) begun_as.remove_suffix(kSuffix.size());
  return !begun_as.empty() && name.starts_with(begun_as);
}

Result<void> WarcWriter::Impl::continue_with(const Place& end, Tail tail) {
  const std::string& name = end.file;
  auto file = File::open(folder_ / name, OpenMode::kUpdate);
  if (!file) {
    if (file.error().code != ErrorCode::kNotFound) return fail(file.error());
    if (!options_.set_aside) return fail(lost_file(folder_ / name, "is gone", options_.remedy));
    log(LogLevel::kWarning, "archive", "the file " + name + " is gone; a new one is begun");
    return {};
  }
  if (auto locked = file->lock(); !locked) return locked;
  TRY_AS(present, file->size());
  const char* const lost = *present < end.offset  ? "is shorter than it was"
                           : !is_begun_here(name) ? "is not the one that was begun here"
                                                  : nullptr;
  if (lost != nullptr) {
    if (!options_.set_aside) return fail(lost_file(folder_ / name, lost, options_.remedy));
    log(LogLevel::kWarning, "archive",
        "the file " + name + " " + lost + "; it is left alone and a new one is begun");
    return {};
  }
  tail.bytes += *present - end.offset;
  if (tail.bytes > 0) {
    if (mark_->place() && is_beyond(*mark_->place(), end) && !options_.set_aside)
      return fail(older_owner(folder_ / name, tail.bytes, options_.remedy));
    if (!mark_->place() || is_beyond(*mark_->place(), end)) {
      log(LogLevel::kWarning, "archive",
          std::to_string(tail.bytes) + " bytes from byte " + std::to_string(end.offset) + " of " +
              name + " on are set aside; a new file is begun");
      return {};
    }
    if (auto done = cut(*file, end, tail); !done) return done;
  }
  file_ = std::move(*file);
  size_ = end.offset;
  return committed();
}

Result<void> WarcWriter::Impl::cut(File& file, const Place& end, const Tail& tail) {
  for (const fs::path& path : tail.files) {
    TRY_AS(newer, File::open(path, OpenMode::kUpdate));
    if (auto locked = newer->lock(); !locked) return locked;
    std::error_code error;
    fs::remove(path, error);
    if (error) return fail(system_error("remove the file", path, error.value()));
    folder_synced_ = false;
  }
  serial_ = serial_of(end.file).value_or(serial_);
  synced_ = false;
  return file.truncate(end.offset);
}

Result<void> WarcWriter::Impl::begin_file() {
  if (file_.is_open() && !synced_) {
    if (auto synced = file_.sync(); !synced) return synced;
  }
  std::array<char, 24> serial;
  std::snprintf(serial.data(), serial.size(), "%05lld", static_cast<long long>(serial_ + 1));
  const std::string name = std::string(kPrefix) + timestamp_now() + "-" + serial.data() + "-" +
                           name_for_files(options_.host) + std::string(kSuffix);
  TRY_AS(file, File::open(folder_ / name, OpenMode::kCreateNew));
  if (auto locked = file->lock(); !locked) return locked;
  std::string member;
  const RecordText info = warcinfo_record(ids_.next(), options_, system_clock().wall(), name);
  gzip_.append({info.head, info.block, kRecordEnd}, Compression::kFast, member);
  if (auto written = file->write_at(0, member); !written) {
    std::error_code ignored;  // The first error is the one to tell.
    fs::remove(folder_ / name, ignored);
    return written;
  }
  file_ = std::move(*file);
  size_ = static_cast<std::int64_t>(member.size());
  serial_ += 1;
  folder_synced_ = false;
  synced_ = false;
  return {};
}

void WarcWriter::Impl::add(const RecordText& record, std::string_view rest,
                           Compression compression) {
  gzip_.append({record.head, record.block, rest, kRecordEnd}, compression, buffer_);
}

Result<Place> WarcWriter::Impl::write(const Capture& capture) {
  if (!file_.is_open() || size_ >= options_.file_limit) {
    TRY(begin_file());
  }
  buffer_.clear();
  const std::string response_id = ids_.next();
  add(response_record(response_id, capture), capture.raw_body,
      is_compressed(capture.response_head) ? Compression::kStored : Compression::kFast);
  if (!capture.request_head.empty()) {
    add(request_record(ids_.next(), response_id, capture), {}, Compression::kFast);
  }
  add(metadata_record(ids_.next(), response_id, capture), {}, Compression::kFast);
  Place place{file(), size_};
  TRY(append(buffer_));
  return place;
}

Result<void> WarcWriter::Impl::append(std::string_view bytes) {
  if (auto ours = check_ours(); !ours) return ours;
  synced_ = false;
  if (auto written = file_.write_at(size_, bytes); !written) {
    // Half a record would make all after it unreadable. Should this fail too, open() cuts it off.
    (void)file_.truncate(size_);
    return written;
  }
  size_ += static_cast<std::int64_t>(bytes.size());
  return {};
}

/// True if no other process has written to the file, removed or replaced it.
Result<void> WarcWriter::Impl::check_ours() const {
  TRY_AS(present, file_.size());
  if (*present == size_ && file_.is_in_place()) return {};
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file_.path().string();
  error.message = "another program has changed or removed this file while it was written";
  error.hint =
      "leave the archive to porthole; what was committed before is safe if the file is put back";
  return fail(std::move(error));
}

Result<void> WarcWriter::Impl::sync() {
  if (!synced_) {
    if (auto synced = file_.sync(); !synced) return synced;
    synced_ = true;
  }
  if (!folder_synced_) {
    if (auto synced = sync_folder(folder_); !synced) return synced;
    folder_synced_ = true;
  }
  return {};
}

WarcWriter::WarcWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WarcWriter::~WarcWriter() = default;

Result<std::unique_ptr<WarcWriter>> WarcWriter::open(const fs::path& folder,
                                                     WarcWriterOptions options,
                                                     const std::string& continue_file,
                                                     std::int64_t continue_size) {
  auto impl = std::make_unique<Impl>(folder, std::move(options));
  TRY(impl->prepare(continue_file, continue_size));
  auto* const made = new WarcWriter(std::move(impl));  // not tested: a throw of its constructor
  return std::unique_ptr<WarcWriter>(made);
}

Result<Place> WarcWriter::write(const Capture& capture) { return impl_->write(capture); }
Result<void> WarcWriter::begin() { return impl_->begin(); }
Result<void> WarcWriter::sync() { return impl_->sync(); }
Result<void> WarcWriter::committed() { return impl_->committed(); }
std::string WarcWriter::file() const { return impl_->file(); }
std::int64_t WarcWriter::size() const { return impl_->size(); }

Result<CommitMark> CommitMark::read(const std::filesystem::path& folder) {
  CommitMark mark(folder / kMarkFile);
  auto file = File::open(mark.path_, OpenMode::kRead);
  if (!file) {
    if (file.error().code != ErrorCode::kNotFound) return fail(file.error());
    return mark;
  }
  std::array<char, kMarkSize> text{};
  TRY_AS(got, file->read_at(0, text.data(), text.size()));
  mark.place_ = place_of_mark({text.data(), *got});
  return mark;
}

Result<void> CommitMark::set(const Place& place) {
  if (place_ == place) return {};
  if (!file_.is_open()) {
    TRY_AS(file, File::open(path_, OpenMode::kCreate));
    file_ = std::move(*file);
  }
  std::string text = place.file + ' ' + std::to_string(place.offset) + ' ';
  text.resize(kMarkSize - 1, ' ');
  text += '\n';
  if (auto written = file_.write_at(0, text); !written) return written;
  if (!place_) {
    if (auto synced = file_.sync(); !synced) return synced;
    if (auto synced = sync_folder(path_.parent_path()); !synced) return synced;
  }
  place_ = place;
  return {};
}

}  // namespace porthole::archive
