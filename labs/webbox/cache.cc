#include "labs/webbox/cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "base/text/text.h"
#include "labs/webbox/command.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

// apt-get takes half a second to start: a few packages at a time cost little and let the progress
// move.
constexpr std::size_t kBatchPackages = 6;
constexpr std::uint64_t kBatchBytes = 12'000'000;
constexpr const char* kUpdateHint = "run \"apt-get update\" (as root) and try again";

tl::unexpected<Error> storage(const fs::path& file, const std::string& message) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.message = message;
  error.file = file.string();
  error.hint = "is the folder writable, and is there space left";
  return fail(std::move(error));
}

/// One run of fetch_packages.
class Fetch {
 public:
  Fetch(const fs::path& cache, const FetchOptions& options)
      : debs_(cache / "debs"), unpacked_(cache / "x"), options_(options) {}

  Result<FetchReport> run(const std::vector<std::string>& packages) {
    std::error_code error;
    fs::create_directories(debs_, error);
    if (!error) fs::create_directories(unpacked_, error);
    if (error) return storage(debs_, "cannot make the folder: " + error.message());

    TRY(ask_sizes(packages));
    progress_.packages_total = packages.size();
    std::vector<std::string> batch;
    std::uint64_t bytes = 0;
    for (const auto& package : packages) {
      if (!sizes_.contains(package) && !downloaded(package)) {
        give_up(package, "apt knows no such package");
        continue;
      }
      batch.push_back(package);
      bytes += sizes_[package];
      if (batch.size() < kBatchPackages && bytes < kBatchBytes) continue;
      TRY(get(batch));
      batch.clear();
      bytes = 0;
    }
    TRY(get(batch));
    return finish();
  }

 private:
  /// The sizes of those that apt knows.
  Result<void> ask_sizes(const std::vector<std::string>& packages) {
    std::vector<std::string> command{options_.tools.apt_cache, "show", "--no-all-versions"};
    command.insert(command.end(), packages.begin(), packages.end());
    TRY_AS(output, run_command(command, debs_));
    for_each_apt_record(output->standard, [&](const AptRecord& record) {
      const std::string name(record.value("Package"));
      if (sizes_.contains(name)) return;
      sizes_[name] = std::strtoull(std::string(record.value("Size")).c_str(), nullptr, 10);
      progress_.bytes_total += sizes_[name];
    });
    const bool any = std::any_of(packages.begin(), packages.end(), [&](const std::string& package) {
      return sizes_.contains(package) || downloaded(package);
    });
    if (any) return {};
    return fail(ErrorCode::kNotFound,
                "apt knows none of the " + std::to_string(packages.size()) + " packages of the box",
                kUpdateHint);
  }

  Result<void> get(const std::vector<std::string>& batch) {
    if (batch.empty()) return {};
    std::vector<std::string> command{
        options_.tools.apt_get, "download", "-qq", "-o", "APT::Sandbox::User=root", "-o",
        "Acquire::Retries=2"};
    for (const auto& package : batch) {
      if (!downloaded(package)) command.push_back(package);
    }
    std::string reason;
    if (command.back() != "Acquire::Retries=2") {
      TRY_AS(output, run_command(command, debs_));
      reason = output->last_error_line();
    }
    for (const auto& package : batch) {
      const auto file = downloaded(package);
      if (!file) {
        give_up(package, "cannot be downloaded: " + reason);
      } else if (auto done = unpack(package, *file); !done) {
        return done;
      }
    }
    return {};
  }

  std::optional<fs::path> downloaded(const std::string& package) const {
    std::error_code error;
    for (fs::directory_iterator it(debs_, error), end; !error && it != end; it.increment(error)) {
      const std::string name = it->path().filename().string();
      if (name.starts_with(package + '_') && name.ends_with(".deb")) return it->path();
    }
    return std::nullopt;
  }

  Result<void> unpack(const std::string& package, const fs::path& deb) {
    const fs::path part = unpacked_ / ('.' + package + ".part");
    std::error_code error;
    fs::remove_all(part, error);
    TRY_AS(output, run_command({options_.tools.dpkg_deb, "-x", fs::absolute(deb).string(),
                                fs::absolute(part).string()},
                               debs_));
    const std::uint64_t bytes = fs::file_size(deb, error);
    // Whole or broken: the download is of no more use, and a broken one would stay broken.
    fs::remove(deb, error);
    if (output->status != 0) {
      fs::remove_all(part, error);
      give_up(package, "cannot be unpacked: " + output->last_error_line());
      return {};
    }
    fs::rename(part, unpacked_ / package, error);
    if (error) return storage(unpacked_ / package, "cannot be written: " + error.message());
    report_.fetched.push_back(package);
    report_.bytes += bytes;
    tell(package);
    return {};
  }

  void give_up(const std::string& package, std::string reason) {
    report_.failed.push_back({package, std::move(reason)});
    tell(package);
  }

  void tell(const std::string& package) {
    progress_.package = package;
    progress_.packages = report_.fetched.size() + report_.failed.size();
    progress_.bytes = report_.bytes;
    if (options_.progress) options_.progress(progress_);
  }

  Result<FetchReport> finish() {
    if (!report_.fetched.empty()) return std::move(report_);
    return fail(ErrorCode::kNetwork,
                "no package could be fetched; " + report_.failed.front().package + ' ' +
                    report_.failed.front().reason,
                "is the network up; if so, " + std::string(kUpdateHint));
  }

  fs::path debs_;
  fs::path unpacked_;
  const FetchOptions& options_;
  std::map<std::string, std::uint64_t> sizes_;
  FetchProgress progress_;
  FetchReport report_;
};

tl::unexpected<Error> unusable(const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.message = std::strerror(errno);
  error.file = file.string();
  error.hint = "is the folder writable, and is there space left";
  return fail(std::move(error));
}

constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789+-.";

bool is_safe_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_not_of(kNameCharacters) == std::string_view::npos;
}

/// "libc6 (>= 2.34), a | b:any" -> libc6, a, b
std::vector<std::string> read_depends(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view all : split(text, ',')) {
    for (const std::string_view alternative : split(all, '|')) {
      const std::string name(
          trim(alternative).substr(0, trim(alternative).find_first_of(" (:[<\n")));
      if (is_safe_name(name) && std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return names;
}

std::vector<std::string> read_tags(std::string_view text) {
  std::vector<std::string> tags;
  for (const std::string_view tag : split(text, ',')) {
    if (std::string name = fold_space(tag); !name.empty()) tags.push_back(std::move(name));
  }
  return tags;
}

/// Lines after the first, where " ." divides paragraphs (Debian Policy 5.6.13).
std::vector<std::string> read_paragraphs(std::string_view description) {
  std::vector<std::string> paragraphs;
  std::string now;
  const auto lines = split(description, '\n');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line != ".") {
      now.append(now.empty() ? "" : " ").append(line);
    } else if (!now.empty()) {
      paragraphs.push_back(std::move(now));
      now.clear();
    }
  }
  if (!now.empty()) paragraphs.push_back(std::move(now));
  return paragraphs;
}

}  // namespace

std::vector<std::string> missing_packages(const std::vector<Site>& sites, const fs::path& cache) {
  std::set<std::string> missing;
  std::error_code error;
  for (const Site& site : sites) {
    if (site.is_packaged() && !fs::is_directory(cache / "x" / site.package, error)) {
      missing.insert(site.package);
    }
  }
  return {missing.begin(), missing.end()};
}

Result<FetchReport> fetch_packages(const std::vector<std::string>& packages, const fs::path& cache,
                                   const FetchOptions& options) {
  if (packages.empty()) return FetchReport{};
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return storage(cache, "cannot make the folder: " + error.message());
  const CacheLock lock(cache);
  TRY(lock.take());
  return Fetch(cache, options).run(packages);
}

CacheLock::CacheLock(const std::filesystem::path& cache)
    : file_(cache / "lock"),
      descriptor_(::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {}

CacheLock::~CacheLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> CacheLock::take() const {
  if (descriptor_ < 0) return unusable(file_);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  return fail(ErrorCode::kBusy,
              "another process is filling the cache " + file_.parent_path().string(),
              "wait until it is done, or choose another folder");
}

Result<void> CacheLock::wait() const {
  if (descriptor_ < 0) return unusable(file_);
  while (::flock(descriptor_, LOCK_EX) != 0) {
    if (errno != EINTR) return unusable(file_);
  }
  return {};
}

AptRecord::AptRecord(std::string_view paragraph) {
  const char* value_begin = nullptr;
  for (const std::string_view line : split(paragraph, '\n')) {
    const auto colon = line.find(':');
    const bool continues = line.starts_with(' ') || line.starts_with('\t');
    if (continues && value_begin) {
      const char* end = line.data() + line.size();
      fields_.back().second = {value_begin, static_cast<std::size_t>(end - value_begin)};
    } else if (colon != std::string_view::npos) {
      const std::string_view value = trim(line.substr(colon + 1));
      value_begin = value.data();
      fields_.emplace_back(line.substr(0, colon), value);
    }
  }
}

std::string_view AptRecord::value(std::string_view field) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const auto& pair) {
    return equals_ignoring_case(pair.first, field);
  });
  return found == fields_.end() ? std::string_view() : found->second;
}

void for_each_apt_record(std::string_view text,
                         const std::function<void(const AptRecord&)>& callback) {
  while (!text.empty()) {
    const auto end = text.find("\n\n");
    const std::string_view paragraph = text.substr(0, end);
    if (!trim(paragraph).empty()) callback(AptRecord(paragraph));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
}

AptPackage read_apt_package(const AptRecord& record) {
  AptPackage package;
  if (!is_safe_name(record.value("Package"))) return package;
  package.name = record.value("Package");
  // "contrib/games": the section proper follows the slash.
  const std::string_view section = record.value("Section");
  const std::string_view last = section.substr(section.rfind('/') + 1);
  package.section = is_safe_name(last) ? last : "misc";
  std::string_view description = record.value("Description-en");
  if (description.empty()) description = record.value("Description");
  package.summary = fold_space(description.substr(0, description.find('\n')));
  package.paragraphs = read_paragraphs(description);
  package.homepage = trim(record.value("Homepage"));
  package.tags = read_tags(record.value("Tag"));
  package.depends = read_depends(record.value("Depends"));
  return package;
}

}  // namespace porthole::labs
