#include "sampling/sample_run.h"

#include <algorithm>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "collection/taxonomy_file.h"
#include "sampling/sample_figures.h"
#include "sampling/sample_findings.h"
#include "sampling/sample_journal.h"
#include "sampling/sample_pages.h"
#include "sampling/sample_report.h"
#include "sampling/sample_starts.h"
#include "training/model_folder.h"

namespace porthole::sampling {
namespace {

// The effect of the classifier's errors on each statistic of a sample
// (sampler/classifier_errors.h).
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

}  // namespace porthole::sampling
