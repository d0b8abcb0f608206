#pragma once

/// A FetchStage with the parts around it, for the tests of a first fetch (FetchPieces) and of a
/// later one (CrawlPieces).

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/crawl/fetch_stage.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::testing {

template <class Pieces>
struct FetchStagePieces {
  explicit FetchStagePieces(CrawlSettings settings = {}, int at_once = 0)
      : crawl([&] {
          settings.options.pages_at_once = at_once;
          return std::move(settings);
        }()) {
    crawl.budget.begin();
  }

  gatherer::UrlId queue(const std::string& url, const gatherer::LinkOrigin& origin = {}) {
    const gatherer::UrlId id = crawl.admit(url, origin);
    crawl.queue.enqueue(id);
    return id;
  }
  /// Starts all requests that may be made now, and takes their answers.
  void turn() {
    fetches.queue_due();
    fetches.issue();
    std::vector<pollfd> others;
    std::vector<gatherer::FetchedPage> done;
    crawl.fetcher.poll(std::chrono::milliseconds(0), others, done);
    for (const gatherer::FetchedPage& page : done) {
      crawl.budget.asked(page.kind);
      take(page);
    }
  }
  void take(const gatherer::FetchedPage& page) {
    if (page.response.status == gatherer::FetchStatus::kAnswer) crawl.recrawl.heard_a_server();
    const auto next = fetches.answered(page);
    if (next == gatherer::FetchStage::Next::kParse) parsed.insert(page.url.href());
    if (next == gatherer::FetchStage::Next::kArchive) archived.insert(page.url.href());
  }
  /// Goes on until no request is made for some turns; the clock leaps to the next that is due.
  void run() {
    for (int idle = 0; idle < 3; ++idle) {
      const std::size_t asked = crawl.web.asked().size();
      turn();
      if (crawl.web.asked().size() > asked) idle = 0;
      const SteadyTime next = crawl.fetcher.next_ready();
      if (next == SteadyTime::max()) continue;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - crawl.clock.steady());
      if (left > std::chrono::milliseconds(0)) crawl.clock.advance(left);
    }
  }
  std::vector<std::string> asked() const {
    std::vector<std::string> urls;
    for (const auto& asked : crawl.web.asked()) {
      if (!asked.url.ends_with("/robots.txt")) urls.push_back(asked.url);
    }
    return urls;
  }
  /// "dropped: robots.txt: line 2: Disallow: /", as the repository gets it.
  std::string outcome(gatherer::UrlId id) {
    repository::Batch batch;
    crawl.urls.take_changes(batch);
    for (const gatherer::UrlRecord& url : batch.new_urls) rows_[url.id] = url;
    for (const gatherer::UrlRecord& url : batch.changed_urls) rows_[url.id] = url;
    const gatherer::UrlRecord& url = rows_[id];
    return std::string(name_of(url.state)) + ": " + name_of(url.reason) + ": " + url.detail;
  }
  const gatherer::UrlTable::Entry& operator[](gatherer::UrlId id) { return crawl.urls[id]; }

  Pieces crawl;
  gatherer::SitemapCrawl sitemaps{
      {crawl.core, crawl.links,
       crawl.settings.options.refresh ? &crawl.recrawl.values() : nullptr}};
  gatherer::FetchStage fetches{{crawl.core, crawl.links, sitemaps, crawl.policies}};
  std::set<std::string> parsed, archived;  ///< URLs of answers.

 private:
  std::map<gatherer::UrlId, gatherer::UrlRecord> rows_;
};

}  // namespace porthole::testing
