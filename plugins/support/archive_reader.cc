#include "plugins/support/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <clocale>

#include "base/text/text.h"

namespace porthole {
namespace {

/// Layers of compression around an archive; beyond that it is made to be unpacked for ever.
constexpr int kMostLayers = 2;

constexpr std::size_t kFreeBytes = 1u << 20;

/// libarchive turns names into the charset of the thread's locale, which has to be able to hold
/// them.
class Utf8Locale {
 public:
  Utf8Locale() : previous_(uselocale(locale())) {}
  ~Utf8Locale() { uselocale(previous_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  static locale_t locale() {
    static const locale_t kLocale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return kLocale;
  }
  locale_t previous_;
};

// Named one by one: "all" has filters that start programs.
void support(archive* reader, ArchiveKind kind) {
  if (kind == ArchiveKind::kZip) {
    archive_read_support_format_zip(reader);
    return;
  }
  archive_read_support_filter_gzip(reader);
  archive_read_support_filter_bzip2(reader);
  archive_read_support_filter_xz(reader);
  archive_read_support_filter_lzma(reader);
  archive_read_support_filter_zstd(reader);
  archive_read_support_filter_lz4(reader);
  archive_read_support_filter_compress(reader);
  archive_read_support_format_raw(reader);
  if (kind == ArchiveKind::kFile) return;
  archive_read_support_filter_rpm(reader);
  archive_read_support_format_zip(reader);
  archive_read_support_format_tar(reader);
  archive_read_support_format_7zip(reader);
  archive_read_support_format_cpio(reader);
  archive_read_support_format_ar(reader);
  archive_read_support_format_iso9660(reader);
}

std::string name_of(archive_entry* entry) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  return name == nullptr ? "" : clean_utf8(name);
}

ArchiveEntry described(archive_entry* entry) {
  ArchiveEntry found;
  found.name = name_of(entry);
  if (archive_entry_size_is_set(entry) != 0) found.bytes = archive_entry_size(entry);
  if (archive_entry_mtime_is_set(entry) != 0) found.modified = archive_entry_mtime(entry);
  // 0: ar does not say what it has, which are files.
  const auto type = archive_entry_filetype(entry);
  found.is_file = (type == AE_IFREG || type == 0) && archive_entry_hardlink(entry) == nullptr;
  found.is_encrypted = archive_entry_is_encrypted(entry) != 0;
  return found;
}

}  // namespace

struct ArchiveReader::Handle {
  Handle() : reader(archive_read_new()) {
    if (reader == nullptr) throw ArchiveError("no memory to read an archive");
  }
  ~Handle() { archive_read_free(reader); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  [[noreturn]] void fail() const {
    const char* why = archive_error_string(reader);
    throw ArchiveError(why == nullptr ? "damaged archive" : clean_utf8(why));
  }
  /// True if data between entries can be skipped without unpacking.
  bool passes_freely() const {
    const int format = archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK;
    return format == ARCHIVE_FORMAT_ZIP ||
           (archive_filter_count(reader) == 1 && format != ARCHIVE_FORMAT_7ZIP);
  }

  archive* reader;
};

ArchiveReader::ArchiveReader(std::string_view bytes, ArchiveKind kind, const ArchiveLimits& limits)
    : handle_(std::make_unique<Handle>()),
      limits_(limits),
      budget_(std::min(limits.unpacked_bytes, kFreeBytes + limits.ratio * bytes.size())) {
  const Utf8Locale locale;
  support(handle_->reader, kind);
  if (archive_read_open_memory(handle_->reader, bytes.data(), bytes.size()) != ARCHIVE_OK) {
    handle_->fail();
  }
  // The last filter is "none", and that of RPM only cuts off a header.
  if (archive_filter_count(handle_->reader) - 1 > kMostLayers) {
    throw ArchiveError("compressed more than twice");
  }
}

ArchiveReader::~ArchiveReader() = default;

std::optional<ArchiveEntry> ArchiveReader::next() {
  const Utf8Locale locale;
  if (at_end_) return std::nullopt;
  if (unread_ && !handle_->passes_freely()) pass_over();
  unread_ = false;
  archive_entry* entry = nullptr;
  const int result = archive_read_next_header(handle_->reader, &entry);
  at_end_ = result == ARCHIVE_EOF;
  if (at_end_) return std::nullopt;
  if (result < ARCHIVE_WARN) handle_->fail();
  const bool is_raw = archive_format(handle_->reader) == ARCHIVE_FORMAT_RAW;
  if (is_raw && !is_compressed()) throw ArchiveError("no known archive");
  if (++entries_ > limits_.entries) {
    throw ArchiveError("more than " + with_commas(limits_.entries) + " entries");
  }
  unread_ = true;
  return described(entry);
}

std::optional<std::string> ArchiveReader::read(std::size_t most) {
  const Utf8Locale locale;
  most = std::min(most, limits_.entry_bytes);
  std::string bytes;
  std::array<char, 64 << 10> piece;
  for (;;) {
    const la_ssize_t got = archive_read_data(handle_->reader, piece.data(), piece.size());
    if (got == ARCHIVE_RETRY) continue;
    if (got < 0) {
      unread_ = false;
      handle_->fail();
    }
    if (got == 0) break;
    count(static_cast<std::size_t>(got));
    if (static_cast<std::size_t>(got) > most - bytes.size()) return std::nullopt;
    bytes.append(piece.data(), static_cast<std::size_t>(got));
  }
  unread_ = false;
  return bytes;
}

void ArchiveReader::pass_over() {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int result = ARCHIVE_OK;
  while ((result = archive_read_data_block(handle_->reader, &block, &size, &offset)) >=
             ARCHIVE_WARN &&
         result != ARCHIVE_EOF) {
    count(size);
  }
  if (result < ARCHIVE_WARN && result != ARCHIVE_FAILED) handle_->fail();
}

void ArchiveReader::count(std::size_t bytes) {
  if (bytes > budget_) throw ArchiveError("unpacks to more than it may");
  budget_ -= bytes;
}

bool ArchiveReader::is_compressed() const { return archive_filter_count(handle_->reader) > 1; }

bool ArchiveReader::is_stream() const {
  const int format = archive_format(handle_->reader) & ARCHIVE_FORMAT_BASE_MASK;
  return format == ARCHIVE_FORMAT_TAR || format == ARCHIVE_FORMAT_CPIO;
}

bool ArchiveReader::is_single_file() const {
  return archive_format(handle_->reader) == ARCHIVE_FORMAT_RAW;
}

std::optional<std::string> read_archive_entry(std::string_view archive, std::string_view name,
                                              ArchiveKind kind, const ArchiveLimits& limits) {
  ArchiveReader reader(archive, kind, limits);
  while (const std::optional<ArchiveEntry> entry = reader.next()) {
    if (entry->name == name) return reader.read();
  }
  return std::nullopt;
}

}  // namespace porthole
