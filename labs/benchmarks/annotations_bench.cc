/// annotations_bench [PAGES] [LINKS]: links a second, through the store and into summaries.
///
/// PAGES pages (2,000) of 20 sites link LINKS times (50) each: a menu of ten that the site repeats,
/// the rest to pages anywhere with words of their own. They are stored as a crawl stores them, 64
/// pages a transaction; fetched again with each tenth link changed; and summarised before and after
/// that, when nearly all summaries are stale. Seconds of CPU of the one thread, and on the clock;
/// the rate is by CPU.

#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "repository/repository.h"
#include "summarizer/summarize.h"

namespace {

using namespace porthole;
using repository::Batch;
using repository::UrlId;

constexpr int kSites = 20;
constexpr int kMenu = 10;
constexpr int kPagesABatch = 64;

struct Size {
  std::int64_t pages, links;
};

std::string href(UrlId id) {
  return "https://site" + std::to_string(id % kSites) + ".org/pages/" + std::to_string(id) +
         ".html";
}

Link link_of(const Size& size, UrlId page, std::int64_t position, int version, UrlId& target) {
  Link link;
  const bool menu = position < kMenu;
  target = menu ? page % kSites + position * kSites + 1
                : (page * 7919 + position * 104'729) % size.pages + 1;
  if (target > size.pages) target = 1;
  link.url = href(target);
  const bool changed = version > 0 && position % 10 == 9;
  link.anchor = menu ? "Menu entry " + std::to_string(position)
                     : "words about page " + std::to_string(target) + (changed ? " now" : "");
  if (!menu) link.before = "text to the left of link " + std::to_string(position);
  return link;
}

Batch batch_of(const Size& size, UrlId first, int version) {
  Batch batch;
  for (UrlId id = first; id < first + kPagesABatch && id <= size.pages; ++id) {
    if (version == 0) {
      repository::UrlRecord url;
      url.id = id;
      url.key = url.href = href(id);
      url.host = url.site = "site" + std::to_string(id % kSites) + ".org";
      url.state = repository::UrlState::kFetched;
      batch.new_urls.push_back(std::move(url));
    }
    repository::PageRecord page;
    page.id = page.order = id;
    page.fetched_at = WallTime(std::chrono::seconds(1'790'000'000 + version * 86'400));
    page.document.title = "Page " + std::to_string(id);
    page.document.text = std::string(2000, 'x');
    batch.pages.push_back(std::move(page));
    for (std::int64_t i = 0; i < size.links; ++i) {
      repository::LinkRecord record;
      record.source = id;
      record.position = static_cast<std::uint32_t>(i);
      record.link = link_of(size, id, i, version, record.target);
      batch.links.push_back(std::move(record));
    }
  }
  return batch;
}

void fail_with(const Error& error) {
  std::fprintf(stderr, "%s\n", error.to_string().c_str());
  std::exit(1);
}

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

template <class Work>
void report(const char* what, Work work) {
  const auto begun = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  const std::int64_t links = work();
  const double used = cpu_seconds() - cpu;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf("%-26s %9lld links %8.2f s CPU %8.2f s %10.0f links a CPU-second\n", what,
              static_cast<long long>(links), used, took.count(), static_cast<double>(links) / used);
}

std::int64_t store(repository::Repository& repository, const Size& size, int version) {
  for (UrlId first = 1; first <= size.pages; first += kPagesABatch) {
    if (auto done = repository.crawl().apply(batch_of(size, first, version)); !done)
      fail_with(done.error());
  }
  return size.pages * size.links;
}

std::int64_t summarize(repository::Repository& repository, const Size& size) {
  const auto done = summarizer::summarize_stale(repository, {});
  if (!done) fail_with(done.error());
  return size.pages * size.links;
}

}  // namespace

int main(int argc, char** argv) {
  const Size size{argc > 1 ? std::atoll(argv[1]) : 2000, argc > 2 ? std::atoll(argv[2]) : 50};
  const auto folder =
      std::filesystem::temp_directory_path() / ("annotations_bench." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    auto repository = repository::open_sqlite(folder / "repository.db", repository::Access::kWrite);
    if (!repository) fail_with(repository.error());
    report("stored", [&] { return store(**repository, size, 0); });
    report("summarised", [&] { return summarize(**repository, size); });
    report("fetched again, compared", [&] { return store(**repository, size, 1); });
    report("summarised again", [&] { return summarize(**repository, size); });
  }
  std::filesystem::remove_all(folder);
  return 0;
}
