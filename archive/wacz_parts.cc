#include "archive/wacz_parts.h"

#include <Poco/Exception.h>
#include <Poco/Zip/ZipArchive.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

#include "archive/file.h"

namespace porthole::archive {
namespace {

constexpr std::string_view kZipMagic = "PK\x03\x04";
constexpr std::string_view kFolder = "archive/";
constexpr std::size_t kMostParts = 200;  // each is an open file

bool is_warc(std::string_view name) {
  constexpr std::string_view kSuffixes[] = {".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"};
  return name.starts_with(kFolder) &&
         std::ranges::any_of(kSuffixes, [&](auto suffix) { return name.ends_with(suffix); });
}

tl::unexpected<Error> refuse(ErrorCode code, const std::filesystem::path& file, std::string message,
                             std::string hint) {
  Error error;
  error.code = code;
  error.file = file.string();
  error.message = std::move(message);
  error.hint = std::move(hint);
  return fail(std::move(error));
}

}  // namespace

bool is_zip(const std::filesystem::path& path) {
  std::array<char, kZipMagic.size()> first{};
  const auto file = File::open(path, OpenMode::kRead);
  if (!file) return false;
  const auto got = file->read_at(0, first.data(), first.size());
  return got && std::string_view(first.data(), *got) == kZipMagic;
}

Result<std::vector<WaczPart>> wacz_parts(const std::filesystem::path& path) {
  TRY_AS(there, File::open(path, OpenMode::kRead));
  std::vector<WaczPart> parts;
  try {
    std::ifstream in(path, std::ios::binary);
    const Poco::Zip::ZipArchive zip(in);
    for (auto header = zip.headerBegin(); header != zip.headerEnd(); ++header) {
      const auto& [name, entry] = *header;
      if (!is_warc(name)) continue;
      if (parts.size() == kMostParts) {
        return refuse(ErrorCode::kTooLarge, path,
                      "the WACZ file has more than " + std::to_string(kMostParts) + " WARC files",
                      "unpack it with unzip, and name the WARC files");
      }
      if (entry.getCompressionMethod() != Poco::Zip::ZipCommon::CM_STORE) {
        return refuse(ErrorCode::kUnsupported, path, name + " is compressed within the WACZ file",
                      "unpack it with unzip, and name the WARC files");
      }
      parts.push_back({name, static_cast<std::int64_t>(entry.getDataStartPos()),
                       static_cast<std::int64_t>(entry.getCompressedSize())});
    }
  } catch (const Poco::Exception& e) {
    return refuse(ErrorCode::kInvalid, path, "damaged ZIP file: " + e.displayText(),
                  "get the file again");
  }
  if (parts.empty())
    return refuse(ErrorCode::kInvalid, path, "a ZIP file without WARC files in its folder archive/",
                  "name a WACZ file or a WARC file");
  return parts;
}

}  // namespace porthole::archive
