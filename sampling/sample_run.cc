#include "sampling/sample_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "collection/taxonomy_file.h"
#include "sampler/hash_rng.h"
#include "sampling/sample_findings.h"
#include "sampling/sample_journal.h"
#include "sampling/sample_pages.h"
#include "sampling/sample_report.h"
#include "training/model_folder.h"

namespace porthole::sampling {
namespace {

// The effect of the classifier's errors on each statistic of a sample
// (sampler/statistics.h).
//
// In:  the held-out confusion that `train` left in the model's folder; a report with statistics.
// Out: corrected or bounded statistics in the report.
//
// A page counts as on topic when its topic is good or below a good one, by the marks of today.

sampler::ClassifierErrors errors_of(const std::vector<training::HeldOutCell>& confusion,
                                    const topics::Taxonomy& taxonomy) {
  const auto is_wanted = [&](const std::string& path) {
    const auto topic = taxonomy.find(path);
    return topic && taxonomy.is_wanted(*topic);
  };
  sampler::ClassifierErrors errors;
  for (const training::HeldOutCell& cell : confusion) {
    const bool is_claimed = is_wanted(cell.predicted);
    const bool is_on = is_wanted(cell.actual);
    (is_on ? errors.on : errors.off) += cell.pages;
    if (is_claimed) (is_on ? errors.found : errors.claimed) += cell.pages;
  }
  return errors;
}

std::vector<sampler::ConfusedPages> cells_of(const std::vector<training::HeldOutCell>& confusion) {
  std::vector<sampler::ConfusedPages> cells;
  for (const training::HeldOutCell& cell : confusion)
    cells.push_back({cell.actual, cell.predicted, cell.pages});
  return cells;
}

/// Fills in SampleReport::classifier; nothing without a held-out confusion. Requires: the sample is
/// of the collection's own classifier. Errors: those of the taxonomy's file; kInvalid for a damaged
/// file of the confusion.
Result<void> add_classifier_effect(SampleReport& report, const collection::Collection& collection) {
  const std::string& name = collection.specification().topic.taxonomy_file;
  if (name.empty() || report.shares.empty()) return {};
  TRY_AS(confusion, training::held_out_confusion(collection));
  if (confusion->empty()) return {};
  TRY_AS(file, collection::read_taxonomy_of(collection.folder(), name));
  ClassifierEffect effect;
  effect.errors = errors_of(*confusion, file->taxonomy());
  if (effect.errors.on == 0 || effect.errors.off == 0) return {};
  for (const NumberOf& number : report.numbers) {
    if (number.name == "on_topic_links")
      effect.on_topic_links = sampler::corrected_share(number.value, effect.errors);
  }
  const double precision = effect.errors.precision().estimate;
  for (const SharesOf& shares : report.shares) {
    SharesOf bounded = shares;
    for (sampler::ShareOfValue& share : bounded.shares)
      share.share = sampler::bounded_share(share.share, precision);
    effect.shares.push_back(std::move(bounded));
    if (shares.name != "topics") continue;
    sampler::Counts predicted;
    for (const sampler::ShareOfValue& share : shares.shares) predicted[share.value] = share.pages;
    for (const auto& [topic, share] : sampler::corrected_topics(predicted, cells_of(*confusion)))
      effect.topics.emplace_back(topic, share);
    std::stable_sort(effect.topics.begin(), effect.topics.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
  }
  report.classifier = std::move(effect);
  return {};
}

using nlohmann::json;
using sampler::NodeId;

/// The options that identify a sample; its length may change.
json identity_of(const SampleOptions& options, const SamplePredicate& predicate) {
  const sampler::WalkOptions& walk = options.walk;
  json identity = {{"walk", sampler::walk_kind_name(walk.region.kind)},
                   {"topic", predicate.text()},
                   {"random_seed", walk.region.random_seed},
                   {"walks", options.walks},
                   {"degree_bound", walk.degree_bound},
                   {"radius", walk.region.radius},
                   {"short_walks", walk.region.short_walks},
                   {"trial_steps", walk.trial_steps},
                   {"window", walk.window},
                   {"recent_hosts", walk.recent_hosts},
                   {"link_file", options.link_file},
                   {"repository_links", true},  // as in samples that could do without
                   {"repository_pages", true}};
  // Samples that were begun before there was the option do not name it.
  if (walk.region.by_short_walks) identity["by_short_walks"] = true;
  return identity;
}

class SampleRun {
 public:
  SampleRun(const SampleOptions& options, const SampleSources& sources, SamplePages& pages)
      : options_(options), sources_(sources), pages_(pages) {}

  Result<SampleReport> run() {
    sampler::WalkRunOptions walks;
    walks.walk = options_.walk;
    walks.walks = options_.walks;
    walks.moves = options_.steps;
    for (const json& start : sources_.journal.begun().at("starts")) {
      walks.starts.push_back(pages_.number_of(start.get<std::string>()));
    }
    sampler::WalkRun run(pages_.graph(), walks);
    TRY_AS(stopped, walk(run));
    SampleReport report = describe(run);
    report.stop_reason = *stopped;
    if (report.stop_reason != SampleStop::kInterrupted) {
      TRY(judge_links(report.sample));
    }
    report.read = sources_.journal.pages();
    report.fetched = sources_.journal.fetched();
    TRY(add_findings(report, sources_, pages_, options_));
    return report;
  }

 private:
  Result<SampleStop> walk(sampler::WalkRun& run) {
    while (!run.is_done()) {
      const std::vector<NodeId> wanted = run.take_turns();
      if (options_.progress) {
        options_.progress({run.moves(), options_.steps * options_.walks,
                           static_cast<std::int64_t>(sources_.journal.pages()),
                           static_cast<std::int64_t>(sources_.journal.fetched())});
      }
      if (is_stopped()) return SampleStop::kInterrupted;
      if (wanted.empty()) continue;
      if (may_not_fetch(wanted)) return SampleStop::kFetches;
      TRY_AS(all, pages_.provide(wanted));
      if (!*all) return SampleStop::kInterrupted;
    }
    const bool stuck = std::all_of(run.walks().begin(), run.walks().end(),
                                   [](const auto& walk) { return walk.is_stuck(); });
    return stuck ? SampleStop::kStuck : SampleStop::kSteps;
  }

  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load() != 0; }

  /// Known pages may still be visited when the budget is spent.
  bool may_not_fetch(const std::vector<NodeId>& wanted) const {
    if (options_.fetches == 0 ||
        static_cast<std::int64_t>(sources_.journal.fetched()) < options_.fetches)
      return false;
    return std::any_of(wanted.begin(), wanted.end(), [&](NodeId page) {
      return sources_.journal.find(pages_.key(page)) == nullptr;
    });
  }

  SampleReport describe(const sampler::WalkRun& run) {
    SampleReport report;
    report.walk = sampler::walk_kind_name(options_.walk.region.kind);
    report.predicate = sources_.predicate.text();
    std::set<NodeId> visited;
    for (const sampler::Walk& walk : run.walks()) {
      report.moves += walk.moves();
      report.jumps += walk.jumps();
      report.returns += walk.returns();
      if (walk.is_stuck()) ++report.stuck_walks;
      for (const sampler::Visit& visit : walk.visits()) {
        visited.insert(visit.page);
        if (pages_.graph().find(visit.page)->on_topic) ++report.on_topic;
      }
    }
    report.visited = visited.size();
    const auto host_name = [&](sampler::HostId host) { return pages_.host_name(host); };
    report.sample = sampler::draw_sample(pages_.graph(), run.walks(), host_name,
                                         options_.walk.region.random_seed);
    for (const NodeId page : report.sample.pages) report.urls.push_back(pages_.href(page));
    return report;
  }

  /// Reads the out-links of the sample that are to be judged.
  Result<void> judge_links(const sampler::Sample& sample) {
    std::set<NodeId> wanted;
    for (const std::vector<NodeId>& links : links_to_judge(sample.pages, pages_, options_)) {
      wanted.insert(links.begin(), links.end());
    }
    constexpr std::size_t kAtOnce = 64;
    std::vector<NodeId> batch;
    for (auto next = wanted.begin(); next != wanted.end();) {
      batch.push_back(*next++);
      if (batch.size() < kAtOnce && next != wanted.end()) continue;
      if (is_stopped() || may_not_fetch(batch)) return {};
      TRY_AS(all, pages_.provide(batch));
      if (!*all) return {};
      batch.clear();
    }
    return {};
  }

  const SampleOptions& options_;
  const SampleSources& sources_;
  SamplePages& pages_;
};

constexpr std::size_t kMostStarts = 200;
constexpr std::uint64_t kStartsStream = std::uint64_t{1} << 48;

/// The rank of a page within its site, the draw, the page.
struct StartCandidate {
  std::size_t rank = 0;
  std::uint64_t draw = 0;
  std::string href;
  repository::UrlId id = 0;
};

/// The pages that starts are taken from, in order.
Result<std::vector<StartCandidate>> drawn(repository::Repository& repository,
                                          const repository::Pages::Filter& filter,
                                          std::uint64_t random_seed) {
  std::vector<StartCandidate> candidates;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_site;
  TRY(repository.pages().for_each(
      filter, [&](const repository::UrlRecord& url, const repository::PageRecord& page,
                  std::int64_t, std::int64_t) {
        if (page.duplicate_of != 0) return true;
        sampler::HashRng rng(random_seed, kStartsStream, static_cast<std::uint64_t>(url.id));
        by_site[url.site].push_back(candidates.size());
        candidates.push_back({0, rng.next(), url.href, url.id});
        return true;
      }));
  for (auto& [site, pages] : by_site) {
    std::sort(pages.begin(), pages.end(),
              [&](auto a, auto b) { return candidates[a].draw < candidates[b].draw; });
    for (std::size_t rank = 0; rank < pages.size(); ++rank) candidates[pages[rank]].rank = rank;
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const StartCandidate& a, const StartCandidate& b) {
              return std::pair(a.rank, a.draw) < std::pair(b.rank, b.draw);
            });
  return candidates;
}

Result<bool> is_on_topic(const StartCandidate& candidate, repository::Repository& repository,
                         const SamplePredicate& predicate) {
  const Result<Url> url = Url::parse(candidate.href);
  if (!url) return false;
  if (const std::optional<bool> known = predicate.by_url(*url)) return *known;
  TRY_AS(page, repository.pages().get(candidate.id));
  return *page && predicate.judge(*url, (*page)->document).on_topic;
}

Result<std::vector<std::string>> pages_on_topic(repository::Repository& repository,
                                                const SampleOptions& options,
                                                const SamplePredicate& predicate) {
  const bool is_judged = !options.topic.has_own_predicate();  // When it was gathered.
  TRY_AS(candidates,
         drawn(repository, {.relevant_only = is_judged}, options.walk.region.random_seed));
  std::vector<std::string> starts;
  for (StartCandidate& candidate : *candidates) {
    if (starts.size() == kMostStarts) break;
    if (!is_judged) {
      TRY_AS(wanted, is_on_topic(candidate, repository, predicate));
      if (!*wanted) continue;
    }
    starts.push_back(std::move(candidate.href));
  }
  return starts;
}

}  // namespace

Result<SampleReport> draw_sample(const collection::Collection& collection,
                                 repository::Repository* repository, const SampleOptions& options) {
  SampleTopic topic = options.topic;
  topic.wider = options.walk.region.kind == sampler::WalkKind::kAncestor;
  TRY_AS(predicate, make_sample_predicate(collection, topic));
  Result<gatherer::LinkFile> links;
  if (!options.link_file.empty()) links = gatherer::LinkFile::read(options.link_file);
  if (!links) return fail(links.error());
  const std::string name =
      options.name.empty() ? sampler::walk_kind_name(options.walk.region.kind) : options.name;
  const std::filesystem::path folder = samples_folder(collection) / name;
  TRY_AS(starts, sample_starts(collection, repository, options, **predicate));
  TRY_AS(journal, SampleJournal::open(
                      folder, {{"options", identity_of(options, **predicate)}, {"starts", *starts}},
                      options.fresh));
  const SampleSources sources{.collection = collection,
                              .repository = repository,
                              .on_topic_only = options.walk.region.kind == sampler::WalkKind::kHard,
                              .predicate = **predicate,
                              .link_file = *links,
                              .journal = *journal,
                              .stop = options.stop};
  TRY_AS(pages, SamplePages::open(sources));
  Result<SampleReport> report = SampleRun(options, sources, **pages).run();
  if (!report) return report;
  report->name = name;
  if (!topic.has_own_predicate() && !topic.wider) {
    TRY(add_classifier_effect(*report, collection));
  }
  TRY(collection::replace_file(folder / kSampleReportFile, sample_as_json(*report).dump(1) + "\n"));
  return report;
}

Result<std::vector<std::string>> sample_starts(const collection::Collection& collection,
                                               repository::Repository* repository,
                                               const SampleOptions& options,
                                               const SamplePredicate& predicate) {
  std::vector<std::string> texts = options.starts;
  if (texts.empty() && repository != nullptr) {
    TRY_AS(on_topic, pages_on_topic(*repository, options, predicate));
    texts = std::move(*on_topic);
  }
  if (options.starts.empty()) {
    for (const collection::Seed& seed : collection.specification().seeds) texts.push_back(seed.url);
  }
  std::vector<std::string> starts;
  for (const std::string& text : texts) {
    const Result<Url> url = Url::parse(text);
    if (url && url->is_web()) {
      if (starts.size() < kMostStarts) starts.push_back(url->without_fragment().href());
    } else if (!options.starts.empty()) {
      return fail(ErrorCode::kUsage, "--start " + text + " is not an http or https URL");
    }
  }
  if (!starts.empty()) return starts;
  return fail({ErrorCode::kIncomplete, "there is no page to begin a walk with",
               collection.specification_file().string(), 0, 0,
               "give some on the topic: --start URL, or porthole seeds add DIR URL"});
}

}  // namespace porthole::sampling
