#include "summarizer/export/wacz.h"

#include <Poco/DateTime.h>
#include <Poco/Exception.h>
#include <Poco/SHA2Engine.h>
#include <Poco/Zip/Compress.h>
#include <Poco/Zip/PartialStream.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string_view>

#include "archive/archive_files.h"
#include "archive/gzip_member.h"
#include "base/json/json.h"
#include "summarizer/export/cdxj.h"

namespace porthole::summarizer {
namespace {

using nlohmann::ordered_json;
using Poco::Zip::ZipCommon;
namespace fs = std::filesystem;

/// From this size on the ZIP has 64-bit fields.
constexpr std::int64_t kLarge = std::int64_t{3} << 30;

std::string dump(const ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string sha256_of(std::istream& in) {
  Poco::SHA2Engine engine(Poco::SHA2Engine::SHA_256);
  std::array<char, 1 << 16> buffer;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
    engine.update(buffer.data(), static_cast<std::size_t>(in.gcount()));
  return "sha256:" + Poco::DigestEngine::digestToHex(engine.digest());
}

/// Adds entries to a ZIP and notes them as resources of the package.
class Package {
 public:
  Package(std::ostream& out, bool is_large, WallTime time)
      : zip_(out, true, is_large),
        time_(Poco::Timestamp::fromEpochTime(time.time_since_epoch().count())) {}

  void add(const std::string& path, const std::string& bytes, ZipCommon::CompressionMethod method) {
    std::istringstream once(bytes), again(bytes);
    add_resource(path, sha256_of(once), static_cast<std::int64_t>(bytes.size()));
    zip_.addFile(again, time_, Poco::Path(path, Poco::Path::PATH_UNIX), method);
  }

  Result<void> add_file(const std::string& path, const fs::path& file, std::int64_t size) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return fail(ErrorCode::kStorage, "cannot read " + file.string());
    Poco::Zip::PartialInputStream once(in, 0, size);
    add_resource(path, sha256_of(once), size);
    Poco::Zip::PartialInputStream again(in, 0, size);
    zip_.addFile(again, time_, Poco::Path(path, Poco::Path::PATH_UNIX), ZipCommon::CM_STORE);
    return {};
  }

  /// Adds datapackage.json and its digest; nothing can be added after it.
  void close(const std::string& title, WallTime created) {
    const std::string package = dump({{"profile", "data-package"},
                                      {"wacz_version", "1.1.1"},
                                      {"title", title},
                                      {"created", format_time(created)},
                                      {"software", "porthole/" PORTHOLE_VERSION},
                                      {"resources", resources_}});
    std::istringstream once(package);
    const std::string digest = dump({{"path", "datapackage.json"}, {"hash", sha256_of(once)}});
    add("datapackage.json", package, ZipCommon::CM_DEFLATE);
    add("datapackage-digest.json", digest, ZipCommon::CM_DEFLATE);
    zip_.close();
  }

 private:
  void add_resource(const std::string& path, const std::string& hash, std::int64_t bytes) {
    resources_.push_back({{"name", path.substr(path.rfind('/') + 1)},
                          {"path", path},
                          {"hash", hash},
                          {"bytes", bytes}});
  }

  Poco::Zip::Compress zip_;
  Poco::DateTime time_;
  ordered_json resources_ = ordered_json::array();
};

std::string index_of(const std::vector<std::string>& lines) {
  std::string text, compressed;
  for (const std::string& line : lines) text += line;
  archive::GzipMemberWriter().append({text}, archive::Compression::kFast, compressed);
  return compressed;
}

std::string list_of(const std::vector<WaczPage>& pages) {
  std::string out =
      dump({{"format", "json-pages-1.0"}, {"id", "pages"}, {"title", "All pages"}}) + '\n';
  for (const WaczPage& page : pages) {
    ordered_json line = {{"url", page.url}, {"ts", format_time(page.fetched)}};
    if (!page.title.empty()) line["title"] = page.title;
    out += dump(line) + '\n';
  }
  return out;
}

struct File {
  fs::path path;
  std::int64_t size = 0;
};

Result<std::vector<File>> files_of(const WaczSource& source) {
  std::vector<File> files;
  for (const fs::path& path : archive::archive_files(source.archive)) {
    std::error_code error;
    const auto size = static_cast<std::int64_t>(fs::file_size(path, error));
    if (error) return fail(ErrorCode::kStorage, "cannot read " + path.string());
    const bool is_last = path.filename() == source.last_file;
    files.push_back({path, is_last ? std::min(size, source.last_size) : size});
  }
  if (files.empty())
    return fail(ErrorCode::kIncomplete, "the archive is empty", "gather pages first");
  return files;
}

}  // namespace

Result<void> write_wacz(const WaczSource& source, std::ostream& out) {
  TRY_AS(files, files_of(source));
  TRY_AS(lines, cdxj_lines(source.archive, source.last_file, source.last_size));
  std::int64_t bytes = 0;
  for (const File& file : *files) bytes += file.size;
  try {
    Package package(out, bytes > kLarge, source.created);
    for (const File& file : *files) {
      const std::string path = "archive/" + file.path.filename().string();
      if (auto added = package.add_file(path, file.path, file.size); !added) return added;
    }
    package.add("indexes/index.cdx.gz", index_of(*lines), ZipCommon::CM_STORE);
    package.add("pages/pages.jsonl", list_of(source.pages), ZipCommon::CM_DEFLATE);
    package.close(source.title, source.created);
  } catch (const Poco::Exception& e) {
    return fail(ErrorCode::kStorage, "cannot write the WACZ file: " + e.displayText());
  }
  return {};
}

}  // namespace porthole::summarizer
