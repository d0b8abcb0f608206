#include "archive/scan.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/archive_files.h"
#include "archive/digest.h"
#include "archive/file.h"

namespace porthole::archive {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kLargestBlock = std::int64_t{256} << 20;

/// True if the digest in the head, where it is one of ours (SHA-1), is that of the block.
bool has_stated_digest(const WarcRecord& record) {
  const std::string_view stated = record.field("warc-block-digest");
  if (record.block_skipped || !stated.starts_with("sha1:")) return true;
  return stated == sha1_digest(record.block);
}

/// Reads one file of the archive.
class FileScan {
 public:
  /// `size`: bytes of the file that belong to the archive. `before`: bytes of the files before it.
  FileScan(const fs::path& path, std::int64_t size, std::int64_t before,
           const ScanReceivers& receivers)
      : path_(path), size_(size), before_(before), receivers_(receivers) {}

  /// False when the receiver wants no more.
  Result<bool> run() {
    TRY_AS(reader, WarcReader::open(path_, {.block_limit = kLargestBlock}));
    reader_ = std::move(*reader);
    while (at_ < size_) {
      auto record = reader_->next();
      if (!record && record.error().code != ErrorCode::kInvalid) return fail(record.error());
      if (!record) {
        tell(std::exchange(record.error().message, {}));
        const Result<bool> found = find_next();
        if (!found) return found;
        if (!*found) return true;
        continue;
      }
      if (!*record) {
        if (reader_->is_cut()) tell("the file ends in the middle of a record");
        return true;
      }
      if ((*record)->offset >= size_) return true;
      if (!take(**record)) return false;
    }
    return true;
  }

 private:
  bool take(const WarcRecord& record) {
    const Place place{path_.filename().string(), record.offset};
    const bool is_sound = has_stated_digest(record);
    at_ = record.offset;
    if (!is_sound) tell("the block of the record has not the digest that its head states");
    if (receivers_.record) receivers_.record(place, record, is_sound);
    at_ = record.offset + std::max<std::int64_t>(record.stored_size, 1);
    return !receivers_.progress || receivers_.progress(before_ + at_);
  }

  void tell(std::string what) const {
    if (receivers_.fault) receivers_.fault({{path_.filename().string(), at_}, std::move(what)});
  }

  /// Goes to the next place where a record can be read; false when there is none.
  Result<bool> find_next() {
    TRY_AS(file, File::open(path_, OpenMode::kRead));
    constexpr std::size_t kWindow = 1 << 16;
    std::string window(kWindow, '\0');
    for (std::int64_t from = at_ + 1; from < size_;) {
      TRY_AS(got, file->read_at(from, window.data(), window.size()));
      const std::string_view bytes(window.data(), *got);
      for (std::size_t begin = begin_of_record(bytes, 0); begin != std::string_view::npos;
           begin = begin_of_record(bytes, begin + 1)) {
        if (is_record(from + static_cast<std::int64_t>(begin))) return true;
      }
      // Two bytes less, so that a magic number on the border is not missed.
      if (bytes.size() < kWindow) break;  // The end of the file.
      from += static_cast<std::int64_t>(bytes.size()) - 2;
    }
    return false;
  }

  /// Where a gzip member (RFC 1952 2.3) may begin, from `from` on.
  static std::size_t begin_of_record(std::string_view bytes, std::size_t from) {
    return bytes.find("\x1f\x8b\x08", from);
  }

  bool is_record(std::int64_t offset) {
    reader_->seek(offset);
    const auto record = reader_->next();
    if (!record || !*record) return false;
    reader_->seek(offset);
    at_ = offset;
    return true;
  }

  const fs::path path_;
  const std::int64_t size_;
  const std::int64_t before_;
  const ScanReceivers& receivers_;
  std::unique_ptr<WarcReader> reader_;
  std::int64_t at_ = 0;  ///< Offset of the next record.
};

}  // namespace

Result<void> scan_archive(const fs::path& folder, const Place& end,
                          const ScanReceivers& receivers) {
  std::int64_t before = 0;
  for (const fs::path& path : archive_files(folder)) {
    const std::string name = path.filename().string();
    const bool is_last = !end.file.empty() && name == end.file;
    if (!end.file.empty() && name > end.file) break;  // Begun after the last commit.
    std::error_code error;
    const auto present = static_cast<std::int64_t>(fs::file_size(path, error));
    if (error) return fail(system_error("measure the file", path, error.value()));
    const std::int64_t size = is_last ? std::min(present, end.offset) : present;
    TRY_AS(goes_on, FileScan(path, size, before, receivers).run());
    if (!*goes_on) break;
    before += present;
  }
  return {};
}

std::int64_t archive_bytes(const fs::path& folder) {
  std::int64_t bytes = 0;
  for (const fs::path& path : archive_files(folder)) {
    std::error_code ignored;
    const auto size = fs::file_size(path, ignored);
    if (!ignored) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

}  // namespace porthole::archive
