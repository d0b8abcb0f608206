// Holds samples against a web of which everything is known, and prints a table:
//   sampling --repository FILE (--word WORD, --host HOST or --topic PATH --sites FILE) --walk hard neighbourhood ...
// FILE is a repository that was gathered to its end. On topic is a page with WORD in it, one of HOST, or one on a site to
// which the list of sites (columns as corpora/webbox/sites_dev.tsv) gives PATH or a topic below it; the wider topic is PATH's
// parent.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>

#include "base/words.h"
#include "experiments/sampling_trials.h"

namespace porthole::experiments {
namespace {

struct Options {
  std::string repository, word, host, topic, sites;
  std::vector<std::string> walks = {"hard"};
  TrialOptions trials;
  bool walk_links_only = false;
};

/// Base URL without scheme -> topic.
std::vector<std::pair<std::string, std::string>> read_sites(const std::string& file) {
  std::vector<std::pair<std::string, std::string>> sites;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::vector<std::string> columns;
    for (std::string field; std::getline(fields, field, '\t');) columns.push_back(field);
    if (columns.size() >= 5 && !line.starts_with('#')) sites.emplace_back(columns[3], columns[4]);
  }
  return sites;
}

bool is_within(const std::string& topic, const std::string& path) {
  return topic == path || topic.starts_with(path + "/");
}

KnownWeb::Judge judge_by(const Options& options) {
  if (!options.word.empty()) {
    return [word = options.word](const repository::PageRecord& record, KnownWeb::Page& page) {
      for_each_word(record.document.text, [&](std::string_view found) { page.on_topic |= found == word; });
    };
  }
  if (!options.host.empty()) {
    return [prefix = "://" + options.host + "/"](const repository::PageRecord&, KnownWeb::Page& page) {
      page.on_topic = page.url.find(prefix) != std::string::npos;
    };
  }
  const auto slash = options.topic.find_last_of('/');
  const std::string parent = slash == std::string::npos ? "" : options.topic.substr(0, slash);
  return [sites = read_sites(options.sites), topic = options.topic, parent](const repository::PageRecord&, KnownWeb::Page& page) {
    const std::string address = page.url.substr(page.url.find("://") + 3);
    std::size_t longest = 0;
    for (const auto& [base, label] : sites) {
      if (!address.starts_with(base) || base.size() < longest) continue;
      longest = base.size();
      page.site = base;
      page.on_topic = is_within(label, topic);
      page.in_wider = !parent.empty() && is_within(label, parent);
    }
  };
}

void print_held(const char* heading, const std::vector<Held>& figures) {
  std::printf("  %s\n", heading);
  std::size_t held = 0, of = 0;
  for (const Held& figure : figures) {
    std::printf("    %-20s %6zu of %6zu  %5.1f %%\n", figure.name.c_str(), figure.held, figure.of,
                100.0 * static_cast<double>(figure.held) / static_cast<double>(figure.of));
    held += figure.held;
    of += figure.of;
  }
  if (of > 0) std::printf("    %-20s %6zu of %6zu  %5.1f %%\n", "all", held, of, 100.0 * static_cast<double>(held) / static_cast<double>(of));
}

int run(Options options) {
  auto repository = repository::open_sqlite(options.repository, repository::Access::kRead);
  if (!repository) {
    std::cerr << repository.error().to_string() << '\n';
    return 4;
  }
  const Result<KnownWeb> web = KnownWeb::read(**repository, judge_by(options));
  if (!web) {
    std::cerr << web.error().to_string() << '\n';
    return 4;
  }
  const std::size_t on_topic = web->on_topic().size();
  std::printf("%zu pages, %zu on topic, %zu in the largest component of the topic\n", web->size(), on_topic,
              web->largest_component_on_topic().size());
  if (on_topic == 0) return 3;
  options.trials.in_links_known = !options.walk_links_only;
  for (const std::string& walk : options.walks) {
    options.trials.kind = *sampler::walk_kind_of(walk.c_str());
    const TrialFigures figures = run_trials(*web, options.trials);
    std::printf("%s: precision %.3f, read %.0f, effective size %.0f, sample %.0f, mixed %zu of %zu\n", walk.c_str(),
                figures.precision, figures.read, figures.effective_size, figures.sample, figures.mixed, figures.trials);
    print_held("intervals that hold the truth, all samples", figures.all);
    print_held("of samples whose walks had mixed", figures.of_mixed);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace porthole::experiments

int main(int argc, char** argv) {
  using porthole::experiments::Options;
  CLI::App app("Holds samples against a web of which everything is known");
  Options options;
  app.add_option("--repository", options.repository)->required()->check(CLI::ExistingFile);
  app.add_option("--word", options.word);
  app.add_option("--host", options.host);
  app.add_option("--topic", options.topic);
  app.add_option("--sites", options.sites)->check(CLI::ExistingFile);
  app.add_option("--walk", options.walks)->check(CLI::IsMember({"hard", "neighbourhood", "trial-and-error", "ancestor"}));
  app.add_option("--trials", options.trials.trials);
  app.add_option("--moves", options.trials.moves);
  app.add_option("--walks", options.trials.walks);
  app.add_option("--window", options.trials.window);
  app.add_option("--crawl-pages", options.trials.crawl_pages);
  app.add_flag("--walk-links-only", options.walk_links_only);
  CLI11_PARSE(app, argc, argv);
  return porthole::experiments::run(options);
}
