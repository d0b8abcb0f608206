#include "webbox/hubs.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>
#include <unordered_map>

#include "webbox/address.h"
#include "webbox/cache_lock.h"
#include "webbox/command.h"
#include "webbox/hub_pages.h"

namespace porthole::webbox {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 12> kFillSections{
    "science",  "sound", "graphics", "games", "math", "electronics",
    "hamradio", "gnu-r", "database", "web",   "mail", "video"};

tl::unexpected<Error> storage(const fs::path& file, const std::string& message) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.message = message;
  error.file = file.string();
  return fail(std::move(error));
}

const Site* package_hub(const Manifest& manifest) {
  for (const Site& site : manifest.sites()) {
    if (site.is_hub() && site.root == "packages") return &site;
  }
  return nullptr;
}

/// What the pages depend on; kept beside them.
std::string stamp_of(const Manifest& manifest, const HubOptions& options) {
  std::string stamp = "packages " + std::to_string(options.packages) + '\n';
  for (std::size_t i = 0; i < manifest.sites().size(); ++i) {
    const Site& site = manifest.sites()[i];
    if (site.is_hub()) continue;
    stamp += site.name + ' ' + site.base + ' ' + std::to_string(manifest.page_count(i)) + '\n';
  }
  return stamp;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<std::vector<AptPackage>> ask_apt(const std::vector<std::string>& arguments,
                                        const fs::path& folder) {
  const auto output = run_command(arguments, folder);
  if (!output) return fail(output.error());
  std::vector<AptPackage> packages;
  std::set<std::string> seen;
  for_each_apt_record(output->standard, [&](const AptRecord& record) {
    AptPackage package = read_apt_package(record);
    if (!package.name.empty() && seen.insert(package.name).second) {
      packages.push_back(std::move(package));
    }
  });
  if (packages.empty()) {
    return fail(ErrorCode::kNotFound, "apt knows no package",
                "run \"apt-get update\" (as root) and try again");
  }
  return packages;
}

/// The same packages with their descriptions in full, which dumpavail leaves out.
Result<std::vector<AptPackage>> with_descriptions(const std::vector<AptPackage>& chosen,
                                                  const std::string& apt_cache,
                                                  const fs::path& folder) {
  std::vector<std::string> arguments{apt_cache, "show", "--no-all-versions"};
  for (const auto& package : chosen) arguments.push_back(package.name);
  return ask_apt(arguments, folder);
}

/// Evenly spaced ones of `candidates`, `count` of them.
template <class T>
std::vector<T> spread(const std::vector<T>& candidates, std::size_t count) {
  if (candidates.size() <= count) return candidates;
  std::vector<T> picked;
  for (std::size_t i = 0; i < count; ++i) {
    picked.push_back(candidates[i * candidates.size() / count]);
  }
  return picked;
}

}  // namespace

std::vector<AptPackage> choose_hub_packages(const std::vector<AptPackage>& known,
                                            const Manifest& manifest, std::size_t limit) {
  std::map<std::string_view, const AptPackage*> by_name;
  for (const auto& package : known) by_name.emplace(package.name, &package);

  std::set<std::string_view> chosen;
  for (const Site& site : manifest.sites()) {
    if (by_name.contains(site.package)) chosen.insert(site.package);
  }
  for (const auto& [name, package] : by_name) {
    if (!package->homepage.empty() && manifest.resolve(address_of(package->homepage))) {
      chosen.insert(name);
    }
  }
  for (const std::string_view name : std::vector(chosen.begin(), chosen.end())) {
    for (const auto& other : by_name.at(name)->depends) {
      if (const auto found = by_name.find(other); found != by_name.end())
        chosen.insert(found->first);
    }
  }
  std::vector<std::string_view> more;
  for (const auto& [name, package] : by_name) {
    const bool fits = std::find(kFillSections.begin(), kFillSections.end(), package->section) !=
                      kFillSections.end();
    if (fits && !package->homepage.empty() && !chosen.contains(name)) more.push_back(name);
  }
  for (const auto name : spread(more, limit - std::min(limit, chosen.size()))) chosen.insert(name);

  std::vector<AptPackage> packages;
  for (const auto name : chosen) packages.push_back(*by_name.at(name));
  return packages;
}

Result<std::size_t> write_hub_pages(const std::vector<AptPackage>& packages,
                                    const std::string& base_path, const fs::path& folder) {
  std::size_t pages = 0;
  std::error_code error;
  for (const auto& [path, text] : make_hub_pages(packages, base_path)) {
    const fs::path file = folder / path;
    fs::create_directories(file.parent_path(), error);
    std::ofstream out(file, std::ios::binary);
    if (!(out << text) || !out.flush()) return storage(file, "cannot write a hub page");
    ++pages;
  }
  return pages;
}

Result<std::size_t> make_hubs(const Manifest& manifest, const fs::path& cache,
                              const HubOptions& options) {
  const Site* site = package_hub(manifest);
  if (!site) return 0;
  const fs::path hub = cache / "x" / "_hub";
  const fs::path folder = hub / "packages", part = hub / ".packages.part",
                 made = hub / "packages.made";
  const std::string stamp = stamp_of(manifest, options);
  std::error_code error;
  const auto is_made = [&] {
    return fs::is_directory(folder, error) && (!fs::exists(made, error) || read_file(made) == stamp);
  };
  if (is_made()) return 0;

  fs::create_directories(hub, error);
  if (error) return storage(hub, "cannot make the folder: " + error.message());
  const CacheLock lock(cache);
  if (auto taken = lock.wait(); !taken) return fail(taken.error());
  if (is_made()) return 0;  // by another process meanwhile
  const auto known = ask_apt({options.tools.apt_cache, "dumpavail"}, hub);
  if (!known) return fail(known.error());
  const auto packages = with_descriptions(choose_hub_packages(*known, manifest, options.packages),
                                          options.tools.apt_cache, hub);
  if (!packages) return fail(packages.error());

  fs::remove_all(part, error);
  fs::remove(made, error);
  const auto pages = write_hub_pages(*packages, std::string(path_of(site->base)), part);
  if (!pages) return pages;
  fs::remove_all(folder, error);
  std::ofstream(made, std::ios::binary) << stamp;
  fs::rename(part, folder, error);
  if (error) return storage(folder, "cannot be written: " + error.message());
  return pages;
}

}  // namespace porthole::webbox
