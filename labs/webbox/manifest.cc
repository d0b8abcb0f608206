#include "labs/webbox/manifest.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <system_error>
#include <unordered_map>

#include "base/text/text.h"
#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxPage = 3u << 20;
constexpr std::uint64_t kMaxOther = 512u << 10;
constexpr int kMaxRedirects = 4;
// PCRE recurses along the subject; no address of the box comes near this length.
constexpr std::size_t kMaxAliasAddress = 4096;
constexpr std::size_t kMaxHost = 253;  // RFC 1035 2.3.4, written out
constexpr std::array<std::string_view, 6> kSkippedFolders{"_modules",   "_sources",  "_static",
                                                          "_downloads", "class-use", ".doctrees"};
/// The best first.
constexpr std::array<std::string_view, 5> kIndexNames{"index.html", "index.htm", "index.xhtml",
                                                      "index.en.html", "toc.html"};

bool is_skipped_folder(const std::string& name) {
  return std::find(kSkippedFolders.begin(), kSkippedFolders.end(), name) != kSkippedFolders.end();
}

/// kIndexNames.size() when it is not an index.
std::size_t index_rank(std::string_view name) {
  const auto found = std::find(kIndexNames.begin(), kIndexNames.end(), ascii_lower(name));
  return static_cast<std::size_t>(found - kIndexNames.begin());
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

/// The folder of the unpacked packages, as links in it resolve.
fs::path packages_of(const fs::path& cache) {
  std::error_code error;
  fs::path packages = fs::weakly_canonical(cache / "x", error);
  return error ? cache / "x" : packages;
}

std::vector<fs::directory_entry> sorted_entries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    entries.push_back(*it);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::size_t depth(std::string_view address) {
  return static_cast<std::size_t>(std::count(address.begin(), address.end(), '/'));
}

/// Adds the targets of one attribute in `text` (lower case) that lead to a page and have neither a
/// scheme nor a host.
void collect_relative(const std::string& text, std::string_view attribute,
                      std::set<std::string>& targets) {
  for (std::size_t at = text.find(attribute); at != std::string::npos;
       at = text.find(attribute, at)) {
    at += attribute.size();
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
    std::string target = text.substr(at, text.find_first_of("\"'# >\n", at) - at);
    const bool is_page = media_type_of(target).is_page || target.ends_with('/');
    if (is_page && target.find(':') == std::string::npos && !target.starts_with("//")) {
      targets.insert(std::move(target));
    }
  }
}

/// How many other pages a page links to or frames by a relative address. An estimate by a scan,
/// good enough to choose a front page.
std::size_t count_relative_links(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text = ascii_lower(std::string(std::istreambuf_iterator<char>(in), {}));
  std::set<std::string> targets;
  collect_relative(text, "href=", targets);
  collect_relative(text, "src=", targets);
  return targets.size();
}

constexpr MediaType kHtml{"text/html", true, true};
constexpr MediaType kUnknown{"application/octet-stream", false, false};

const std::unordered_map<std::string, MediaType>& by_ending() {
  static const std::unordered_map<std::string, MediaType> table{
      {"html", kHtml},
      {"htm", kHtml},
      {"xhtml", {"application/xhtml+xml", true, true}},
      {"css", {"text/css", false, true}},
      {"js", {"text/javascript", false, true}},
      {"txt", {"text/plain", false, true}},
      {"xml", {"application/xml", false, true}},
      {"xsl", {"application/xml", false, true}},
      {"rss", {"application/rss+xml", false, true}},
      {"atom", {"application/atom+xml", false, true}},
      {"rdf", {"application/rdf+xml", false, true}},
      {"json", {"application/json", false, true}},
      {"svg", {"image/svg+xml", false, true}},
      {"png", {"image/png", false, false}},
      {"gif", {"image/gif", false, false}},
      {"jpg", {"image/jpeg", false, false}},
      {"jpeg", {"image/jpeg", false, false}},
      {"webp", {"image/webp", false, false}},
      {"ico", {"image/vnd.microsoft.icon", false, false}},
      {"pdf", {"application/pdf", false, false}},
      {"ps", {"application/postscript", false, false}},
      {"gz", {"application/gzip", false, false}},
      {"zip", {"application/zip", false, false}},
      {"woff", {"font/woff", false, false}},
      {"woff2", {"font/woff2", false, false}},
      {"ttf", {"font/ttf", false, false}},
  };
  return table;
}

}  // namespace

Manifest Manifest::build(std::vector<Site> sites, const fs::path& cache) {
  Manifest manifest;
  manifest.sites_ = std::move(sites);
  manifest.page_counts_.resize(manifest.sites_.size());
  const fs::path packages = packages_of(cache);
  for (std::size_t i = 0; i < manifest.sites_.size(); ++i) manifest.add_site(i, packages);
  for (auto& [host, pages] : manifest.pages_) std::sort(pages.begin(), pages.end());
  return manifest;
}

void Manifest::serve_from(std::size_t number, const std::string& root, const fs::path& cache) {
  Site& site = sites_[number];
  site.root = root;
  std::erase_if(left_out_, [&](const LeftOut& one) { return one.site == site.name; });
  add_site(number, packages_of(cache));
  const auto pages = pages_.find(site.host());
  if (pages != pages_.end()) std::sort(pages->second.begin(), pages->second.end());
}

void Manifest::add_site(std::size_t number, const fs::path& packages) {
  const Site& site = sites_[number];
  std::error_code error;
  const fs::path root = fs::canonical(packages / site.package / site.root, error);
  if (error || !lies_in(root, packages) || !fs::is_directory(root, error)) {
    const bool has_package = fs::is_directory(packages / site.package, error);
    left_out_.push_back({site.name, site.package,
                         has_package ? "the package holds no folder " + site.root
                                     : "the package is not in the cache"});
    return;
  }
  const std::size_t before = resources_.size();
  walk(number, root, "", packages);
  if (resources_.size() == before) {
    left_out_.push_back({site.name, site.package, "there is nothing to serve in " + site.root});
    return;
  }
  hosts_.emplace(site.host());
}

void Manifest::walk(std::size_t site, const fs::path& folder, const std::string& relative,
                    const fs::path& packages) {
  std::error_code error;
  for (const auto& entry : sorted_entries(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_link = entry.is_symlink(error);
    if (entry.is_directory(error)) {
      if (!is_link && !is_skipped_folder(name)) {
        walk(site, entry.path(), relative + name + '/', packages);
      }
      continue;
    }
    if (!entry.is_regular_file(error)) continue;
    fs::path file = entry.path();
    if (is_link) {
      file = fs::canonical(file, error);
      if (error || !lies_in(file, packages)) continue;
    }
    add_file(site, file, relative + name);
  }
}

void Manifest::add_file(std::size_t number, const fs::path& file, const std::string& relative) {
  const Site& site = sites_[number];
  if (site.exclude && site.exclude->is_found_in(relative)) return;
  const MediaType& by_name = media_type_of(relative);
  const MediaType& type = site.is_hub() && !by_name.is_page ? html_media_type() : by_name;
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(file, error);
  if (error || bytes > (type.is_page ? kMaxPage : kMaxOther)) return;

  const std::string address = site.base + relative;
  Resource resource{file.string(), number, &type, bytes, false};
  if (const auto found = resources_.find(address); found != resources_.end()) {
    if (!found->second.is_folder) return;
  }
  resources_.insert_or_assign(address, resource);
  if (type.is_page) {
    pages_[std::string(site.host())].push_back(percent_encode_path(address));
    ++page_counts_[number];
  }
  const auto slash = address.rfind('/');
  add_folder(address.substr(0, slash + 1), std::string_view(address).substr(slash + 1), resource);
}

void Manifest::add_folder(const std::string& address, std::string_view index_name,
                          const Resource& index) {
  const std::size_t rank = index_rank(index_name);
  if (rank == kIndexNames.size()) return;
  if (const auto found = resources_.find(address); found != resources_.end()) {
    const std::string& file = found->second.file;
    if (index_rank(file.substr(file.rfind('/') + 1)) <= rank) return;
  }
  Resource folder = index;
  folder.is_folder = true;
  resources_.insert_or_assign(address, folder);
}

const Resource* Manifest::find(std::string_view address) const {
  auto found = resources_.find(address);
  if (found == resources_.end() && address.find('%') != std::string_view::npos) {
    found = resources_.find(percent_decode(address));
  }
  return found == resources_.end() ? nullptr : &found->second;
}

std::optional<std::string> Manifest::redirect(std::string_view address) const {
  std::string text(address);
  if (!text.ends_with('/') && find(text + '/')) return text + '/';
  if (text.size() > kMaxAliasAddress) return std::nullopt;
  for (const Site& site : sites_) {
    for (const Alias& alias : site.aliases) {
      if (auto target = alias.rewrite(text)) return target;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Manifest::resolve(std::string_view address) const {
  std::string now(address);
  for (int step = 0; step <= kMaxRedirects; ++step) {
    if (find(now)) return now;
    auto next = redirect(now);
    if (!next) return std::nullopt;
    now = std::move(*next);
  }
  return std::nullopt;
}

bool Manifest::knows_host(std::string_view host) const {
  if (host.empty() || host.size() > kMaxHost) return false;
  if (hosts_.contains(host)) return true;
  const std::string prefix = std::string(host) + '/';
  return std::any_of(sites_.begin(), sites_.end(), [&](const Site& site) {
    return std::any_of(site.aliases.begin(), site.aliases.end(),
                       [&](const Alias& alias) { return alias.from.may_continue(prefix); });
  });
}

std::vector<std::string> Manifest::front_candidates(std::size_t number) const {
  std::vector<std::string> own;
  const auto host = pages_.find(sites_[number].host());
  if (host == pages_.end()) return own;
  std::size_t shallowest = std::string::npos;
  for (const auto& page : host->second) {
    if (find(page)->site != number) continue;
    own.push_back(page);
    shallowest = std::min(shallowest, depth(page));
  }
  std::erase_if(own, [&](const std::string& page) { return depth(page) > shallowest + 1; });
  return own;
}

std::string Manifest::front_page(std::size_t number) const {
  const std::string& base = sites_[number].base;
  for (const char* name : {"", "index.html", "contents.html"}) {
    const Resource* page = find(base + name);
    if (!page || !page->type->is_page || page->site != number) continue;
    if (sites_[number].is_hub() || count_relative_links(page->file) >= 2) return base + name;
    break;
  }
  std::string best;
  std::size_t most = 0;
  for (const auto& page : front_candidates(number)) {
    const std::size_t links = count_relative_links(find(page)->file);
    if (best.empty() || links > most) best = page, most = links;
  }
  return best;
}

std::size_t Manifest::page_count() const {
  return std::accumulate(page_counts_.begin(), page_counts_.end(), std::size_t{0});
}

std::size_t Manifest::page_count(std::size_t site) const { return page_counts_.at(site); }

const MediaType& media_type_of(std::string_view file_name) {
  const auto dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return kUnknown;
  const auto found = by_ending().find(ascii_lower(file_name.substr(dot + 1)));
  return found == by_ending().end() ? kUnknown : found->second;
}

const MediaType& html_media_type() { return kHtml; }

}  // namespace porthole::labs
