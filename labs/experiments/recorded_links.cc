#include "labs/experiments/recorded_links.h"

#include <unordered_set>
#include <utility>

namespace porthole::labs {
namespace {

using PageId = RecordedLinks::PageId;
using repository::UrlId;

std::uint32_t number_of(const std::string& name,
                        std::unordered_map<std::string, std::uint32_t>& numbers) {
  return numbers.try_emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second;
}

/// Reads how much the pages say.
class ContentLengths final : public repository::CrawlState::Visitor {
 public:
  ContentLengths(const std::unordered_map<UrlId, PageId>& numbers,
                 std::vector<RecordedLinks::Page>& pages)
      : numbers_(numbers), pages_(pages) {}
  void url(repository::UrlRecord) override {}
  void page(repository::CrawlState::KnownPage page) override {
    const auto found = numbers_.find(page.id);
    if (found == numbers_.end()) return;
    pages_[found->second].content_length = page.content_length;
  }
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}

 private:
  const std::unordered_map<UrlId, PageId>& numbers_;
  std::vector<RecordedLinks::Page>& pages_;
};

}  // namespace

PageId RecordedLinks::find(std::string_view url_key) const {
  const auto found = by_key_.find(std::string(url_key));
  return found == by_key_.end() ? no_page() : found->second;
}

Result<RecordedLinks> RecordedLinks::read(repository::Repository& repository) {
  RecordedLinks web;
  std::unordered_map<std::string, std::uint32_t> sites, hosts;
  std::unordered_map<UrlId, PageId> numbers;
  std::vector<std::pair<UrlId, UrlId>> others;  // copies and aliases, with their originals
  std::unordered_set<UrlId> copies;
  const auto add = [&](const repository::UrlRecord& url) -> Page& {
    numbers.emplace(url.id, static_cast<PageId>(web.pages_.size()));
    Page& page = web.pages_.emplace_back();
    page.url = url.href;
    page.site = number_of(url.site, sites);
    page.host = number_of(url.host, hosts);
    return page;
  };
  repository::Pages::Filter filter;
  filter.with_text = true;
  TRY_AS(pages, repository.pages().for_each(
                    filter, [&](const repository::UrlRecord& url,
                                const repository::PageRecord& record, std::int64_t, std::int64_t) {
                      if (record.duplicate_of != 0) {
                        others.emplace_back(url.id, record.duplicate_of);
                        copies.insert(url.id);
                        return true;
                      }
                      Page& page = add(url);
                      page.document.title = record.document.title;
                      page.document.description = record.document.description;
                      page.document.text = record.document.text.substr(0, kMostText);
                      return true;
                    }));
  ContentLengths lengths(numbers, web.pages_);
  TRY(repository.crawl().load_pages(lengths));
  std::vector<std::pair<UrlId, std::string>> keys;
  TRY_AS(urls, repository.urls().for_each([&](const repository::UrlRecord& url) {
    keys.emplace_back(url.id, url.key);
    if (url.alias_of != 0) {
      others.emplace_back(url.id, url.alias_of);
    } else if (url.state == repository::UrlState::kDropped &&
               repository::is_failed_fetch(url.reason)) {
      add(url).fails = true;
    }
    return true;
  }));
  // A chain of redirects is as long as the rounds that it takes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [other, original] : others) {
      const auto found = numbers.find(original);
      if (found != numbers.end()) changed |= numbers.emplace(other, found->second).second;
    }
  }
  for (const auto& [id, key] : keys) {
    if (const auto found = numbers.find(id); found != numbers.end())
      web.by_key_.emplace(key, found->second);
  }
  const Result<void> links =
      repository.links().for_each_in_order([&](const repository::LinkRecord& record) {
        const auto from = numbers.find(record.source), to = numbers.find(record.target);
        if (from == numbers.end() || to == numbers.end() || from->second == to->second) return;
        if (copies.contains(record.source)) return;  // It has those of its original.
        web.pages_[from->second].targets.push_back(to->second);
        web.pages_[from->second].links.push_back(record.link);
      });
  if (!links) return fail(links.error());
  web.sites_.resize(sites.size());
  for (const auto& [name, number] : sites) web.sites_[number] = name;
  return web;
}

}  // namespace porthole::labs
