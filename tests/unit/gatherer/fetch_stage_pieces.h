#pragma once

/// A FetchStage with the parts around it, for the tests of a first fetch and of a later one.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/crawl/fetch_stage.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::testing {

/// The parts around a FetchStage. Pages that reach the parser stay there.
struct FetchStagePieces {
  explicit FetchStagePieces(CrawlSettings settings = {}, int at_once = 0)
      : crawl(std::move(settings)),
        fetches({crawl.settings.specification, crawl.clock, crawl.urls, crawl.fetcher, parser,
                 crawl.budget, crawl.commits, crawl.queue, crawl.links, sitemaps, recrawl},
                crawl.settings.specification.sitemaps, at_once) {
    crawl.budget.begin();
  }

  gatherer::UrlId queue(const std::string& url, const gatherer::LinkOrigin& origin = {}) {
    const gatherer::UrlId id = crawl.admit(url, origin);
    crawl.queue.enqueue(id);
    return id;
  }
  /// A page of an earlier run that is fetched again, with `etag` as its validator.
  gatherer::UrlId queue_again(const std::string& url, const std::string& etag) {
    const gatherer::UrlId id = crawl.fetched_page(url);
    repository::PageRecord page;
    page.id = page.order = id;
    page.fetched_at = crawl.clock.wall();
    page.etag = etag;
    crawl.commits.add_page(std::move(page), {.id = id, .url = Url::parse(url).value()});
    crawl.commits.send();
    EXPECT_TRUE(crawl.committer.drain());
    EXPECT_TRUE(recrawl.queue_old(*crawl.repository, crawl.clock.wall(),
                                  gatherer::RefreshOrder::by_hubs(), nullptr));
    return id;
  }
  /// Pages of an earlier run, a day old, that are fetched again by value.
  std::vector<gatherer::UrlId> queue_by_value(const std::vector<std::string>& urls) {
    std::vector<gatherer::UrlId> ids;
    for (const std::string& url : urls) {
      ids.push_back(crawl.fetched_page(url));
      repository::PageRecord page;
      page.id = page.order = ids.back();
      page.fetched_at = crawl.clock.wall() - std::chrono::hours(24);
      crawl.commits.add_page(std::move(page), {.id = ids.back(), .url = Url::parse(url).value()});
    }
    crawl.commits.send();
    EXPECT_TRUE(crawl.committer.drain());
    const std::vector<repository::VisitRecord> no_visits;
    EXPECT_TRUE(recrawl.queue_old(*crawl.repository, crawl.clock.wall(),
                                  gatherer::RefreshOrder::by_value(), &no_visits));
    return ids;
  }
  /// Starts all requests that may be made now, and takes their answers.
  void turn() {
    fetches.issue();
    std::vector<pollfd> others;
    std::vector<gatherer::FetchedPage> done;
    crawl.fetcher.poll(std::chrono::milliseconds(0), others, done);
    for (gatherer::FetchedPage& page : done) fetches.answered(std::move(page));
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

  CrawlPieces crawl;
  std::unique_ptr<parser::ParserPool> pool = parser::ParserPool::start({}).value();
  gatherer::PageParser parser{*pool, 100, "porthole"};
  gatherer::Recrawl recrawl{
      {crawl.clock, crawl.urls, crawl.fetcher, crawl.budget, crawl.commits, crawl.copies}, {}};
  gatherer::SitemapCrawl sitemaps{{crawl.scope, crawl.clock, crawl.urls, crawl.fetcher, crawl.queue,
                                   crawl.links,
                                   crawl.settings.options.refresh ? &recrawl.values() : nullptr}};
  gatherer::FetchStage fetches;

 private:
  std::map<gatherer::UrlId, gatherer::UrlRecord> rows_;
};

}  // namespace porthole::testing
