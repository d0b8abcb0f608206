#pragma once

/// The owners that a crawl is made of, put together for a test of one of them: a scripted web, a
/// clock that stands still; with CrawlPieces a repository and an archive in a temporary folder.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive/recorded_web.h"
#include "archive/warc_writer.h"
#include "gatherer/crawl/committer.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/fetch_policy.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/recrawl.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/share/share.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "repository/repository.h"
#include "tests/support/scripted_fetcher.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

/// Settings of a test, made before the pieces are.
struct CrawlSettings {
  collection::Specification specification = [] {
    collection::Specification made;
    made.agent.name = "porthole";
    made.strategy.name = "breadth-first";
    made.network.gateway = "http://127.0.0.1:1/";  // so that nothing is waited for
    return made;
  }();
  gatherer::GatherOptions options;
  gatherer::MannersByScheme manners;
};

/// Without a repository, a parser and a writer.
struct FetchPieces {
  explicit FetchPieces(CrawlSettings chosen = {})
      : settings(std::move(chosen)),
        scope(gatherer::Scope::make(settings.specification).value()),
        rules{.specification = settings.specification,
              .archive_folder = {},
              .options = settings.options,
              .clock = clock,
              .scope = scope,
              .precedence = precedence,
              .judge = *judge,
              .manners = settings.manners},
        fetcher(settings.specification, clock, web),
        urls([this](const std::string& host) { return fetcher.queue_of(host); },
             [this](std::uint32_t site) {
               const gatherer::Share* const share = settings.options.share;
               return share == nullptr || share->owns(site, urls.sites());
             }),
        budget(rules, urls),
        queue(core, strategy()),
        links({core, queue}),
        first({core, queue, links}),
        copies(urls),
        recrawl({core, links, copies}),
        policies{urls, first, recrawl} {}

  gatherer::ChosenStrategy strategy() const {
    return gatherer::make_strategy(settings.specification.strategy,
                                   {.topic = settings.specification.topic})
        .value();
  }

  /// Admits `url` as a link on the way from a seed would.
  gatherer::UrlId admit(const std::string& url, const gatherer::LinkOrigin& origin = {}) {
    return links.admit(Url::parse(url).value(), origin);
  }
  /// A page that was fetched, with `digest` as the hash of its bytes.
  gatherer::UrlId fetched_page(const std::string& url, std::uint64_t digest = 0) {
    const gatherer::UrlId id = admit(url);
    urls.set_digest(id, digest);
    urls.apply(id, repository::UrlEvent::kFetch);
    return id;
  }
  /// All URLs that wait in queues.
  std::set<std::string> queued() const {
    std::set<std::string> hrefs;
    for (const gatherer::UrlId id : fetcher.all_queued()) hrefs.insert(urls.href(id));
    return hrefs;
  }

  CrawlSettings settings;
  ManualClock clock;
  ScriptedFetcher web{clock};
  gatherer::Scope scope;
  const gatherer::Precedence precedence;
  const std::unique_ptr<gatherer::PageJudge> judge =
      gatherer::make_own_words_judge(settings.specification.topic);
  gatherer::CrawlRules rules;
  gatherer::PoliteFetcher fetcher;
  gatherer::UrlTable urls;
  gatherer::CrawlBudget budget;
  const gatherer::CrawlCore core{rules, urls, fetcher, budget};
  gatherer::CrawlQueue queue;
  gatherer::LinkAdmission links;
  gatherer::FirstFetch first;
  gatherer::PageCopies copies;
  gatherer::Recrawl recrawl;
  gatherer::FetchPolicies policies;
};

struct CrawlPieces : FetchPieces {
  explicit CrawlPieces(CrawlSettings chosen = {})
      : FetchPieces(std::move(chosen)),
        repository(
            repository::open_sqlite(folder / "repository.db", repository::Access::kWrite).value()),
        archive(archive::WarcWriter::open(folder / "archive", {}, "", 0).value()),
        committer(repository->crawl(), *archive),
        commits(committer, clock, urls) {
    rules.archive_folder = folder / "archive";
  }

  /// Writes all that came together, and returns the URLs of the answers in the archive.
  std::set<std::string> archived() {
    commits.send();
    EXPECT_TRUE(committer.drain());
    const auto written = archive::RecordedWeb::open({folder / "archive" / archive->file()});
    if (!written) return {written.error().to_string()};
    const std::vector<std::string> hrefs = written->urls();
    return {hrefs.begin(), hrefs.end()};
  }

  TempDir folder;
  std::unique_ptr<repository::Repository> repository;
  std::unique_ptr<archive::WarcWriter> archive;
  gatherer::Committer committer;
  gatherer::CommitBuilder commits;
};

}  // namespace porthole::testing
