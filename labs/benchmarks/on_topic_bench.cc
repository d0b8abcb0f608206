// on_topic_bench [PAGES]: what it costs to tell which pages of a collection are on topic, as each
// `index` and `explain` does (gatherer/report/topic_pages.h).
//
// Makes a repository of PAGES pages (100,000 by default) of about 7.5 KB of text, words drawn by
// Zipf's law, 50 pages a site and ten links a page, in the folder for temporary files. Then judges
// them by ten words, which later sites have more often, and by a classifier's relevance as it was
// stored. Prints for each seconds of processor time and of the clock, and the greatest resident
// memory.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "gatherer/report/topic_pages.h"

namespace {

using namespace porthole;
namespace fs = std::filesystem;

constexpr std::int64_t kPagesOfSite = 50;
constexpr std::int64_t kPagesOfBatch = 1000;
constexpr int kWordsOfPage = 1200;
constexpr int kLinksOfPage = 10;
constexpr std::size_t kVocabulary = 60'000;
constexpr int kTerms = 10;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
  }
  return 0;
}

std::string word_of(std::size_t rank) {
  std::string word = "w";
  for (; rank > 0; rank /= 20) word += static_cast<char>('a' + rank % 20);
  return word;
}

class PageMaker {
 public:
  PageMaker() {
    std::vector<double> weights;
    for (std::size_t rank = 1; rank <= kVocabulary; ++rank)
      weights.push_back(1 / static_cast<double>(rank));
    ranks_ = std::discrete_distribution<std::size_t>(weights.begin(), weights.end());
  }

  void add(std::int64_t id, std::int64_t pages, repository::Batch& batch) {
    repository::UrlRecord& url = batch.new_urls.emplace_back();
    url.id = id;
    url.site = url.host = "site" + std::to_string(id / kPagesOfSite) + ".example";
    url.key = url.href = "https://" + url.host + "/" + std::to_string(id);
    url.state = repository::UrlState::kFetched;
    repository::PageRecord& page = batch.pages.emplace_back();
    page.id = page.order = id;
    page.digest = "sha1:" + std::to_string(id);
    page.relevance = Relevance(static_cast<double>(id % 100) / 100);
    page.document.title = "Page " + std::to_string(id);
    for (int i = 0; i < kWordsOfPage; ++i)
      page.document.text += word_of(ranks_(random_) + 400) + ' ';
    if (id % kPagesOfSite < id * kPagesOfSite / pages)
      page.document.text += word_of(400 + random_() % kTerms);
    for (int i = 0; i < kLinksOfPage; ++i) {
      repository::LinkRecord& link = batch.links.emplace_back();
      link.source = id;
      link.position = static_cast<std::uint32_t>(i);
      link.target = 1 + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(id));
      link.link.anchor = "an anchor of " + std::to_string(i);
    }
  }

 private:
  std::mt19937_64 random_{1998};
  std::discrete_distribution<std::size_t> ranks_;
};

bool fill(const fs::path& file, std::int64_t pages) {
  auto repository = repository::open_sqlite(file, repository::Access::kWrite);
  if (!repository) return false;
  PageMaker maker;
  for (std::int64_t id = 1; id <= pages;) {
    repository::Batch batch;
    for (std::int64_t i = 0; i < kPagesOfBatch && id <= pages; ++i, ++id)
      maker.add(id, pages, batch);
    if (!(*repository)->crawl().apply(batch)) return false;
  }
  return true;
}

void measure(const char* name, const fs::path& file, topics::JudgedBy judge) {
  collection::Specification specification;
  specification.name = "bench";
  specification.topic.title = "bench";
  for (std::size_t t = 0; t < kTerms; ++t) specification.topic.terms.push_back(word_of(400 + t));
  auto repository = repository::open_sqlite(file, repository::Access::kRead);
  if (!repository) return;
  const double before = cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  const auto pages = gatherer::TopicPages::read(specification, judge, **repository);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (!pages) return;
  std::int64_t on_topic = 0;
  pages->for_each(
      [&](const std::string&, const topics::Standing& standing) { on_topic += standing.on_topic; });
  std::printf("%-12s %8.2f s of CPU %8.2f s %8.0f MB at most; %lld pages on topic\n", name,
              cpu_seconds() - before, elapsed.count(), peak_megabytes(),
              static_cast<long long>(on_topic));
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t pages = argc > 1 ? std::atoll(argv[1]) : 100'000;
  const fs::path folder = fs::temp_directory_path() / ("on_topic_bench-" + std::to_string(pages));
  fs::create_directories(folder);
  const fs::path file = folder / "repository.db";
  const bool made = fs::exists(file) || fill(file, pages);
  if (!made) {
    std::fprintf(stderr, "on_topic_bench: cannot make %s\n", file.c_str());
    return 4;
  }
  measure("classifier", file, topics::JudgedBy::kClassifier);
  measure("words", file, topics::JudgedBy::kWords);
  fs::remove_all(folder);
  return 0;
}
