#pragma once

/// Reads an archive that lies in memory: zip, tar, 7z, cpio, ar, ISO 9660, RPM, and one file compressed
/// alone.
///
/// In:  the bytes of the archive, as they are or compressed (gzip, bzip2, xz, lzma, zstd, lz4, compress).
/// Out: its entries one after the other, each with its bytes when they are asked for.
///
///   ArchiveReader archive(page.body);
///   while (const std::optional<ArchiveEntry> entry = archive.next()) {
///     if (entry->name == "mimetype") type = archive.read().value_or("");
///   }
///
/// An archive is hostile. Names are only names: nothing is written anywhere, whatever they say. What
/// unpacks to more than the limits is left there with an ArchiveError; entries that were passed over
/// count as well, where the format has them unpacked to get past. No program is started for a rare
/// compression.
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

/// The archive is damaged, encrypted, of no known format, or beyond a limit; the words say which.
class ArchiveError : public UnreadablePage {
 public:
  using UnreadablePage::UnreadablePage;
};

struct ArchiveLimits {
  int entries = 20'000;
  std::size_t entry_bytes = 16u << 20;     ///< Of one entry that is read.
  std::size_t unpacked_bytes = 64u << 20;  ///< Of all that is unpacked.
  std::size_t ratio = 200;  ///< All that is unpacked, by the size of the archive; the first MiB is free.
};

enum class ArchiveKind : std::uint8_t {
  kZip,   ///< zip alone: what a document of an office program is.
  kAny,   ///< All that this reader knows.
  kFile,  ///< One compressed file, whatever is in it: a zip in gzip is that zip, one entry.
};

struct ArchiveEntry {
  std::string name;         ///< As stored, in UTF-8; "" where it has none.
  std::int64_t bytes = -1;  ///< As the archive says, which may be a lie; -1 where it does not.
  std::int64_t modified = 0;  ///< Seconds since 1970, 0 where unknown.
  bool is_file = false;       ///< Not a folder, a link, a device.
  bool is_encrypted = false;
};

class ArchiveReader {
 public:
  /// Errors: throws ArchiveError where `bytes` do not begin as an archive of `kind`.
  explicit ArchiveReader(std::string_view bytes, ArchiveKind kind = ArchiveKind::kAny,
                         const ArchiveLimits& limits = {});
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  /// The next entry, nothing at the end. Errors: throws ArchiveError; the archive cannot be read further.
  std::optional<ArchiveEntry> next();

  /// The bytes of the entry that next() gave last; nothing where they are more than `most` or more than
  /// the limit on an entry. Errors: throws ArchiveError; next() may still find others.
  std::optional<std::string> read(std::size_t most = SIZE_MAX);

  /// Known after next(): the whole is compressed, and not file by file.
  bool is_compressed() const;
  /// Known after next(): tar or cpio, which are made to be compressed as a whole.
  bool is_stream() const;
  /// Known after next(): one file that was compressed alone.
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
  bool unread_ = false;  ///< The entry's bytes are still to come.
};

/// The bytes of the first entry called `name`, nothing where there is none or it is beyond the limits.
/// Errors: throws ArchiveError.
std::optional<std::string> read_archive_entry(std::string_view archive, std::string_view name,
                                              ArchiveKind kind = ArchiveKind::kZip,
                                              const ArchiveLimits& limits = {});

}  // namespace porthole
