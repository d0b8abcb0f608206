#pragma once

/// A compound file (OLE 2), which is what documents of Office 97 to 2003 are: its streams, and what
/// its summary says.
///
/// Source: [MS-CFB], [MS-OLEPS]; libgsf reads it.
/// Thread safety: one thread at a time. The bytes must outlive it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/document.h"

namespace porthole {

class OleFile {
 public:
  explicit OleFile(std::string_view bytes);
  ~OleFile();
  OleFile(const OleFile&) = delete;
  OleFile& operator=(const OleFile&) = delete;

  /// The bytes begin as those of a compound file, and have a stream of that name somewhere.
  static bool has_stream(std::string_view bytes, std::string_view name);

  /// A stream of the outermost folder; nothing when there is none or it cannot be read.
  std::optional<std::string> stream(const std::string& name) const;
  /// Title, authors, keywords, dates, counts.
  void read_summary(Document& document) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

/// UTF-16 in little-endian order, as these files have it, as UTF-8.
std::string from_utf16(std::string_view bytes);
/// The number at `at`, in little-endian order; 0 where the bytes end before.
std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size);

}  // namespace porthole
