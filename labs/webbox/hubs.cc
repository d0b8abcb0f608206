#include "labs/webbox/hubs.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>

#include "base/text/text.h"
#include "labs/webbox/address.h"
#include "labs/webbox/cache.h"
#include "labs/webbox/command.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRoot = "packages";

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

std::optional<std::size_t> package_hub(const Manifest& manifest) {
  for (std::size_t i = 0; i < manifest.sites().size(); ++i) {
    const Site& site = manifest.sites()[i];
    if (site.is_hub() && site.root == kRoot) return i;
  }
  return std::nullopt;
}

/// A name for the pages that tells them from those of another limit or list of sites.
std::string folder_of(const Manifest& manifest, const HubOptions& options) {
  std::string stamp;
  for (std::size_t i = 0; i < manifest.sites().size(); ++i) {
    const Site& site = manifest.sites()[i];
    if (site.is_hub()) continue;
    stamp += site.name + ' ' + site.base + ' ' + std::to_string(manifest.page_count(i)) + '\n';
  }
  const auto sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(stamp.data()), static_cast<uInt>(stamp.size()));
  char name[64];
  std::snprintf(name, sizeof name, "%s-%zu-%08lx", kRoot, options.packages, sum);
  return name;
}

Result<std::vector<AptPackage>> ask_apt(const std::vector<std::string>& arguments,
                                        const fs::path& folder) {
  TRY_AS(output, run_command(arguments, folder));
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

using Sections = std::map<std::string, std::vector<const AptPackage*>>;

std::string page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
         escape_markup(title) + "</title></head>\n<body>\n<h1>" + escape_markup(title) + "</h1>\n" +
         body + "</body></html>\n";
}

std::string link(const std::string& target, const std::string& text) {
  return "<a href=\"" + escape_markup(target) + "\">" + escape_markup(text) + "</a>";
}

/// Writes the pages of one set of packages.
class Writer {
 public:
  Writer(const std::vector<AptPackage>& packages, const std::string& base) : base_(base) {
    for (const auto& package : packages) {
      by_name_[package.name] = &package;
      sections_[package.section].push_back(&package);
    }
  }

  std::map<std::string, std::string> write() const {
    std::map<std::string, std::string> pages{{"index.html", front()}};
    for (const auto& [section, packages] : sections_) {
      pages[section + "/index.html"] = listing(section, packages);
    }
    for (const auto& [name, package] : by_name_) {
      if (!sections_.contains(name)) pages[name] = details(*package);
    }
    return pages;
  }

 private:
  std::string package_link(const AptPackage& package) const {
    return link(base_ + percent_encode_path(package.name), package.name);
  }

  std::string section_link(const std::string& section) const {
    return link(base_ + section + '/', section);
  }

  std::string front() const {
    std::string body = "<ul>\n";
    for (const auto& [section, packages] : sections_) {
      body += "<li>" + section_link(section) + ": " + std::to_string(packages.size()) +
              " packages</li>\n";
    }
    return page("Sections of Debian bookworm", body + "</ul>\n");
  }

  std::string listing(const std::string& section,
                      const std::vector<const AptPackage*>& packages) const {
    std::string body = "<dl>\n";
    for (const AptPackage* package : packages) {
      body += "<dt>" + package_link(*package) + "</dt><dd>" + escape_markup(package->summary) +
              "</dd>\n";
    }
    return page("Packages of the section " + section, body + "</dl>\n");
  }

  std::string details(const AptPackage& package) const {
    std::string body = "<h2>" + escape_markup(package.summary) + "</h2>\n";
    for (const auto& paragraph : package.paragraphs) {
      body += "<p>" + escape_markup(paragraph) + "</p>\n";
    }
    if (package.homepage.starts_with("http://") || package.homepage.starts_with("https://")) {
      body += "<p>Homepage: " +
              link(package.homepage, std::string(host_of(address_of(package.homepage)))) + "</p>\n";
    }
    body += tags(package) + related(package);
    body += "<p>Section: " + section_link(package.section) + "</p>\n";
    return page(package.name, body);
  }

  static std::string tags(const AptPackage& package) {
    std::string list;
    for (const auto& tag : package.tags) list += (list.empty() ? "" : ", ") + escape_markup(tag);
    return list.empty() ? "" : "<p>Tags: " + list + "</p>\n";
  }

  std::string related(const AptPackage& package) const {
    std::string list;
    for (const auto& name : package.depends) {
      const auto found = by_name_.find(name);
      if (found == by_name_.end() || sections_.contains(name)) continue;
      list += "<li>" + package_link(*found->second) + ": " + escape_markup(found->second->summary) +
              "</li>\n";
    }
    return list.empty() ? "" : "<h3>Related packages</h3>\n<ul>\n" + list + "</ul>\n";
  }

  std::string base_;
  std::map<std::string, const AptPackage*> by_name_;
  Sections sections_;
};

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
                                    const std::string& base_path, const fs::path& folder,
                                    const HubProgress& progress) {
  const std::map<std::string, std::string> all = make_hub_pages(packages, base_path);
  std::size_t pages = 0;
  std::error_code error;
  for (const auto& [path, text] : all) {
    const fs::path file = folder / path;
    fs::create_directories(file.parent_path(), error);
    std::ofstream out(file, std::ios::binary);
    if (!(out << text) || !out.flush()) return storage(file, "cannot write a hub page");
    ++pages;
    if (progress) progress(pages, all.size());
  }
  return pages;
}

Result<Hubs> make_hubs(const Manifest& manifest, const fs::path& cache, const HubOptions& options) {
  const std::optional<std::size_t> number = package_hub(manifest);
  if (!number) return Hubs{};
  const fs::path hub = cache / "x" / "_hub";
  std::error_code error;
  // A folder of an earlier version of this program has a stamp beside it, and is left alone.
  if (fs::is_directory(hub / kRoot, error) && !fs::exists(hub / "packages.made", error))
    return Hubs{*number, kRoot};
  Hubs hubs{*number, folder_of(manifest, options)};
  const fs::path folder = hub / hubs.folder, part = hub / ('.' + hubs.folder + ".part");
  if (fs::is_directory(folder, error)) return hubs;

  fs::create_directories(hub, error);
  if (error) return storage(hub, "cannot make the folder: " + error.message());
  const CacheLock lock(cache);
  TRY(lock.wait());
  if (fs::is_directory(folder, error)) return hubs;  // by another process meanwhile
  if (options.progress) options.progress(0, 0);
  TRY_AS(known, ask_apt({options.tools.apt_cache, "dumpavail"}, hub));
  TRY_AS(packages, with_descriptions(choose_hub_packages(*known, manifest, options.packages),
                                     options.tools.apt_cache, hub));

  fs::remove_all(part, error);
  const std::string base_path(path_of(manifest.sites()[*number].base));
  TRY_AS(pages, write_hub_pages(*packages, base_path, part, options.progress));
  fs::rename(part, folder, error);
  if (error) return storage(folder, "cannot be written: " + error.message());
  hubs.made = *pages;
  return hubs;
}

std::map<std::string, std::string> make_hub_pages(const std::vector<AptPackage>& packages,
                                                  const std::string& base_path) {
  return Writer(packages, base_path).write();
}

}  // namespace porthole::labs
