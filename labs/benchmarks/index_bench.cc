/// index_bench FOLDER [PAGES [ROUNDS]]: documents a CPU-second, ours beside omindex (Debian:
/// xapian-omega).
///
/// Takes the .html files under FOLDER (at most PAGES, all by default). Ours starts from their RDF
/// summaries, with what the pages say about each other, and omindex from the files themselves; both
/// stem, keep positions and run in a process of their own, whose CPU time and peak memory are
/// shown. Reading RDF is part of the indexer's work and is counted. The two run in turn, five times
/// or ROUNDS; a figure is the median of its rounds, and the ratio the median of the ratios of the
/// rounds. Where other programs run, instructions tell more than time: `valgrind --tool=callgrind
/// --trace-children=yes index_bench FOLDER 100 1`.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "base/url/url.h"
#include "indexer/indexer.h"
#include "parser/parse.h"

namespace {

namespace fs = std::filesystem;
using namespace porthole;
using summarizer::Summary;
using summarizer::SummaryChange;

constexpr unsigned long kRounds = 5;
constexpr const char* kSite = "https://example.com/";

std::vector<fs::path> pages_under(const fs::path& folder, std::size_t limit) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".html")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  files.resize(std::min(files.size(), limit));
  return files;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Summary summarize(const std::string& url, const Document& document) {
  Summary summary;
  summary.url = url;
  summary.title = document.title;
  summary.description = document.description;
  summary.language = document.language;
  summary.media_type = document.media_type;
  summary.fetched = "2026-11-20T00:00:00Z";
  summary.topic = "Documentation";
  summary.relevance = Relevance(0.5);
  summary.text = document.text;
  return summary;
}

void annotate(std::map<std::string, Summary>& summaries, const std::string& source,
              const Document& document) {
  for (const Link& link : document.links) {
    const Result<Url> target = Url::parse(link.url);
    if (!target) continue;
    const auto found = summaries.find(target->without_fragment().href());
    for (const AnnotationKind kind : kAnnotationKinds) {
      const std::string& text = link.annotation(kind);
      if (text.empty()) continue;
      summaries[source].own_annotations.push_back({link.url, text, kind, link.element, {}});
      if (found != summaries.end() && found->first != source) {
        found->second.annotations_by_others.push_back(
            {source, text, kind, link.element, Relevance(0.5)});
      }
    }
  }
}

class Summaries final : public summarizer::SummarySource {
 public:
  explicit Summaries(std::map<std::string, Summary> summaries) : summaries_(std::move(summaries)) {
    for (const auto& [url, summary] : summaries_)
      changes_.push_back({static_cast<std::int64_t>(changes_.size()) + 1, url});
  }
  Result<std::vector<SummaryChange>> changes_after(std::int64_t after, int limit) override {
    const auto begin = static_cast<std::size_t>(after);
    const std::size_t end = std::min(changes_.size(), begin + static_cast<std::size_t>(limit));
    return std::vector<SummaryChange>(changes_.begin() + static_cast<std::ptrdiff_t>(begin),
                                      changes_.begin() + static_cast<std::ptrdiff_t>(end));
  }
  Result<std::optional<Summary>> summary_of(const std::string& url) override {
    return std::optional<Summary>(summaries_.at(url));
  }

 private:
  std::map<std::string, Summary> summaries_;
  std::vector<SummaryChange> changes_;
};

Summaries summaries_of(const fs::path& folder, const std::vector<fs::path>& files) {
  std::map<std::string, Summary> summaries;
  std::vector<std::pair<std::string, Document>> documents;
  for (const fs::path& file : files) {
    const std::string url = kSite + file.lexically_relative(folder).string();
    documents.emplace_back(url, parser::parse_document({url, "text/html", read_file(file)}));
    summaries[url] = summarize(url, documents.back().second);
  }
  for (const auto& [url, document] : documents) annotate(summaries, url, document);
  return Summaries(std::move(summaries));
}

struct Cost {
  double cpu = 0;   // seconds
  double peak = 0;  // MiB
  double size = 0;  // MiB of the index
  unsigned documents = 0;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Runs `work` in a child.
Cost measure_child(const std::function<void()>& work, const fs::path& index) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(1);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "a child failed: status %d\n", status);
    std::exit(1);
  }
  Cost cost;
  cost.cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
  cost.peak = static_cast<double>(used.ru_maxrss) / 1024;
  for (const auto& entry : fs::directory_iterator(index))
    cost.size += static_cast<double>(entry.file_size()) / (1 << 20);
  cost.documents = Xapian::Database(index.string()).get_doccount();
  return cost;
}

Cost run_anew(const std::function<void()>& work, const fs::path& index) {
  fs::remove_all(index);
  return measure_child(work, index);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Cost median_of(std::vector<Cost> rounds) {
  std::sort(rounds.begin(), rounds.end(),
            [](const Cost& a, const Cost& b) { return a.cpu < b.cpu; });
  return rounds[rounds.size() / 2];
}

double speed(const Cost& cost) { return cost.documents / cost.cpu; }

void print(const char* name, const Cost& cost) {
  std::printf("%-34s %9u %8.2f %12.0f %10.0f %10.1f\n", name, cost.documents, cost.cpu, speed(cost),
              cost.peak, cost.size);
}

// The same files and no others where omindex looks.
void stage(const fs::path& folder, const std::vector<fs::path>& files, const fs::path& target) {
  for (const fs::path& file : files) {
    const fs::path copy = target / file.lexically_relative(folder);
    fs::create_directories(copy.parent_path());
    fs::copy_file(file, copy);
  }
}

[[noreturn]] void run_omindex(const fs::path& index, const fs::path& pages) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execlp("omindex", "omindex", "--db", index.c_str(), "--url", "/", pages.c_str(), nullptr);
  _exit(127);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: index_bench FOLDER [PAGES [ROUNDS]]\n");
    return 2;
  }
  const fs::path folder = argv[1];
  const std::vector<fs::path> files =
      pages_under(folder, argc > 2 ? std::strtoul(argv[2], nullptr, 10) : SIZE_MAX);
  const unsigned long rounds =
      argc > 3 ? std::max(1ul, std::strtoul(argv[3], nullptr, 10)) : kRounds;
  std::string name = (fs::temp_directory_path() / "index-bench-XXXXXX").string();
  const fs::path work = mkdtemp(name.data());
  Summaries changes = summaries_of(folder, files);
  std::printf("%-34s %9s %8s %12s %10s %10s\n", "", "documents", "CPU s", "documents/s", "peak MiB",
              "index MiB");
  const auto index_ours = [&] { _exit(indexer::update_index(work / "ours", changes) ? 0 : 1); };
  const auto index_theirs = [&] { run_omindex(work / "omindex", work / "pages"); };
  const bool has_omindex = std::system("command -v omindex >/dev/null") == 0;
  if (has_omindex) stage(folder, files, work / "pages");
  std::vector<Cost> ours, theirs;
  std::vector<double> ratios;
  for (unsigned long round = 0; round < rounds; ++round) {
    ours.push_back(run_anew(index_ours, work / "ours"));
    if (!has_omindex) continue;
    theirs.push_back(run_anew(index_theirs, work / "omindex"));
    ratios.push_back(speed(ours.back()) / speed(theirs.back()));
  }
  print("porthole index (from RDF)", median_of(ours));
  if (has_omindex) {
    print("omindex (from HTML)", median_of(theirs));
    std::printf("ratio of documents a CPU-second: %.2f (%.2f to %.2f)\n", median(ratios),
                *std::min_element(ratios.begin(), ratios.end()),
                *std::max_element(ratios.begin(), ratios.end()));
  } else {
    std::printf("omindex: not installed (package xapian-omega)\n");
  }
  fs::remove_all(work);
}
