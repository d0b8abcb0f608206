#include "tests/fuzz/zip_rewriter.h"

#include <zlib.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace porthole::testing {
namespace {

constexpr std::size_t kMostInnerBytes = 4u << 20;

struct ZippedFile {
  std::string name;
  std::string bytes;
};

std::uint32_t number_at(std::string_view zip, std::size_t at, int width) {
  std::uint32_t number = 0;
  for (int i = width - 1; i >= 0; --i) {
    number = number << 8 | static_cast<unsigned char>(zip[at + static_cast<std::size_t>(i)]);
  }
  return number;
}

void append_number(std::string& out, std::uint32_t number, int width) {
  for (int i = 0; i < width; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

/// Raw deflate (RFC 1951); what is beyond the limit is left out.
std::string inflated(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return {};
  std::string out(kMostInnerBytes, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  inflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

/// By the central directory (APPNOTE 4.3.12), whose sizes are right where the local ones are
/// missing.
std::vector<ZippedFile> files_in(std::string_view zip) {
  std::vector<ZippedFile> files;
  const std::size_t end = zip.rfind("PK\x05\x06");
  if (end == std::string_view::npos || end + 22 > zip.size()) return files;
  std::size_t at = number_at(zip, end + 16, 4);
  while (at + 46 <= zip.size() && zip.substr(at, 4) == "PK\x01\x02") {
    const std::size_t method = number_at(zip, at + 10, 2), size = number_at(zip, at + 20, 4);
    const std::size_t name_bytes = number_at(zip, at + 28, 2), local = number_at(zip, at + 42, 4);
    if (local + 30 > zip.size()) return {};
    const std::size_t begin =
        local + 30 + number_at(zip, local + 26, 2) + number_at(zip, local + 28, 2);
    if (begin + size > zip.size()) return {};
    const std::string_view stored = zip.substr(begin, size);
    files.push_back({std::string(zip.substr(at + 46, name_bytes)),
                     method == 8 ? inflated(stored) : std::string(stored)});
    at += 46 + name_bytes + number_at(zip, at + 30, 2) + number_at(zip, at + 32, 2);
  }
  return files;
}

/// What a local header and one of the directory have in common: from the version to the extra
/// field.
std::string common_header(const ZippedFile& file) {
  const auto size = static_cast<std::uint32_t>(file.bytes.size());
  std::string header;
  append_number(header, 20, 2);          // version
  append_number(header, 0, 2);           // flags
  append_number(header, 0, 2);           // stored
  append_number(header, 0x00210000, 4);  // 1 January 1980
  append_number(
      header,
      static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(file.bytes.data()), size)),
      4);
  append_number(header, size, 4);
  append_number(header, size, 4);
  append_number(header, static_cast<std::uint32_t>(file.name.size()), 2);
  append_number(header, 0, 2);  // extra field
  return header;
}

std::string zip_of(const std::vector<ZippedFile>& files) {
  std::string zip, directory;
  for (const ZippedFile& file : files) {
    const std::string header = common_header(file);
    directory += "PK\x01\x02";
    append_number(directory, 20, 2);
    directory += header;
    directory.append(10, '\0');  // comment, disk, attributes
    append_number(directory, static_cast<std::uint32_t>(zip.size()), 4);
    directory += file.name;
    zip += "PK\x03\x04" + header + file.name + file.bytes;
  }
  const auto begin = static_cast<std::uint32_t>(zip.size());
  zip += directory + "PK\x05\x06";
  zip.append(4, '\0');  // disks
  append_number(zip, static_cast<std::uint32_t>(files.size()), 2);
  append_number(zip, static_cast<std::uint32_t>(files.size()), 2);
  append_number(zip, static_cast<std::uint32_t>(directory.size()), 4);
  append_number(zip, begin, 4);
  append_number(zip, 0, 2);
  return zip;
}

}  // namespace

std::string rewrite_zip(std::string_view zip, Chance& chance,
                        const std::function<std::string(std::string)>& change) {
  std::vector<ZippedFile> files = files_in(zip);
  if (files.empty()) return {};
  ZippedFile& chosen = files[chance.below(files.size())];
  chosen.bytes = change(std::move(chosen.bytes));
  return zip_of(files);
}

}  // namespace porthole::testing
