#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "collection/open_collection.h"
#include "gatherer/strategies/distillation.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

/// With fewer hubs or authorities, advice on getting more is printed.
constexpr std::size_t kEnough = 5;

struct DistillOptions {
  std::string folder;
  std::size_t top = 10;
};

/// A page to show, with its score.
struct ShownPage {
  repository::ScoreRecord score;
  std::string href;
  std::string title;
  double relevance = 0;
};

Result<std::vector<ShownPage>> describe(repository::Repository& repository,
                                        const std::vector<repository::ScoreRecord>& scores) {
  std::vector<ShownPage> shown;
  for (const repository::ScoreRecord& score : scores) {
    TRY_AS(url, repository.urls().get(score.page));
    TRY_AS(page, repository.pages().get(score.page));
    if (!*url || !*page) continue;
    shown.push_back({score, (*url)->href, (*page)->document.title, (*page)->relevance.value()});
  }
  return shown;
}

nlohmann::ordered_json as_json(const std::vector<ShownPage>& pages) {
  auto list = nlohmann::ordered_json::array();
  for (const ShownPage& page : pages) {
    list.push_back({{"url", page.href},
                    {"title", page.title},
                    {"hub", page.score.hub},
                    {"authority", page.score.authority},
                    {"relevance", page.relevance}});
  }
  return list;
}

void print_list(const char* heading, const std::vector<ShownPage>& pages,
                double repository::ScoreRecord::*score) {
  std::printf("\n%s\n", heading);
  for (const ShownPage& page : pages) {
    std::printf("  %.4f  %s", page.score.*score, printable(page.href).c_str());
    if (!page.title.empty()) std::printf("  (%s)", printable(page.title).c_str());
    std::printf("\n");
  }
  if (pages.empty()) std::printf("  none\n");
}

/// "265 of relevance above 0.250"; for a threshold that would print as 1.000, "the 265 most
/// relevant".
std::string shown_candidates(const gatherer::DistilledCrawl::Figures& figures) {
  const std::string pages = with_commas(static_cast<std::int64_t>(figures.candidates));
  char rho[32];
  std::snprintf(rho, sizeof rho, "%.3f", figures.rho);
  if (rho == std::string("1.000")) return "the " + pages + " most relevant";
  return pages + " of relevance above " + rho;
}

void print_words(const DistillOptions& options, const gatherer::DistilledCrawl::Figures& figures,
                 const std::vector<ShownPage>& hubs, const std::vector<ShownPage>& authorities) {
  std::printf("%s of %s; %s may be authorities, with %s from other sites\n",
              counted(static_cast<std::int64_t>(figures.pages), "page").c_str(),
              counted(static_cast<std::int64_t>(figures.sites), "site").c_str(),
              shown_candidates(figures).c_str(),
              counted(static_cast<std::int64_t>(figures.citations), "link").c_str());
  print_list("hubs", hubs, &repository::ScoreRecord::hub);
  print_list("authorities", authorities, &repository::ScoreRecord::authority);
  if (!figures.converged) {
    std::printf("\nthe scores have not converged after %s\n",
                counted(figures.rounds, "round").c_str());
  }
  if (std::min(hubs.size(), authorities.size()) >= std::min(options.top, kEnough)) return;
  const std::string folder = shell_word(options.folder);
  std::printf(
      "\nToo few links between sites (links within a site are not counted). Add seeds on other "
      "sites and "
      "gather more pages:\n  porthole seeds add %s URL...\n  porthole gather %s --more 1000\n",
      folder.c_str(), folder.c_str());
}

int run_distill(const DistillOptions& options, const Common& common) {
  Result<collection::OpenCollection> open =
      collection::open_collection(options.folder, repository::Access::kWrite);
  if (!open) return report(open.error(), common);
  Result<gatherer::CrawlSnapshot> snapshot = gatherer::snapshot_of(*open->repository);
  if (!snapshot) return report(snapshot.error(), common);
  const gatherer::DistilledCrawl found = gatherer::distill(std::move(*snapshot));
  auto stored = open->repository->scores().put_distilled(found.scores(), found.scale());
  if (!stored) return report(stored.error(), common);
  const auto hubs = describe(*open->repository, found.top_hubs(options.top));
  if (!hubs) return report(hubs.error(), common);
  const auto authorities = describe(*open->repository, found.top_authorities(options.top));
  if (!authorities) return report(authorities.error(), common);
  const gatherer::DistilledCrawl::Figures& figures = found.figures();
  if (common.json) {
    print_json({{"pages", figures.pages},
                {"sites", figures.sites},
                {"links", figures.citations},
                {"candidates", figures.candidates},
                {"rho", figures.rho},
                {"rounds", figures.rounds},
                {"converged", figures.converged},
                {"hubs", as_json(*hubs)},
                {"authorities", as_json(*authorities)}});
  } else if (in_words(common)) {
    print_words(options, figures, *hubs, *authorities);
    std::printf("\nnext: porthole summarize %s (then index, to use the scores in searches)\n",
                shell_word(options.folder).c_str());
  }
  return kDone;
}

}  // namespace

Action declare_distill(Command app) {
  const auto options = std::make_shared<DistillOptions>();
  app.add_folder(options->folder);
  app.add_option("--top", options->top, "Number of hubs and authorities to show")
      .type_name("N")
      .within(1, 100'000)
      .capture_default_str();
  return [options](const Common& common) { return run_distill(*options, common); };
}

}  // namespace porthole::cli
