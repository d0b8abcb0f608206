// How many links a second the owners of buckets take from the inbox of a repository in PostgreSQL,
// while all gatherers write pages:
//   inbox_bench --storage 'postgresql://USER@/DATABASE?host=FOLDER&schema=NAME' [--gatherers 4]
//              [--batches 40]
// Each gatherer is a thread with connections of its own and an equal share of the buckets. It
// commits batches of 128 pages, 50 links each, of which 33 name URLs that are new to it and 15 lead
// to sites of other gatherers. Phases: all write, and take what others found after each batch; they
// take the rest; they write without taking; they take all that waits. A URL that was taken gets a
// priority, as in a crawl. Nothing is fetched, parsed or rated. The schema must be new; it stays
// for a look.

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "repository/bucket_lease.h"
#include "repository/buckets.h"
#include "repository/inbox.h"
#include "repository/shared_repository.h"

namespace porthole {
namespace {

using namespace repository;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kPages = 128, kLinks = 50;
constexpr std::size_t kMostRead = 2000;  // as gatherer/share/share.cc
constexpr double kForeign = 0.3, kNew = 0.66;
constexpr std::size_t kSites = 20'000;

struct Options {
  std::string storage;
  std::size_t gatherers = 4, batches = 40;
};

struct Tally {
  std::atomic<std::size_t> taken{0}, links{0}, pages{0};
};

[[noreturn]] void stop(const Error& error) {
  std::cerr << "inbox_bench: " << error.to_string() << '\n';
  std::exit(1);
}
template <class T>
T or_stop(Result<T> result) {
  if (!result) stop(result.error());
  return std::move(*result);
}
void or_stop(const Result<void>& result) {
  if (!result) stop(result.error());
}

std::string site_of(std::size_t number) { return "s" + std::to_string(number) + ".org"; }

class Gatherer {
 public:
  Gatherer(const Options& options, std::size_t number)
      : place_(options.storage,
               std::filesystem::temp_directory_path() / ("inbox_bench-" + std::to_string(number))),
        random_(number),
        lease_(or_stop(BucketLease::join(options.storage, "g" + std::to_string(number),
                                         std::chrono::hours(1)))) {
    const bool is_last = number == options.gatherers;
    or_stop(lease_->take(is_last ? kBuckets : kBuckets / options.gatherers));
    held_ = or_stop(lease_->renew());
  }
  void open() {
    repository_ = or_stop(open_shared(place_, *lease_, held_));
    if (or_stop(repository_->counts()).urls > 0)
      stop({.code = ErrorCode::kUsage, .message = "the schema of --storage is not new"});
    inbox_ = or_stop(Inbox::open(place_, held_));
    std::vector<bool> own(kBuckets);
    for (const HeldBucket& bucket : held_) own[static_cast<std::size_t>(bucket.bucket)] = true;
    for (std::size_t i = 0; i < kSites; ++i) {
      const auto bucket = static_cast<std::size_t>(bucket_of(site_of(i)));
      (own[bucket] ? own_ : foreign_).push_back(i);
    }
  }

  void write_batch(Tally& counts) {
    for (std::size_t i = 0; i < kPages; ++i) add_page();
    commit(counts);
  }
  /// Takes up all that waits. Requires: nobody writes pages.
  void drain(Tally& counts) {
    do commit(counts);
    while (read() > 0);
  }

  std::size_t read() {
    const std::vector<InboxLink> links = or_stop(inbox_->read(kMostRead));
    for (const InboxLink& link : links) {
      if (link.source) adopted(link.source->url);
      const UrlId target = adopted(link.target);
      batch_.shared.taken.push_back({link.row, target});
      batch_.priorities.emplace_back(target, 0.5);
    }
    return links.size();
  }

 private:
  UrlId add_url(std::size_t site, UrlState state) {
    UrlRecord url;
    url.id = ++last_;
    url.site = url.host = site_of(site);
    url.key = url.href = "https://" + url.site + "/" + std::to_string(lease_->gatherer()) + "/" +
                         std::to_string(last_);
    url.state = state;
    batch_.new_urls.push_back(std::move(url));
    return last_;
  }
  std::size_t any(const std::vector<std::size_t>& sites) { return sites[random_() % sites.size()]; }

  void add_page() {
    PageRecord page;
    page.id = add_url(any(own_), UrlState::kFetched);
    page.order = ++order_;
    page.digest = "sha1:" + std::to_string(page.id);
    page.document.title = "A page of a benchmark";
    page.document.text = std::string(600, 'x');
    for (std::uint32_t position = 0; position < kLinks; ++position) {
      const bool is_foreign = share_(random_) < kForeign;
      std::vector<UrlId>& known = is_foreign ? known_foreign_ : known_own_;
      const bool is_new = known.empty() || share_(random_) < kNew;
      if (is_new) known.push_back(add_url(any(is_foreign ? foreign_ : own_), UrlState::kQueued));
      const UrlId target = is_new ? known.back() : known[random_() % known.size()];
      LinkRecord link;
      link.source = page.id;
      link.position = position;
      link.target = target;
      link.link.anchor = "the text of a link";
      link.link.before = "Words that stand before the link in its block, as many as usual, and";
      link.link.after = "words that come after it, up to the end of the sentence or the block";
      batch_.links.push_back(std::move(link));
      if (is_foreign)
        batch_.shared.notices.push_back(
            {.target = target, .source = page.id, .position = position, .hops = 1});
    }
    batch_.pages.push_back(std::move(page));
  }
  void commit(Tally& counts) {
    counts.taken += batch_.shared.taken.size();
    counts.links += batch_.links.size();
    counts.pages += batch_.pages.size();
    or_stop(repository_->crawl().apply(batch_));
    batch_ = {};
  }
  UrlId adopted(const UrlRecord& url) {
    const auto [known, is_new] = adopted_.try_emplace(url.key, last_ + 1);
    if (!is_new) return known->second;
    batch_.shared.adopted.push_back({.id = ++last_, .stored = url.id, .site = url.site});
    return last_;
  }

  StoragePlace place_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> share_{0, 1};
  std::unique_ptr<BucketLease> lease_;
  std::vector<HeldBucket> held_;
  std::unique_ptr<Repository> repository_;
  std::unique_ptr<Inbox> inbox_;
  std::vector<std::size_t> own_, foreign_;        ///< Sites.
  std::vector<UrlId> known_own_, known_foreign_;  ///< URLs.
  std::unordered_map<std::string, UrlId> adopted_;
  Batch batch_;
  UrlId last_ = 0;
  std::int64_t order_ = 0;
};

void print(const char* phase, const Tally& counts, double seconds) {
  std::printf(
      "%-22s %6.1f s  %9zu pages (%5.0f a second)  %9zu links (%6.0f)  %9zu taken (%6.0f)\n", phase,
      seconds, counts.pages.load(), static_cast<double>(counts.pages.load()) / seconds,
      counts.links.load(), static_cast<double>(counts.links.load()) / seconds, counts.taken.load(),
      static_cast<double>(counts.taken.load()) / seconds);
}

/// Runs `work` of each gatherer in a thread of its own, and prints what they did in all.
template <class Work>
void run_phase(const char* name, std::vector<std::unique_ptr<Gatherer>>& gatherers,
               const Work& work) {
  Tally counts;
  const auto start = Clock::now();
  std::vector<std::thread> threads;
  for (const auto& gatherer : gatherers) threads.emplace_back([&] { work(*gatherer, counts); });
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> took = Clock::now() - start;
  print(name, counts, took.count());
}

void run(const Options& options) {
  std::vector<std::unique_ptr<Gatherer>> gatherers;
  for (std::size_t i = 0; i < options.gatherers; ++i)
    gatherers.push_back(std::make_unique<Gatherer>(options, i + 1));
  for (const auto& gatherer : gatherers) gatherer->open();
  const auto write = [&](bool takes) {
    return [&options, takes](Gatherer& gatherer, Tally& counts) {
      for (std::size_t i = 0; i < options.batches; ++i) {
        gatherer.write_batch(counts);
        if (takes) gatherer.read();
      }
    };
  };
  const auto drain = [](Gatherer& gatherer, Tally& counts) { gatherer.drain(counts); };
  run_phase("write and take", gatherers, write(true));
  run_phase("take the rest", gatherers, drain);
  run_phase("write", gatherers, write(false));
  run_phase("take", gatherers, drain);
}

}  // namespace
}  // namespace porthole

int main(int argc, char** argv) {
  porthole::Options options;
  CLI::App app("Measures how fast gatherers take links from the inbox");
  app.add_option("--storage", options.storage)->required();
  app.add_option("--gatherers", options.gatherers)
      ->check(CLI::Range(2, porthole::repository::kBuckets));
  app.add_option("--batches", options.batches);
  CLI11_PARSE(app, argc, argv);
  porthole::run(options);
  return 0;
}
