#pragma once

/// OleFile: reads a compound file (OLE 2), the container of Office 97 to 2003: its streams and its
/// document summary.
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

  /// True if the bytes begin as a compound file and contain a stream of that name.
  static bool has_stream(std::string_view bytes, std::string_view name);

  /// A stream of the root storage; absent if it does not exist or is unreadable.
  std::optional<std::string> stream(const std::string& name) const;
  /// Reads title, authors, keywords, dates, counts.
  void read_summary(Document& document) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

/// Converts little-endian UTF-16 to UTF-8.
std::string from_utf16(std::string_view bytes);
/// The little-endian integer at `at`; 0 if the bytes end before.
std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size);

}  // namespace porthole
