#include "gatherer/restart/checkpoint.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/file.h"
#include "base/digest.h"
#include "base/text/state_bytes.h"
#include "base/url/url.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVersion = "porthole checkpoint 2\n";
constexpr std::size_t kPiece = std::size_t{1} << 18;

/// Reads a file in pieces from `offset` on.
class Pieces {
 public:
  /// Lifetime: `file` outlives it.
  Pieces(const archive::File& file, std::size_t offset)
      : file_(file), offset_(static_cast<std::int64_t>(offset)) {}
  /// None at the end, and after an error.
  std::string_view next() {
    const Result<std::size_t> read = file_.read_at(offset_, buffer_.data(), buffer_.size());
    if (!read) failure_ = read.error();
    if (!read) return {};
    offset_ += static_cast<std::int64_t>(*read);
    return {buffer_.data(), *read};
  }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  const archive::File& file_;
  std::int64_t offset_;
  std::optional<Error> failure_;
  std::vector<char> buffer_ = std::vector<char>(kPiece);
};

constexpr std::size_t kBegin = kVersion.size() + Digest::kDigits;

/// The head says what this program writes, and the digest is that of the rest.
bool is_sound(const archive::File& file) {
  std::array<char, kBegin> head{};
  const Result<std::size_t> read = file.read_at(0, head.data(), head.size());
  const std::string_view text(head.data(), head.size());
  if (!read || *read != kBegin || !text.starts_with(kVersion)) return false;
  Digest digest;
  Pieces pieces(file, kBegin);
  for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next())
    digest.add(piece);
  return text.substr(kVersion.size()) == digest.text();
}

std::string random_name() {
  std::random_device random;
  std::string name;
  for (int i = 0; i < 4; ++i) name += std::to_string(random()) + "-";
  return name;
}

/// The digest of a file; that of no bytes when it cannot be read.
std::string digest_of(const fs::path& path) {
  Digest digest;
  if (const auto file = archive::File::open(path, archive::OpenMode::kRead)) {
    Pieces pieces(*file, 0);
    for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next())
      digest.add(piece);
  }
  return digest.text();
}

/// The repository has URLs up to `last`, and none beyond.
Result<bool> ends_at(repository::Urls& urls, std::uint64_t last) {
  const auto id = static_cast<repository::UrlId>(last);
  TRY_AS(next, urls.get(id + 1));
  TRY_AS(at, urls.get(id));
  return !next->has_value() && at->has_value() == (id > 0);
}

/// The regular files of a folder, in order of their names.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (at->is_regular_file(failed)) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

class OpenCheckpoint::Reading {
 public:
  explicit Reading(archive::File file) : file_(std::move(file)) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  StateReader& bytes() { return bytes_; }
  /// The file has not what `what` reads.
  Error failure(const std::string& what) const {
    if (pieces_.failure()) return *pieces_.failure();
    Error error;
    error.code = ErrorCode::kStorage;
    error.file = file_.path().string();
    error.message = "the checkpoint is not one of " + what;
    error.hint = "remove it and run the same command again";
    return error;
  }

 private:
  archive::File file_;
  Pieces pieces_{file_, kBegin};
  StateReader bytes_{[this] { return pieces_.next(); }};
};

OpenCheckpoint::OpenCheckpoint(std::unique_ptr<Reading> reading) : reading_(std::move(reading)) {}
OpenCheckpoint::~OpenCheckpoint() = default;
OpenCheckpoint::OpenCheckpoint(OpenCheckpoint&&) noexcept = default;
OpenCheckpoint& OpenCheckpoint::operator=(OpenCheckpoint&&) noexcept = default;

Result<void> OpenCheckpoint::load(UrlTable& urls) {
  if (urls.load(reading_->bytes())) return {};
  return fail(reading_->failure("the URLs of a crawl"));
}

Result<bool> OpenCheckpoint::load(Strategy& strategy) {
  StateReader& bytes = reading_->bytes();
  const std::string layout = strategy.checkpoint_layout();
  if (layout.empty() || bytes.text() != layout) return false;
  strategy.load(bytes);
  if (bytes.ended()) return true;
  return fail(reading_->failure("the strategy " + std::string(strategy.name())));
}

Checkpoint::Checkpoint(const collection::Collection& collection, const collection::Strategy& choice)
    : file_(collection.folder() / "crawl.checkpoint") {
  std::string key = "porthole " PORTHOLE_VERSION " " + public_suffixes_digest() + " " +
                    std::to_string(sizeof(UrlTable::Entry)) + "\n" + choice.name + "\n";
  for (const auto& [name, value] : choice.options) key += name + "=" + value + "\n";
  const collection::Specification& specification = collection.specification();
  for (const collection::Seed& seed : specification.seeds) key += seed.url + "\n";
  // A run may have limits of its own.
  for (const auto* rules : {&specification.excludes, &specification.confines}) {
    for (const collection::ScopeRule& rule : *rules) key += text_of(rule) + "\n";
    key += "\n";
  }
  for (const std::string& language : specification.languages) key += language + " ";
  key += std::to_string(specification.limits.hops) + "\n";
  std::vector<fs::path> files = files_in(collection.model_folder());
  files.push_back(collection.specification_file());
  if (!specification.topic.taxonomy_file.empty())
    files.push_back(collection.folder() / specification.topic.taxonomy_file);
  for (const fs::path& file : files) key += file.filename().string() + " " + digest_of(file) + "\n";
  // Not the text: a seed may hold a password.
  Digest digest;
  digest.add(key);
  key_ = digest.text();
}

Result<std::optional<OpenCheckpoint>> Checkpoint::open(repository::Repository& repository) const {
  using None = std::optional<OpenCheckpoint>;
  TRY_AS(name, repository.crawl().state_name());
  if (name->empty()) return None();
  std::error_code missing;
  if (!fs::is_regular_file(file_, missing)) return None();  // A pipe would be waited for.
  auto file = archive::File::open(file_, archive::OpenMode::kRead);
  if (!file || !is_sound(*file)) return None();
  auto reading = std::make_unique<OpenCheckpoint::Reading>(std::move(*file));
  if (reading->bytes().text() != *name || reading->bytes().text() != key_) return None();
  TRY_AS(has_all, ends_at(repository.urls(), reading->bytes().number()));
  if (!*has_all) return None();
  return OpenCheckpoint(std::move(reading));
}

Result<void> Checkpoint::remove_stale(repository::CrawlState& crawl) const {
  TRY_AS(name, crawl.state_name());
  std::error_code failed;
  if (name->empty()) fs::remove(file_, failed);
  return {};
}

Result<std::string> Checkpoint::write(const Strategy& strategy, const UrlTable& urls,
                                      const std::function<std::string(HostId)>& host_of) const {
  const std::string name = random_name();
  TRY_AS(file, archive::File::open(fresh(), archive::OpenMode::kCreateNew));
  Digest digest;
  Result<void> written;
  auto end = static_cast<std::int64_t>(kBegin);
  StateWriter writer([&](std::string_view bytes) {
    digest.add(bytes);
    if (written) written = file->write_at(end, bytes);
    end += static_cast<std::int64_t>(bytes.size());
  });
  writer.text(name);
  writer.text(key_);
  writer.number(static_cast<std::uint64_t>(urls.last()));
  urls.save(writer, host_of);
  writer.text(strategy.checkpoint_layout());
  strategy.save(writer);
  writer.flush();
  if (written) written = file->write_at(0, std::string(kVersion) + digest.text());
  if (written) written = file->sync();
  if (!written) return fail(written.error());
  return name;
}

Result<void> Checkpoint::save(const Strategy& strategy, const UrlTable& urls,
                              const std::function<std::string(HostId)>& host_of,
                              repository::CrawlState& crawl) const {
  std::error_code failed;
  fs::remove(fresh(), failed);  // Left by a process that was killed.
  const Result<std::string> name = write(strategy, urls, host_of);
  if (!name) {
    fs::remove(fresh(), failed);
    return fail(name.error());
  }
  if (std::rename(fresh().c_str(), file_.c_str()) != 0) {
    const Error error = archive::system_error("replace", file_, errno);
    fs::remove(fresh(), failed);
    return fail(error);
  }
  if (auto synced = archive::sync_folder(file_.parent_path()); !synced) return synced;
  return crawl.name_state(*name);
}

}  // namespace porthole::gatherer
