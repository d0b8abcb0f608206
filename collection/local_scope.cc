#include "collection/local_scope.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

#include "base/url/percent_encode.h"
#include "base/url/url.h"

namespace porthole::collection {

namespace {

constexpr std::string_view kLocalSchemes[] = {"file", "maildir", "mbox", "sqlite"};
constexpr std::string_view kFile = "file:";

bool is_confined(const ScopeRule& rule) {
  if (!rule.accept) return true;
  if (rule.plugin) return false;
  if (!rule.schemes.empty())
    return std::all_of(rule.schemes.begin(), rule.schemes.end(), is_local_scheme);
  const std::size_t colon = rule.prefix.find(':');
  return colon != std::string::npos &&
         is_local_scheme(std::string_view(rule.prefix).substr(0, colon));
}

namespace fs = std::filesystem;
constexpr std::string_view kScheme = "file://";
constexpr std::string_view kRoot = "file:///";

/// True for a text that is meant as a path: /srv/papers, ./papers, papers/missing (no host has a
/// name without a dot but this machine), or the name of something that is there and no URL.
bool is_path(const std::string& text) {
  if (text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text == "." ||
      text == "..")
    return true;
  const std::size_t slash = text.find('/');
  const std::string first = text.substr(0, slash);
  const bool may_be_host = first.find_first_of(".:") != std::string::npos || first == "localhost";
  if (slash != std::string::npos && !may_be_host) return true;
  std::error_code ignored;
  return !Url::parse(text) && !text.empty() && fs::exists(text, ignored);
}

/// The URL of a path, encoded as the protocol `file` does it.
std::string url_of_path(const std::string& path) {
  std::string url(kScheme);
  const std::string whole = fs::absolute(path).lexically_normal().string();
  for (const char& c : whole) {
    if (c == '%') {
      url += "%25";
    } else if (c == '\\') {
      url += "%5C";
    } else {
      append_percent_encoded(url, std::string_view(&c, 1), EncodeSet::kPath);
    }
  }
  std::error_code ignored;
  if (fs::is_directory(whole, ignored) && !url.ends_with('/')) url += '/';
  return url;
}

tl::unexpected<Error> unusable(const std::string& seed, const std::string& why) {
  return fail(ErrorCode::kUsage, "--seed " + seed + ": " + why,
              "give the whole path of a file or folder: --seed file:///srv/papers/");
}

}  // namespace

bool is_local_scheme(std::string_view scheme) {
  return std::find(std::begin(kLocalSchemes), std::end(kLocalSchemes), scheme) !=
         std::end(kLocalSchemes);
}

bool asks_others(const Specification& specification) {
  const std::vector<ScopeRule>& scope = specification.scope;
  return specification.network.is_live() &&
         (scope.empty() || !std::all_of(scope.begin(), scope.end(), is_confined));
}

std::string common_folder(const std::vector<std::string>& urls) {
  std::string common;
  for (const std::string& url : urls) {
    if (!url.starts_with(kFile)) continue;
    const std::string folder = url.substr(0, url.rfind('/') + 1);
    if (common.empty()) common = folder;
    const auto end =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end()).first;
    common.erase(end, common.end());
    common.erase(common.rfind('/') + 1);
  }
  return common;
}

void make_urls_of_paths(std::vector<std::string>& seeds) {
  for (std::string& seed : seeds) {
    if (is_path(seed)) seed = url_of_path(seed);
  }
}

Result<void> check_local_seeds(std::vector<std::string>& seeds) {
  for (std::string& seed : seeds) {
    const Result<Url> url = Url::parse(seed);
    if (!url || url->scheme() != "file") continue;
    if (!url->host().empty()) return unusable(seed, "it is on another machine");
    std::error_code error;
    const fs::file_status found = fs::status(percent_decode(url->path()), error);
    if (!fs::exists(found)) return unusable(seed, "there is no such file or folder");
    if (!fs::is_directory(found) && !fs::is_regular_file(found))
      return unusable(seed, "it is neither a file nor a folder");
    if (fs::is_directory(found) && !seed.ends_with('/')) seed += '/';
  }
  if (common_folder(seeds) != kRoot) return {};
  return fail(ErrorCode::kUsage, "the seeds have no common folder but /",
              "put the documents into one folder, or make a collection for each");
}

}  // namespace porthole::collection
