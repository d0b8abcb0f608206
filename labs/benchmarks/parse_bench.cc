/// parse_bench FOLDER [PAGES]: what reading a page costs, stage by stage.
///
/// Prints CPU and wall microseconds a page over the .html files under FOLDER (at most PAGES, 500 by
/// default) for tidy's bare parse, for parse_document in this process and for the same through a
/// pool of one worker, and the CPU of each relative to the first. The pool's CPU is that of this
/// process: what the boundary costs the parent. Each figure is the best of three rounds.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "labs/benchmarks/bare_tidy.h"
#include "parser/html/charset.h"
#include "parser/html/html.h"
#include "parser/html/page_builder.h"
#include "parser/html/prescan.h"
#include "parser/language.h"
#include "parser/parse.h"
#include "parser/parser_pool.h"

namespace {

using namespace porthole;
using namespace porthole::parser;

constexpr int kRounds = 3;

std::vector<ParseInput> load_pages(const std::filesystem::path& folder, std::size_t limit) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".html")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  files.resize(std::min(files.size(), limit));
  std::vector<ParseInput> pages;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    pages.push_back({"https://example.com/" + file.lexically_relative(folder).string(), "text/html",
                     std::string(std::istreambuf_iterator<char>(in), {})});
  }
  return pages;
}

double cpu_seconds() {
  rusage self{};
  getrusage(RUSAGE_SELF, &self);
  const auto seconds = [](timeval t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(self.ru_utime) + seconds(self.ru_stime);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Cost {
  double cpu = 1e9;   ///< Microseconds a page, this process.
  double wall = 1e9;  ///< Microseconds a page.
};

Cost measure(const std::vector<ParseInput>& pages,
             const std::function<void(const ParseInput&)>& read) {
  Cost best;
  for (int round = 0; round < kRounds; ++round) {
    const double cpu = cpu_seconds();
    const double wall = wall_seconds();
    for (const ParseInput& page : pages) read(page);
    const double each = 1e6 / static_cast<double>(pages.size());
    best.cpu = std::min(best.cpu, (cpu_seconds() - cpu) * each);
    best.wall = std::min(best.wall, (wall_seconds() - wall) * each);
  }
  return best;
}

void print(const char* name, const Cost& cost, const Cost& bare) {
  std::printf("%-44s %10.1f %10.1f %8.3f\n", name, cost.cpu, cost.wall, cost.cpu / bare.cpu);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: parse_bench FOLDER [PAGES]\n", stderr);
    return 2;
  }
  const auto limit = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 500;
  const auto pages = load_pages(arguments[1], limit);
  ParserPool::Options options;
  options.workers = 1;
  auto pool = ParserPool::start(options);
  if (pages.empty() || !pool) {
    std::fputs(pool ? "no .html files there\n" : pool.error().to_string().c_str(), stderr);
    return 3;
  }
  std::size_t bytes = 0, links = 0;
  for (const auto& page : pages) bytes += page.body.size();
  for (const auto& page : pages) links += parse_document(page).links.size();
  std::printf("%zu pages, %zu bytes and %zu links a page\n\n%-44s %10s %10s %8s\n", pages.size(),
              bytes / pages.size(), links / pages.size(), "microseconds a page", "CPU", "wall",
              "to tidy");

  const Cost bare = measure(pages, [](const ParseInput& page) { parse_bare(page.body); });
  print("tidy, bare parse", bare, bare);
  print("charset and conversion",
        measure(pages,
                [](const ParseInput& page) {
                  std::string buffer;
                  to_utf8(page.body, detect_charset(page.body, page.content_type), buffer);
                }),
        bare);
  print("prescan", measure(pages, [](const ParseInput& page) { prescan(page.body); }), bare);
  print("prescan, tidy, walk, extraction",
        measure(pages,
                [](const ParseInput& page) {
                  PageBuilder builder(page, page.body.size());
                  read_html(page.body, prescan(page.body).unread, builder);
                  builder.finish();
                }),
        bare);
  print("language of the text",
        measure(pages, [](const ParseInput& page) { language_of(page.body, "en"); }), bare);
  print("parse_document", measure(pages, [](const ParseInput& page) { parse_document(page); }),
        bare);
  print("through the pool (CPU is the parent's)",
        measure(pages, [&pool](const ParseInput& page) { (*pool)->parse_one(page); }), bare);
  return 0;
}
