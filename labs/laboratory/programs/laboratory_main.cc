// Makes the figures of the papers on generated webs (labs/laboratory/experiments.h):
//   laboratory figures [--folder docs/figures] [--check] [--paper 003]... [--web gen]...
//                      [--webs N] [--topics N] [--threads 2] [--tuning] [--strategy NAME=TEXT]...
//                      [--dial NAME=VALUE]...
//   laboratory web --name gen [--seed 1] [--dial NAME=VALUE]... [--labels FILE] [--serve PORT]
//                  [--hours-a-second 0]
// `figures` writes a page for each paper (003.md), its figures (003.json) and its pictures; --check
// writes nothing and fails (exit 1) when a figure differs from those files; without further options
// it makes every figure of docs/figures/ again (labs/laboratory/experiments.h). --tuning and --dial
// print the figures of other webs, and neither write nor check any. `web` prints what a generated
// web is like, and serves it to collections for <gateway url="..."/>, its pages changing with time;
// with labels for `porthole compare --labels`.

#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "http/server.h"
#include "labs/experiments/svg_chart.h"
#include "labs/generated/web_figures.h"
#include "labs/generated/web_handler.h"
#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargestFigures = 16 << 20;

struct Options {
  std::string folder = "docs/figures";
  bool check = false, tuning = false;
  std::vector<std::string> papers, webs, strategies;
  DrawOptions draws;
  std::string name = "gen";
  std::uint64_t seed = 1;
  std::vector<std::string> dials;
  std::string labels;
  int port = -1;  // below 0: none
  double hours_a_second = 0;
};

/// The head of a page, with the command that makes it: the options that are not the page's usual
/// ones.
std::string introduction(const Part& part, const Options& options) {
  std::string command = std::string("laboratory figures --paper ") + part.paper;
  for (const std::string& web : options.webs) command += " --web " + web;
  const auto add = [&](const char* option, std::size_t given, std::size_t usual) {
    if (given > 0 && given != usual) command += option + std::to_string(given);
  };
  add(" --webs ", options.draws.webs, part.draws_of_webs);
  add(" --topics ", options.draws.topics, part.topics);
  return "# Figures: " + std::string(part.title) + "\n\n`" + command +
         "` makes this page; [figures.md](../figures.md) says how to read it.\n";
}

bool is_among(const std::vector<std::string>& list, const std::string& name) {
  return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
}

std::string line_about(const NamedWeb& web) {
  std::string line = "- `" + std::string(web.name) + "`: " + web.description + ".";
  const WebDials usual;
  const auto values = values_of(web.dials), defaults = values_of(usual);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i < 2 || values[i].value != defaults[i].value)
      line += (i == 0 ? " " : ", ") + values[i].name + " " + short_number(values[i].value);
  }
  return line + ".";
}

Result<void> add_part(const std::string& paper, const NamedWeb& web, const DrawOptions& draws,
                      const std::vector<NamedStrategy>& metadata, FigureBook& book) {
  if (paper == "003") return add_metadata_figures(web, draws, metadata, book);
  if (paper == "options") return add_option_figures(web, draws, book);
  if (paper == "stops") return add_stop_figures(web, draws, book);
  if (paper == "004") return add_focus_figures(web, draws, book);
  if (paper == "001") return add_sampling_figures(web, draws, book);
  if (paper == "002") return add_utility_figures(web, draws, book);
  if (paper == "effects") return add_effect_figures(web, draws, book);
  if (paper == "recrawl") return add_recrawl_figures(web, draws, book);
  return add_map(web, draws, book);
}

/// NAME=TEXT replaces the strategy NAME of figure 3, or adds it.
std::vector<NamedStrategy> metadata_with(const std::vector<std::string>& changes) {
  std::vector<NamedStrategy> list = metadata_strategies();
  for (const std::string& change : changes) {
    const std::size_t equals = change.find('=');
    const NamedStrategy wanted{change.substr(0, equals), change.substr(equals + 1)};
    const auto known = std::find_if(list.begin(), list.end(), [&](const NamedStrategy& strategy) {
      return strategy.name == wanted.name;
    });
    if (known == list.end()) {
      list.push_back(wanted);
    } else {
      *known = wanted;
    }
  }
  return list;
}

void print(const FigureBook& book) {
  for (const FigureRow& row : book.figures) {
    std::printf("%-70s %10.4f (%.4f to %.4f)  %s\n", row.id().c_str(), row.value.mean,
                row.value.low, row.value.high, row.published.c_str());
  }
  for (const ClaimRow& row : book.claims) {
    std::printf("%-90s %+.4f (%+.4f to %+.4f)  p %.4f\n", row.id().c_str(),
                row.found.difference.mean, row.found.difference.low, row.found.difference.high,
                row.found.p);
  }
  for (const std::string& table : book.tables) std::puts(table.c_str());
}

Result<void> set_dials(WebDials& dials, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const std::size_t equals = std::min(setting.find('='), setting.size());
    const std::string value = equals < setting.size() ? setting.substr(equals + 1) : "";
    if (auto set = set_dial(dials, setting.substr(0, equals), value); !set) return set;
  }
  return check_dials(dials);
}

Result<FigureBook> book_of(const Part& part, const Options& options) {
  DrawOptions draws = options.draws;
  if (draws.webs == 0) draws.webs = part.draws_of_webs;
  if (draws.topics == 0) draws.topics = part.topics;
  if (options.tuning) draws.first_seed = kTuningSeeds;
  FigureBook book;
  for (const std::string& name : webs_of(part, options.webs)) {
    TRY_AS(web, named_web(name));
    TRY(set_dials(web->dials, options.dials));
    std::fprintf(stderr, "%s on %s\n", part.paper, name.c_str());
    book.webs.push_back(line_about(*web));
    TRY(add_part(part.paper, *web, draws, metadata_with(options.strategies), book));
  }
  return book;
}

/// Names the figures that differ from those of the file; their number.
Result<std::size_t> check(const FigureBook& book, const fs::path& file, Made made) {
  TRY_AS(before, xml::read_file(file, kLargestFigures));
  TRY_AS(changed, differences(book, *before, made));
  for (const std::string& line : *changed) std::cerr << "changed: " << line << '\n';
  return changed->size();
}

Result<int> make_figures(const Options& options) {
  std::size_t changed = 0;
  const bool only_printed = options.tuning || !options.dials.empty();
  if (options.check && only_printed) {
    return fail(ErrorCode::kUsage,
                "--check compares with the files, which --tuning and --dial do not make",
                "leave out --check");
  }
  for (const Part& part : parts()) {
    if (!is_among(options.papers, part.paper) || webs_of(part, options.webs).empty()) continue;
    TRY_AS(book, book_of(part, options));
    print(*book);
    if (only_printed) continue;
    if (options.check) {
      const auto found =
          check(*book, fs::path(options.folder) / (std::string(part.paper) + ".json"),
                options.webs.empty() ? Made::kWhole : Made::kSome);
      if (!found) return fail(found.error());
      changed += *found;
    } else if (auto written =
                   write_book(*book, introduction(part, options), options.folder, part.paper);
               !written) {
      return fail(written.error());
    }
  }
  return changed == 0 ? 0 : 1;
}

void print(const GeneratedWeb& web) {
  const WebFigures found = figures_of(web);
  std::printf(
      "%zu pages of %zu sites, %zu links, %.1f MB\nlargest site %.3f, hubs %.3f, links a page "
      "%.2f\n"
      "between sites %.3f, locality of these %.3f, of all %.3f, of hubs %.3f, equal importance "
      "%.3f\n"
      "anchors: generic %.3f, misleading %.3f, none %.3f\nreached from the first page %.3f, in "
      "%.2f "
      "links in the mean\n",
      found.pages, found.sites, found.links, static_cast<double>(web.bytes()) / 1e6,
      found.largest_site, found.hubs, found.links_a_page, found.between_sites, found.locality,
      found.all_locality, found.hub_locality, found.peers, found.generic, found.misleading,
      found.hidden, found.reachable, found.distance);
}

std::string labels_of(const GeneratedWeb& web) {
  std::string labels;
  for (NodeId page = 0; page < web.size(); ++page) {
    const std::uint16_t topic = web[page].topic;
    labels += web.url(page) + "\t" +
              (topic == kNoTopic ? std::string("none") : "t" + std::to_string(topic)) + "\n";
  }
  return labels;
}

/// Serves until a signal ends it.
Result<void> serve(std::shared_ptr<const GeneratedWeb> web, const Options& options) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  using Clock = std::chrono::steady_clock;
  const auto hours = [begin = Clock::now(), rate = options.hours_a_second] {
    return rate * std::chrono::duration<double>(Clock::now() - begin).count();
  };
  http::ServerOptions server;
  server.port = static_cast<std::uint16_t>(options.port);
  server.hosts = hosts_of(*web);
  TRY_AS(started, http::Server::start(make_web_handler(std::move(web), hours), server));
  std::printf("<gateway url=\"http://127.0.0.1:%u\"/>\n", unsigned{(*started)->port()});
  std::fflush(stdout);
  int ended_by = 0;
  sigwait(&signals, &ended_by);
  return {};
}

Result<int> make_web(const Options& options) {
  TRY_AS(named, named_web(options.name));
  TRY(set_dials(named->dials, options.dials));
  TRY_AS(generated, GeneratedWeb::generate(named->dials, options.seed));
  const auto web = std::make_shared<const GeneratedWeb>(std::move(*generated));
  print(*web);
  if (!options.labels.empty()) {
    TRY(collection::replace_file(options.labels, labels_of(*web)));
  }
  if (options.port >= 0) {
    TRY(serve(web, options));
  }
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  using porthole::labs::Options;
  CLI::App app("Makes the figures of the papers on generated webs.");
  app.require_subcommand(1);
  Options options;
  CLI::App* const figures = app.add_subcommand("figures", "Runs the experiments");
  figures->add_option("--folder", options.folder, "Folder of the pages, figures and pictures")
      ->capture_default_str();
  figures->add_flag("--check", options.check,
                    "Write nothing; fail when a figure differs from the files");
  figures->add_option(
      "--paper", options.papers,
      "Only these: 003, options, stops, 004 (with 000), 001, 002, effects, recrawl, map");
  figures->add_option("--web", options.webs, "Only these webs");
  options.draws.webs = options.draws.topics = 0;
  figures->add_option("--webs", options.draws.webs,
                      "Webs of the same dials; without it as many as each page has");
  figures->add_option("--topics", options.draws.topics,
                      "Topics of each web; without it as many as each page has");
  figures->add_option("--threads", options.draws.threads, "Webs at once")->capture_default_str();
  figures->add_flag("--tuning", options.tuning, "Other webs, and print only: to choose options on");
  figures->add_option("--dial", options.dials,
                      "NAME=VALUE in place of the webs' own, and print only");
  figures->add_option("--strategy", options.strategies,
                      "NAME=STRATEGY:OPTION=VALUE for figure 3 of 003");
  CLI::App* const web = app.add_subcommand("web", "Makes one web and measures it");
  web->add_option("--name", options.name, "Its dials")->capture_default_str();
  web->add_option("--seed", options.seed, "Its random seed")->capture_default_str();
  web->add_option("--dial", options.dials, "NAME=VALUE in place of the web's own");
  web->add_option("--labels", options.labels, "File for URL and topic of each page");
  web->add_option("--serve", options.port, "Serve it on this port of 127.0.0.1; 0: any free one")
      ->check(CLI::Range(0, 65'535));
  web->add_option("--hours-a-second", options.hours_a_second, "Speed at which served pages change")
      ->check(CLI::NonNegativeNumber);
  CLI11_PARSE(app, argc, argv);
  const auto done =
      figures->parsed() ? porthole::labs::make_figures(options) : porthole::labs::make_web(options);
  if (done) return *done;
  std::cerr << "laboratory: " << done.error().to_string() << '\n';
  return done.error().code == porthole::ErrorCode::kUsage ? 2 : 4;
}
