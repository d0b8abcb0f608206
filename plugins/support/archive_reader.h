#pragma once

/// ArchiveReader: reads an archive in memory: zip, tar, 7z, cpio, ar, ISO 9660, RPM, and single
/// compressed files.
///
/// In:  the bytes of the archive, plain or compressed (gzip, bzip2, xz, lzma, zstd, lz4, compress).
/// Out: its entries in order; their bytes on request.
///
///   ArchiveReader archive(page.body);
///   while (const std::optional<ArchiveEntry> entry = archive.next()) {
///     if (entry->name == "mimetype") type = archive.read().value_or("");
///   }
///
/// Archives are hostile input. Names are data only: nothing is written to disk. Decompression stops
/// at the limits with an ArchiveError; skipped entries count, too, if the format requires unpacking
/// them. No external programs are started for rare compression formats.
///
/// Source: libarchive 3.6.
/// Thread safety: one thread at a time. `bytes` must outlive the reader.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"

namespace porthole {

/// Thrown if the archive is damaged, encrypted, of an unknown format, or beyond a limit; the
/// message says which.
class ArchiveError : public UnreadablePage {
 public:
  using UnreadablePage::UnreadablePage;
};

struct ArchiveLimits {
  int entries = 20'000;
  std::size_t entry_bytes = 16u << 20;     ///< For one entry that is read.
  std::size_t unpacked_bytes = 64u << 20;  ///< For all unpacked data.
  std::size_t ratio = 200;  ///< Unpacked size divided by archive size; the first MiB is free.
};

enum class ArchiveKind : std::uint8_t {
  kZip,   ///< zip only, as for office documents.
  kAny,   ///< All supported formats.
  kFile,  ///< One compressed file with any content: a zip in gzip is one entry, that zip.
};

struct ArchiveEntry {
  std::string name;           ///< As stored, in UTF-8; "" if it has none.
  std::int64_t bytes = -1;    ///< As declared by the archive, not verified; -1 if unknown.
  std::int64_t modified = 0;  ///< Seconds since 1970, 0 if unknown.
  bool is_file = false;       ///< A regular file: not a folder, link or device.
  bool is_encrypted = false;
};

class ArchiveReader {
 public:
  /// Errors: throws ArchiveError if `bytes` are not an archive of `kind`.
  explicit ArchiveReader(std::string_view bytes, ArchiveKind kind = ArchiveKind::kAny,
                         const ArchiveLimits& limits = {});
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  /// The next entry, absent at the end. Errors: throws ArchiveError; the archive cannot be read
  /// further.
  std::optional<ArchiveEntry> next();

  /// The bytes of the last entry; absent if they exceed `most` or the limit on an entry. Errors:
  /// throws ArchiveError; next() may still find others.
  std::optional<std::string> read(std::size_t most = SIZE_MAX);

  /// True if the archive is compressed as a whole. Known after next().
  bool is_compressed() const;
  /// True for tar and cpio, which are usually compressed as a whole. Known after next().
  bool is_stream() const;
  /// True for a single compressed file. Known after next().
  bool is_single_file() const;

 private:
  struct Handle;

  void pass_over();
  void count(std::size_t bytes);

  std::unique_ptr<Handle> handle_;
  ArchiveLimits limits_;
  std::size_t budget_;
  int entries_ = 0;
  bool at_end_ = false;
  bool unread_ = false;  ///< The data of the current entry has not been read.
};

/// The bytes of the first entry called `name`, absent if there is none or it exceeds the limits.
/// Errors: throws ArchiveError.
std::optional<std::string> read_archive_entry(std::string_view archive, std::string_view name,
                                              ArchiveKind kind = ArchiveKind::kZip,
                                              const ArchiveLimits& limits = {});

}  // namespace porthole
