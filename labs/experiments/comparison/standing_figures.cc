#include "labs/experiments/comparison/standing_figures.h"

#include <algorithm>
#include <cstdio>

namespace porthole::labs {
namespace {

constexpr double kShares[] = {0.03, 0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
constexpr const char* kUses[] = {"tuning", "report"};

bool is_kept(const topics::Standing& standing, double share) {
  return standing.named != topics::Named::kNo || standing.own >= topics::TopicalSites::kOwn ||
         standing.site >= std::max(topics::TopicalSites::kFloor, share * standing.level);
}

void add_crawl(const JudgedCrawl& crawl, double share, StandingFigures& figures) {
  std::size_t of_topic = 0, kept = 0, stay = 0;
  for (const JudgedCrawl::Page& page : crawl.pages) {
    of_topic += page.of_topic;
    (page.of_topic ? kept : stay) += is_kept(page.standing, share);
  }
  const std::size_t others = crawl.pages.size() - of_topic;
  ++figures.crawls;
  figures.of_topic += static_cast<double>(of_topic);
  figures.others += static_cast<double>(others);
  figures.kept += of_topic == 0 ? 1 : static_cast<double>(kept) / static_cast<double>(of_topic);
  figures.stay += others == 0 ? 0 : static_cast<double>(stay) / static_cast<double>(others);
}

void divide(StandingFigures& figures, double count) {
  for (double* sum : {&figures.of_topic, &figures.others, &figures.kept, &figures.stay})
    *sum /= count;
}

std::string line(const std::string& name, const StandingFigures& one) {
  char text[160];
  std::snprintf(text, sizeof text, "| %s | %.1f | %.1f | %.3f | %.3f |\n", name.c_str(),
                one.of_topic, one.others, one.kept, one.stay);
  return text;
}

}  // namespace

std::vector<StandingFigures> figures_of_topics(const std::vector<JudgedCrawl>& crawls,
                                               const std::string& use, double share) {
  std::vector<StandingFigures> topics;
  for (const JudgedCrawl& crawl : crawls) {
    if (crawl.use != use) continue;
    auto found = std::find_if(topics.begin(), topics.end(),
                              [&](const StandingFigures& one) { return one.topic == crawl.topic; });
    if (found == topics.end())
      found = topics.insert(topics.end(), StandingFigures{.topic = crawl.topic});
    add_crawl(crawl, share, *found);
  }
  for (StandingFigures& one : topics) divide(one, static_cast<double>(one.crawls));
  return topics;
}

StandingFigures mean_of(const std::vector<StandingFigures>& topics) {
  StandingFigures mean;
  for (const StandingFigures& one : topics) {
    mean.crawls += one.crawls;
    mean.of_topic += one.of_topic;
    mean.others += one.others;
    mean.kept += one.kept;
    mean.stay += one.stay;
  }
  if (!topics.empty()) divide(mean, static_cast<double>(topics.size()));
  return mean;
}

std::string standing_tables(const std::vector<JudgedCrawl>& crawls, double share) {
  std::string text =
      "| use, share of L | pages of the topic | others | kept | others that stay "
      "|\n|---|---|---|---|---|\n";
  for (const char* use : kUses) {
    for (const double one_share : kShares) {
      char name[40];
      std::snprintf(name, sizeof name, "%s, %.2f", use, one_share);
      text += line(name, mean_of(figures_of_topics(crawls, use, one_share)));
    }
  }
  text +=
      "\n| topic | pages of the topic | others | kept | others that stay "
      "|\n|---|---|---|---|---|\n";
  for (const char* use : kUses) {
    const std::vector<StandingFigures> topics = figures_of_topics(crawls, use, share);
    for (const StandingFigures& one : topics) text += line(one.topic, one);
    text += line(std::string("**mean, ") + use + "**", mean_of(topics));
  }
  return text;
}

}  // namespace porthole::labs
