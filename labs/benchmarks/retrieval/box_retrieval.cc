/// box_retrieval SITES CACHE: what anchor texts by others and the choice of main content are worth
/// on a web in a box.
///
/// SITES is a list of sites and CACHE holds their packages (docs/webbox.md). Queries and right
/// answers are entries of the sites' own tables of contents and indexes (box_pages.h). The pages
/// are indexed with and without what other pages say about them, with headings as mere text, with
/// the titles and alternative texts of their own links, and with their whole text for their main
/// content, and asked through our searcher. Prints
/// the mean reciprocal rank of the first right answer among the first 100, and how often it is the
/// first or among the first ten.
///
///   --queries   also prints each query with its right answers and its reciprocal ranks

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "indexer/indexer.h"
#include "labs/benchmarks/retrieval/box_pages.h"
#include "labs/benchmarks/retrieval/measures.h"
#include "search/ranking/searcher.h"

namespace {

namespace fs = std::filesystem;
using namespace porthole;
using namespace porthole::labs;
using search::Ranking;

constexpr int kDepth = 100;

[[noreturn]] void give_up(const Error& error) {
  std::fprintf(stderr, "box_retrieval: %s\n", error.to_string().c_str());
  std::exit(3);
}

/// Indexed parts of a page.
using Change = void (*)(summarizer::Summary& page);
void as_it_is(summarizer::Summary&) {}
void without_anchors(summarizer::Summary& page) { page.annotations_by_others.clear(); }
void without_headings(summarizer::Summary& page) {
  std::erase_if(page.properties,
                [](const Property& property) { return property.name == "heading"; });
}
void with_whole_text(summarizer::Summary& page) {
  page.text += "\n" + page.boilerplate;
  page.boilerplate.clear();
}
void with_own_words(summarizer::Summary& page) {
  for (const summarizer::Annotation& own : page.own_annotations) page.text += "\n" + own.text;
}

class Pages final : public summarizer::SummarySource {
 public:
  Pages(const std::vector<summarizer::Summary>& summaries, Change change)
      : summaries_(summaries), change_(change) {}

  Result<std::vector<summarizer::SummaryChange>> changes_after(std::int64_t after,
                                                               int limit) override {
    std::vector<summarizer::SummaryChange> changes;
    const std::size_t end = std::min(summaries_.size(), static_cast<std::size_t>(after + limit));
    for (auto i = static_cast<std::size_t>(after); i < end; ++i) {
      place_of_.emplace(summaries_[i].url, i);
      changes.push_back({static_cast<std::int64_t>(i) + 1, summaries_[i].url});
    }
    return changes;
  }
  Result<std::optional<summarizer::Summary>> summary_of(const std::string& url) override {
    summarizer::Summary summary = summaries_[place_of_.at(url)];
    change_(summary);
    summary.own_annotations.clear();
    return std::optional<summarizer::Summary>(std::move(summary));
  }

 private:
  const std::vector<summarizer::Summary>& summaries_;
  Change change_;
  std::unordered_map<std::string, std::size_t> place_of_;
};

struct System {
  const char* name;
  std::vector<double> reciprocal;  // of each query
};

System ask(const char* name, const fs::path& index, const Ranking& ranking,
           const std::vector<BoxQuery>& queries) {
  System system{name, {}};
  auto searcher = search::Searcher::open({index}, ranking);
  if (!searcher) give_up(searcher.error());
  for (const BoxQuery& query : queries) {
    search::SearchRequest request{query.text, 0, kDepth};
    request.texts = false;
    const auto results = searcher->search(request);
    if (!results) give_up(results.error());
    Ranked ranked;
    for (const search::Hit& hit : results->hits) ranked.push_back(hit.url);
    system.reciprocal.push_back(reciprocal_rank(ranked, query.judged));
  }
  return system;
}

double share(const std::vector<double>& reciprocal, int rank) {
  const auto found = std::count_if(reciprocal.begin(), reciprocal.end(),
                                   [rank](double r) { return r >= 1.0 / rank; });
  return static_cast<double>(found) / static_cast<double>(reciprocal.size());
}

std::vector<double> of_kind(const std::vector<double>& values, const std::vector<BoxQuery>& queries,
                            bool is_topical) {
  std::vector<double> chosen;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (queries[i].is_topical == is_topical) chosen.push_back(values[i]);
  }
  return chosen;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double one : values) sum += one;
  return sum / static_cast<double>(values.size());
}

void print(const char* what, const std::vector<double>& reciprocal) {
  std::printf("  %-34s %8.4f %8.3f %8.3f\n", what, mean(reciprocal), share(reciprocal, 1),
              share(reciprocal, 10));
}

void compare_systems(const System& a, const System& b, const std::vector<BoxQuery>& queries) {
  std::printf("%s above %s, MRR with 95 per cent interval\n", a.name, b.name);
  std::vector<double> differences;
  for (std::size_t i = 0; i < queries.size(); ++i)
    differences.push_back(a.reciprocal[i] - b.reciprocal[i]);
  const auto show = [](const char* what, const std::vector<double>& values) {
    if (values.empty()) return;
    const Comparison found = compare({values});
    std::printf("  %-14s %4zu queries  %+.4f  [%+.4f, %+.4f]  p %.4f\n", what, values.size(),
                found.mean, found.low, found.high, found.p);
  };
  show("all", differences);
  show("navigational", of_kind(differences, queries, false));
  show("topical", of_kind(differences, queries, true));
}

}  // namespace

int main(int argc, char** argv) {
  const bool lists_queries = argc == 4 && std::strcmp(argv[1], "--queries") == 0;
  if (argc != 3 && !lists_queries) {
    std::fprintf(stderr, "usage: box_retrieval [--queries] SITES CACHE\n");
    return 2;
  }
  auto box = read_box(argv[argc - 2], argv[argc - 1]);
  if (!box) give_up(box.error());
  std::string name = (fs::temp_directory_path() / "box-retrieval-XXXXXX").string();
  const fs::path work = mkdtemp(name.data());
  const std::pair<const char*, Change> indexes[] = {{"with", as_it_is},
                                                    {"without", without_anchors},
                                                    {"no-headings", without_headings},
                                                    {"own-words", with_own_words},
                                                    {"whole-text", with_whole_text}};
  for (const auto& [index, change] : indexes) {
    Pages pages(box->summaries, change);
    const auto done = indexer::update_index(work / index, pages);
    if (!done) give_up(done.error());
  }
  Ranking one_stage;
  one_stage.title = one_stage.anchor = one_stage.all_words = one_stage.section = one_stage.site =
      one_stage.content = 0;
  Ranking by_stems;
  by_stems.written = 0;
  const std::vector<System> systems = {
      ask("with anchor texts", work / "with", {}, box->queries),
      ask("with them, without the second stage", work / "with", one_stage, box->queries),
      ask("with them, stems alone", work / "with", by_stems, box->queries),
      ask("with them, headings no more than text", work / "no-headings", {}, box->queries),
      ask("with them, titles and alt of own links", work / "own-words", {}, box->queries),
      ask("with them, whole text", work / "whole-text", {}, box->queries),
      ask("without anchor texts", work / "without", {}, box->queries)};
  fs::remove_all(work);
  std::printf("%zu pages, %zu queries\n", box->summaries.size(), box->queries.size());
  std::printf("%-36s %8s %8s %8s\n", "", "MRR", "first", "in ten");
  for (const System& system : systems) {
    std::printf("%s\n", system.name);
    print("all", system.reciprocal);
    print("navigational", of_kind(system.reciprocal, box->queries, false));
    print("topical", of_kind(system.reciprocal, box->queries, true));
  }
  for (std::size_t i = 1; i < systems.size(); ++i)
    compare_systems(systems[0], systems[i], box->queries);
  if (!lists_queries) return 0;
  for (std::size_t i = 0; i < box->queries.size(); ++i) {
    const BoxQuery& query = box->queries[i];
    std::printf("%s\t%s\t%s\t%.3f\t%.3f", query.site.c_str(),
                query.is_topical ? "topical" : "navigational", query.text.c_str(),
                systems[0].reciprocal[i], systems.back().reciprocal[i]);
    for (const auto& [url, gain] : query.judged) std::printf("\t%s", url.c_str());
    std::printf("\n");
  }
}
