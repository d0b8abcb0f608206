// Holds samples against a web of which everything is known, and prints a table:
//   sampling_trials --repository FILE [--word WORD | --host HOST ... | --topic PATH --sites FILE]
//            --walk hard neighbourhood ...
// FILE is a repository that was gathered to its end. On topic is a page with WORD in it, one of the
// hosts (or HOST/PATH), or one on a site to which the list of sites (columns as
// corpora/webbox/sites_dev.tsv) gives PATH or a topic below it; the wider topic is PATH's parent.
// Without any of these all pages are.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/text/words.h"
#include "labs/experiments/sampling_trials.h"
#include "labs/experiments/spectral_gap.h"

namespace porthole::labs {
namespace {

struct Options {
  std::string repository, word, topic, sites;
  std::vector<std::string> hosts, walks = {"hard"};
  std::vector<std::int64_t> moves = {1000};
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
      for_each_word(record.document.text,
                    [&](std::string_view found) { page.on_topic |= found == word; });
    };
  }
  if (!options.hosts.empty()) {
    return [hosts = options.hosts](const repository::PageRecord&, KnownWeb::Page& page) {
      page.on_topic = std::any_of(hosts.begin(), hosts.end(), [&](const std::string& host) {
        const auto begin = page.url.find("://");
        return begin != std::string::npos &&
               page.url.compare(begin + 3, host.size() + 1, host + "/") == 0;
      });
    };
  }
  if (options.topic.empty())
    return [](const repository::PageRecord&, KnownWeb::Page& page) { page.on_topic = true; };
  const auto slash = options.topic.find_last_of('/');
  const std::string parent = slash == std::string::npos ? "" : options.topic.substr(0, slash);
  return [sites = read_sites(options.sites), topic = options.topic, parent](
             const repository::PageRecord&, KnownWeb::Page& page) {
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
  if (of > 0)
    std::printf("    %-20s %6zu of %6zu  %5.1f %%\n", "all", held, of,
                100.0 * static_cast<double>(held) / static_cast<double>(of));
}

void print_gap(const KnownWeb& web, const std::vector<sampler::NodeId>& pages,
               const std::string& name) {
  const SpectralGap gap = spectral_gap(web.graph_of(pages));
  std::printf(
      "%6zu pages, %6.1f neighbours in the mean, lambda %8.5f, %9.1f moves an independent page: "
      "%s\n",
      pages.size(), gap.mean_degree, gap.lambda, gap.moves_a_page(), name.c_str());
  std::fflush(stdout);
}

void print_trials(const KnownWeb& web, const Options& options) {
  TrialOptions trials = options.trials;
  trials.in_links_known = !options.walk_links_only;
  for (const std::string& walk : options.walks) {
    trials.kind = *sampler::walk_kind_of(walk.c_str());
    for (const std::int64_t moves : options.moves) {
      trials.moves = moves;
      const TrialFigures figures = run_trials(web, trials);
      std::printf("%s, %lld moves: precision %.3f, distance from uniform %.4f, ", walk.c_str(),
                  static_cast<long long>(moves), figures.precision, figures.distance);
      std::printf("read %.0f, effective size %.0f, sample %.0f, mixed %zu of %zu\n", figures.read,
                  figures.effective_size, figures.sample, figures.mixed, figures.trials);
      print_held("held by all samples", figures.all);
      print_held("by samples whose walks had mixed", figures.of_mixed);
      std::fflush(stdout);
    }
  }
}

int run(const Options& options) {
  auto repository = repository::open_sqlite(options.repository, repository::Access::kRead);
  if (!repository) {
    std::cerr << repository.error().to_string() << '\n';
    return 4;
  }
  Result<KnownWeb> web = KnownWeb::read(**repository, judge_by(options));
  if (!web) {
    std::cerr << web.error().to_string() << '\n';
    return 4;
  }
  const auto components = web->components_on_topic();
  if (components.empty()) {
    std::cerr << "no page is on topic\n";
    return 3;
  }
  std::printf("%zu pages, %zu on topic, in %zu components; the largest:\n", web->size(),
              web->on_topic().size(), components.size());
  if (components.front().size() > 1) print_gap(*web, components.front(), options.repository);
  print_trials(*web, options);
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  using porthole::labs::Options;
  CLI::App app("Holds samples against a web of which everything is known");
  Options options;
  app.add_option("--repository", options.repository)->required()->check(CLI::ExistingFile);
  app.add_option("--word", options.word);
  app.add_option("--host", options.hosts);
  app.add_option("--topic", options.topic);
  app.add_option("--sites", options.sites)->check(CLI::ExistingFile);
  app.add_option("--walk", options.walks)
      ->check(CLI::IsMember({"hard", "neighbourhood", "trial-and-error", "ancestor"}));
  app.add_option("--trials", options.trials.trials);
  app.add_option("--moves", options.moves);
  app.add_option("--walks", options.trials.walks);
  app.add_option("--window", options.trials.window);
  app.add_flag("--by-short-walks", options.trials.by_short_walks);
  app.add_flag("--walk-links-only", options.walk_links_only);
  CLI11_PARSE(app, argc, argv);
  return porthole::labs::run(options);
}
