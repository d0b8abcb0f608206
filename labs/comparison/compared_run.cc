#include "labs/comparison/compared_run.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "base/json/json.h"
#include "base/url/url.h"
#include "gatherer/strategies/distillation.h"
#include "labs/comparison/page_labels.h"

namespace porthole::labs {
namespace {

using repository::UrlId;

bool is_hyperlink(Element element) {
  return element != Element::kLink && element != Element::kRedirect && element != Element::kSitemap;
}

bool is_citation(Element element) { return is_hyperlink(element) && element != Element::kImg; }

void count(const Link& link, LinkCounts& counts) {
  if (!is_hyperlink(link.element)) return;
  ++counts.links;
  const auto add = [&](LinkMetadata kind, bool there) {
    counts.with[static_cast<std::size_t>(kind)] += there ? 1 : 0;
  };
  add(LinkMetadata::kHref, link.element == Element::kA || link.element == Element::kArea);
  add(LinkMetadata::kAnchor, !link.anchor.empty());
  add(LinkMetadata::kSurrounding, !link.before.empty() || !link.after.empty());
  add(LinkMetadata::kHeading, !link.heading.empty());
  add(LinkMetadata::kTitle, !link.title.empty());
  add(LinkMetadata::kAlt, !link.alt.empty());
  add(LinkMetadata::kName, !link.name.empty());
  add(LinkMetadata::kOnMouseOver, !link.onmouseover.empty());
}

/// Which URL stands for which: aliases and copies for what they lead to.
class Originals {
 public:
  Result<void> read(repository::Repository& repository) {
    auto urls = repository.urls().for_each([&](const repository::UrlRecord& url) {
      if (url.alias_of != 0) leads_to_[url.id] = url.alias_of;
      if (url.seed) seeds_.push_back(url.id);
      return true;
    });
    if (!urls) return urls;
    return repository.pages().for_each({}, [&](const auto& url, const auto& page, auto, auto) {
      if (page.duplicate_of != 0) leads_to_[url.id] = page.duplicate_of;
      return true;
    });
  }
  UrlId of(UrlId id) const {
    constexpr int kMostSteps = 64;  // what leads in a circle ends where it is left
    for (int steps = 0; steps < kMostSteps; ++steps) {
      const auto next = leads_to_.find(id);
      if (next == leads_to_.end()) return id;
      id = next->second;
    }
    return id;
  }
  const std::vector<UrlId>& seeds() const { return seeds_; }

 private:
  std::unordered_map<UrlId, UrlId> leads_to_;
  std::vector<UrlId> seeds_;
};

std::optional<double> logarithm(std::optional<double> label) {
  return label ? std::optional(std::log1p(*label)) : std::nullopt;
}

std::string server_of(const Result<Url>& url, const std::string& otherwise) {
  return url ? url->host_and_port() : otherwise;
}

Result<void> look_at_pages(repository::Repository& repository, const RunJudge& judge,
                           ComparedRun& run) {
  std::unordered_map<UrlId, std::uint32_t> place_of;  // of pages that are counted
  std::unordered_map<UrlId, std::uint32_t>
      stands_at;  // of all: a twin's place is that of the page it is one with
  std::unordered_map<std::string, std::uint32_t> place_of_name;
  Originals originals;
  if (auto read = originals.read(repository); !read) return read;
  repository::Pages::Filter filter;
  filter.with_text = judge.with_text;
  auto visited =
      repository.pages().for_each(filter, [&](const auto& url, const auto& page, auto, auto) {
        const Result<Url> parsed = Url::parse(url.href);
        ComparedPage out;
        out.name = (parsed ? twin_key(*parsed) : url.key) + " " + page.digest;
        const auto here = static_cast<std::uint32_t>(run.pages.size());
        const auto [known, is_new] = place_of_name.try_emplace(out.name, here);
        stands_at[url.id] = known->second;
        if (!is_new) return true;
        out.server = server_of(parsed, url.host);
        out.site = url.site;
        out.seed = url.seed;
        out.own_relevance = page.relevance.value();
        out.opinion = judge.judge(url, page);
        if (judge.importance && parsed) out.importance = logarithm(judge.importance(*parsed));
        if (judge.trusted && parsed)
          out.trusted = judge.trusted(registrable_domain(parsed->host()));
        place_of[url.id] = here;
        run.pages.push_back(std::move(out));
        return true;
      });
  if (!visited) return visited;
  auto links = repository.links().for_each_in_order([&](const repository::LinkRecord& link) {
    const auto page = place_of.find(link.source);
    if (page == place_of.end()) return;
    count(link.link, run.pages[page->second].links);
    const auto target = stands_at.find(originals.of(link.target));
    if (is_citation(link.link.element) && target != stands_at.end() &&
        target->second != page->second) {
      run.pages[page->second].cites.push_back(target->second);
    }
  });
  for (ComparedPage& page : run.pages) {
    std::sort(page.cites.begin(), page.cites.end());
    page.cites.erase(std::unique(page.cites.begin(), page.cites.end()), page.cites.end());
  }
  return links;
}

Result<void> look_at_authorities(repository::Repository& repository, ComparedRun& run) {
  TRY_AS(snapshot, gatherer::snapshot_of(repository));
  const gatherer::DistilledCrawl distilled = gatherer::distill(std::move(*snapshot));
  std::vector<UrlId> pages;
  for (const repository::ScoreRecord& score : distilled.top_authorities(kTopAuthorities))
    pages.push_back(score.page);
  TRY_AS(distances, distances_from_seeds(repository, pages));
  run.authority_distances = std::move(*distances);
  return {};
}

using nlohmann::json;

json page_as_json(const ComparedPage& page) {
  return json::array({page.name, page.server, page.site, page.seed, page.own_relevance,
                      page.opinion.relevance, page.opinion.relevant, page.opinion.known,
                      page.links.links, page.links.with, page.cites,
                      page.importance ? json(*page.importance) : json(),
                      page.trusted ? json(*page.trusted) : json()});
}

ComparedPage page_from_json(const json& text) {
  ComparedPage page;
  page.name = text.at(0).get<std::string>();
  page.server = text.at(1).get<std::string>();
  page.site = text.at(2).get<std::string>();
  page.seed = text.at(3).get<bool>();
  page.own_relevance = text.at(4).get<double>();
  page.opinion = {text.at(5).get<double>(), text.at(6).get<bool>(), text.at(7).get<bool>()};
  page.links.links = text.at(8).get<std::uint32_t>();
  page.links.with = text.at(9).get<std::array<std::uint32_t, kLinkMetadataKinds>>();
  page.cites = text.at(10).get<std::vector<std::uint32_t>>();
  if (!text.at(11).is_null()) page.importance = text.at(11).get<double>();
  if (!text.at(12).is_null()) page.trusted = text.at(12).get<bool>();
  return page;
}

}  // namespace

std::string_view link_metadata_name(LinkMetadata kind) {
  static constexpr std::array<std::string_view, kLinkMetadataKinds> kNames = {
      "href", "anchor text", "surrounding text", "heading", "title", "alt", "name", "onmouseover"};
  return kNames[static_cast<std::size_t>(kind)];
}

Result<void> look_at(repository::Repository& repository, const RunJudge& judge, ComparedRun& run) {
  if (auto pages = look_at_pages(repository, judge, run); !pages) return pages;
  return look_at_authorities(repository, run);
}

Result<std::vector<int>> distances_from_seeds(repository::Repository& repository,
                                              const std::vector<UrlId>& pages) {
  Originals originals;
  TRY(originals.read(repository));
  std::unordered_map<UrlId, std::vector<UrlId>> cited;
  TRY_AS(links, repository.links().for_each_citation([&](UrlId source, UrlId target) {
    if (source != 0) cited[originals.of(source)].push_back(originals.of(target));
  }));
  std::unordered_map<UrlId, int> distance;
  std::deque<UrlId> waiting;
  for (const UrlId seed : originals.seeds()) {
    if (distance.emplace(originals.of(seed), 0).second) waiting.push_back(originals.of(seed));
  }
  while (!waiting.empty()) {
    const UrlId page = waiting.front();
    waiting.pop_front();
    const auto targets = cited.find(page);
    if (targets == cited.end()) continue;
    for (const UrlId target : targets->second) {
      if (distance.emplace(target, distance[page] + 1).second) waiting.push_back(target);
    }
  }
  std::vector<int> out;
  for (const UrlId page : pages) {
    const auto found = distance.find(originals.of(page));
    out.push_back(found == distance.end() ? kUnreached : found->second);
  }
  return out;
}

Harvest harvest_of(const ComparedRun& run) {
  Harvest harvest;
  std::unordered_set<std::string_view> sites;
  for (const ComparedPage& page : run.pages) {
    const std::size_t order = ++harvest.pages;
    if (page.seed) harvest.seeds_at.push_back(order);
    if (!page.opinion.relevant) continue;
    harvest.found_at.push_back(order);
    if (sites.insert(page.site).second) harvest.site_at.push_back(order);
  }
  return harvest;
}

// A compared run as a file: so that a comparison that was interrupted, or gets one more strategy,
// need not crawl again what it has crawled.

std::string write_run(const ComparedRun& run, const std::string& parameters) {
  json pages = json::array();
  for (const ComparedPage& page : run.pages) pages.push_back(page_as_json(page));
  const json out = {{"parameters", parameters},
                    {"strategy", run.strategy},
                    {"run", run.run},
                    {"seeds", run.seeds},
                    {"stop_reason", run.stop_reason},
                    {"authority_distances", run.authority_distances},
                    {"failed_seeds", run.failed_seeds},
                    {"pages", std::move(pages)}};
  return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<ComparedRun> read_run(std::string_view text, const std::string& parameters) try {
  const json in = json::parse(text);
  if (in.at("parameters").get<std::string>() != parameters) {
    return fail(ErrorCode::kNotFound, "the run is one of other parameters");
  }
  ComparedRun run;
  run.strategy = in.at("strategy").get<std::string>();
  run.run = in.at("run").get<int>();
  run.seeds = in.at("seeds").get<std::vector<std::string>>();
  run.stop_reason = in.at("stop_reason").get<std::string>();
  run.authority_distances = in.at("authority_distances").get<std::vector<int>>();
  run.failed_seeds = in.at("failed_seeds").get<std::vector<std::pair<std::string, std::string>>>();
  for (const json& page : in.at("pages")) run.pages.push_back(page_from_json(page));
  return run;
} catch (const json::exception& error) {
  return fail(ErrorCode::kInvalid, std::string("no run of a comparison: ") + error.what());
}

}  // namespace porthole::labs
