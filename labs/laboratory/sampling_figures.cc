// Uniformity and precision of samples: section 5 of Bar-Yossef, Kanungo, Krauthgamer 2003.

#include <cmath>

#include "labs/laboratory/experiments.h"
#include "labs/laboratory/sampling_trials.h"

namespace porthole::labs {
namespace {

constexpr int kTrials = 3;  // of a draw
constexpr int kMostSteps = 10;

KnownWeb known_web(const GeneratedWeb& web, std::uint16_t topic) {
  std::vector<KnownWeb::Page> pages(web.size());
  std::vector<std::vector<NodeId>> out(web.size());
  for (NodeId id = 0; id < web.size(); ++id) {
    KnownWeb::Page& page = pages[id];
    page.url = web.url(id);
    page.site = GeneratedWeb::host(web[id].site);
    page.on_topic = web[id].topic == topic;
    out[id].assign(web.links(id).begin(), web.links(id).end());
  }
  return KnownWeb::of(std::move(pages), std::move(out));
}

struct Walk {
  std::string name;
  const char* published;  // precision
  TrialOptions options;
};

std::vector<Walk> walks() {
  std::vector<Walk> list;
  const auto add = [&](const std::string& name, const char* published, sampler::WalkKind kind) {
    Walk& walk = list.emplace_back(Walk{name, published, {}});
    walk.options.kind = kind;
    walk.options.trials = kTrials;
    return &walk.options;
  };
  add("hard", "1", sampler::WalkKind::kHard);
  add("neighbourhood", "", sampler::WalkKind::kNeighbourhood);
  add("neighbourhood by short walks", ".70", sampler::WalkKind::kNeighbourhood)->by_short_walks =
      true;
  for (int k = 1; k <= kMostSteps; ++k) {
    add("trial-and-error, k = " + std::to_string(k), k == kMostSteps ? ".26 (k not given)" : "",
        sampler::WalkKind::kTrialAndError)
        ->trial_steps = k;
  }
  return list;
}

/// Intervals of samples, by the names of TrialFigures::all.
struct Interval {
  const char* of;
  const char* paper;
  const char* text;
};
constexpr Interval kIntervals[] = {
    {"out-degree bin", "001 figure 1",
     "intervals of the shares of out-degrees that hold the truth"},
    {"site", "001 figure 2", "intervals of the shares of sites that hold the truth"},
    {"recall of pages", "001 section 1", "intervals of a crawl's recall that hold the truth"},
};

double share_of(const TrialFigures& figures, std::string_view name) {
  for (const Held& held : figures.all) {
    if (held.name == name) return static_cast<double>(held.held) / static_cast<double>(held.of);
  }
  return std::nan("");
}

}  // namespace

Result<void> add_sampling_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  Series series(draws.webs * draws.topics);
  const auto ran = run_draws(web.dials, draws, [&](JudgedWeb& judged, const TopicDraw& draw) {
    const KnownWeb known = known_web(judged.web(), draw.topic);
    for (const Walk& walk : walks()) {
      const TrialFigures figures = run_trials(known, walk.options);
      const auto set = [&](const std::string& name, double value) {
        series.set(draw.number, name + walk.name, value);
      };
      set("precision/", figures.precision);
      set("uniform/", share_of(figures, "uniformity"));
      set("distance/", figures.distance);
      set("read/", figures.read);
      for (const Interval& interval : kIntervals)
        set(std::string("held/") + interval.of + "/", share_of(figures, interval.of));
    }
    return Result<void>();
  });
  if (!ran) return ran;
  const std::string paper = "001 section 5";
  for (const Walk& walk : walks()) {
    book.add({web.name, paper + ".3", "precision of the walk", walk.name, walk.published, {}},
             series["precision/" + walk.name]);
  }
  for (const Walk& walk : walks()) {
    book.add({web.name,
              paper + ".2",
              "samples that pass for uniform (chi-square, .05)",
              walk.name,
              "",
              {}},
             series["uniform/" + walk.name]);
  }
  for (const Walk& walk : walks()) {
    book.add({web.name,
              paper + ".2",
              "total variation of the walks' time from uniform",
              walk.name,
              "",
              {}},
             series["distance/" + walk.name]);
  }
  for (const Interval& interval : kIntervals) {
    for (const Walk& walk : walks()) {
      book.add({web.name, interval.paper, interval.text, walk.name, "", {}},
               series[std::string("held/") + interval.of + "/" + walk.name]);
    }
  }
  for (const Walk& walk : walks()) {
    book.add({web.name, paper, "pages read", walk.name, "", {}}, series["read/" + walk.name]);
  }
  return {};
}

}  // namespace porthole::labs
