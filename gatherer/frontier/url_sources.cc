#include "gatherer/frontier/url_sources.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/open_collection.h"

namespace porthole::gatherer {

namespace {

std::string front_page(const Url& url) {
  return std::string(url.scheme()) + "://" + url.host_and_port() + "/";
}

/// The keys under which links to `page`, or to its host, are known.
std::vector<std::string> keys_of(const Url& page) {
  std::vector<std::string> keys = {page.key()};
  if (const Result<Url> front = Url::parse(front_page(page)); front && front->key() != keys[0])
    keys.push_back(front->key());
  return keys;
}

Result<std::vector<std::string>> in_links(repository::Repository& repository,
                                          const std::string& key) {
  std::vector<std::string> sources;
  TRY_AS(url, repository.urls().find(key));
  if (!*url) return sources;
  const repository::UrlId standing = (*url)->alias_of != 0 ? (*url)->alias_of : (*url)->id;
  TRY_AS(links, repository.links().in_links(standing));
  for (const repository::InLink& link : *links) {
    if (sources.size() == UrlSources::kMostOfSource) break;
    sources.push_back(link.source_href);
  }
  return sources;
}

constexpr std::size_t kLargestLinkFile = std::size_t{1} << 30;

std::optional<Url> page_named(std::string_view text) {
  const bool is_host = text.find("://") == std::string_view::npos;
  Result<Url> url = Url::parse(is_host ? "https://" + std::string(text) + "/" : std::string(text));
  if (!url || !url->is_web()) return std::nullopt;
  return url->without_fragment();
}

}  // namespace

std::vector<std::string> parent_folders(const Url& url) {
  std::vector<std::string> folders;
  if (!url.is_web()) return folders;
  std::string path(url.path());
  while (path.size() > 1) {
    path.pop_back();  // The slash of a folder, or a letter of a name.
    path.resize(path.rfind('/') + 1);
    const std::string host = front_page(url);
    folders.push_back(host + path.substr(1));
  }
  return folders;
}

Result<UrlSources> UrlSources::open(const collection::Specification& specification) {
  UrlSources sources;
  sources.parents_ = specification.parents;
  for (const collection::BackwardSource& source : specification.backward) {
    if (!source.file.empty()) {
      TRY_AS(links, LinkFile::read(source.file));
      sources.files_.push_back(std::move(*links));
    } else if (!source.collection.empty()) {
      auto other =
          collection::open_collection(source.collection.string(), repository::Access::kRead);
      if (!other) return fail(other.error());
      sources.others_.push_back(std::move(other->repository));
    } else {
      sources.services_.push_back(source.service);
    }
  }
  return sources;
}

std::vector<std::string> UrlSources::beside(const Url& page) const {
  std::vector<std::string> urls;
  if (parents_) urls = parent_folders(page);
  const auto add = [&](const std::string& url) {
    if (std::find(urls.begin(), urls.end(), url) == urls.end()) urls.push_back(url);
  };
  for (const std::string& key : keys_of(page)) {
    for (const LinkFile& file : files_) {
      for (const std::string& url : file.in_links(key, kMostOfSource)) add(url);
    }
    for (const auto& other : others_) {
      const auto found = in_links(*other, key);
      if (!found) {
        log(LogLevel::kWarning, "gatherer", "no backward links: " + found.error().to_string());
        continue;
      }
      for (const std::string& url : *found) add(url);
    }
  }
  for (const std::string& service : services_) {
    std::string url = service;
    const std::size_t place = url.find("{url}");
    add(url.replace(place, std::string_view("{url}").size(),
                    encode_parameter(page.without_fragment().href())));
  }
  std::erase(urls, page.without_fragment().href());
  return urls;
}

Result<LinkFile> LinkFile::read(const std::filesystem::path& file) {
  TRY_AS(text, xml::read_file(file, kLargestLinkFile));
  LinkFile links;
  int number = 0;
  for (const std::string_view whole : split(*text, '\n')) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t gap = line.find_first_of(" \t");
    std::optional<Url> source, target;
    if (gap != std::string_view::npos) {
      source = page_named(line.substr(0, gap));
      target = page_named(trim(line.substr(gap)));
    }
    if (!source || !target) {
      return fail({ErrorCode::kInvalid, "this line is not a pair of URLs or hosts", file.string(),
                   number, 0, "write the page that links, a tab, and the page that it links to"});
    }
    links.sources_[target->key()].push_back(source->href());
  }
  return links;
}

std::vector<std::string> LinkFile::in_links(const std::string& key, std::size_t most) const {
  const auto found = sources_.find(key);
  if (found == sources_.end()) return {};
  const std::vector<std::string>& all = found->second;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))};
}

}  // namespace porthole::gatherer
