#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"
#include "porthole/verbs/open_web.h"
#include "repository/repository.h"
#include "sampling/sample_comparison.h"
#include "sampling/sample_report.h"
#include "sampling/sample_run.h"

namespace porthole::cli {
namespace {

struct SampleVerbOptions {
  std::string folder;
  std::string walk = "hard";
  sampling::SampleOptions sample;
  std::string beside;  ///< Another sample to compare with; "" = none.
};

/// Null before the first gather.
Result<std::unique_ptr<repository::Repository>> gathered_repository(
    const collection::Collection& collection) {
  return repository::open_if_there(collection::storage_of(collection));
}

/// True if the name is a single path component.
bool is_sample_name(const std::string& name) {
  return name.size() <= 100 && !name.starts_with('.') && name.find('/') == std::string::npos;
}

std::vector<std::string> sampling_notes(const sampling::SampleOptions::Progress& progress) {
  return {with_commas(progress.read) + " pages read", with_commas(progress.fetched) + " fetched"};
}

/// Refuses a sample name that is not valid, and an option of another kind of walk, which would be
/// without effect.
Result<void> check_options(const SampleVerbOptions& options) {
  const sampling::SampleOptions& given = options.sample;
  const sampling::SampleOptions usual;
  const struct {
    const char* option;
    const char* walk;
    bool is_given;
  } of_a_walk[] = {
      {"--by-short-walks", "neighbourhood", given.walk.region.by_short_walks},
      {"--trial-steps", "trial-and-error", given.walk.trial_steps != usual.walk.trial_steps},
      {"--ancestor", "ancestor", !given.topic.ancestor.empty()}};
  for (const auto& one : of_a_walk) {
    if (!one.is_given || options.walk == one.walk) continue;
    return fail(ErrorCode::kUsage,
                std::string(one.option) + " does not go with --walk " + options.walk,
                std::string("it applies to --walk ") + one.walk);
  }
  if (is_sample_name(given.name)) return {};
  return fail(ErrorCode::kUsage, "not a valid sample name: --name " + given.name,
              "choose one without / that does not begin with a dot");
}

int run_sample(const SampleVerbOptions& options, const Common& common) {
  if (auto checked = check_options(options); !checked) return report(checked.error(), common);
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  sampling::SampleOptions sample = options.sample;
  sample.walk.region.kind = *sampler::walk_kind_of(options.walk.c_str());
  const auto web = open_web(*collection, common);
  if (!web) return report(web.error(), common);
  auto repository = gathered_repository(*collection);
  if (!repository) return report(repository.error(), common);

  const Interrupt interrupt;
  sample.stop = &interrupt.count();
  ProgressBar bar("sampling", common);
  sample.progress = [&](const sampling::SampleOptions::Progress& p) {
    bar.show(p.moves, p.moves_in_all, sampling_notes(p));
  };
  Result<sampling::SampleReport> done =
      sampling::draw_sample(*collection, repository->get(), sample);
  bar.clear();
  if (!done) return report(done.error(), common);
  nlohmann::ordered_json json = sampling::sample_as_json(*done);
  if (!options.beside.empty()) {
    const auto other = sampling::sample_beside(*collection, options.beside);
    if (!other) return report(other.error(), common);
    json["comparison"] = sampling::compare_samples(json, *other);
  }
  if (common.json) {
    print_json(json);
  } else if (in_words(common)) {
    sampling::print_sample(*done);
    if (json.contains("comparison")) sampling::print_comparison(json["comparison"]);
  }
  return interrupt.happened() ? interrupt.exit_code() : kDone;
}

void declare_sample_walk(Command app, SampleVerbOptions& options) {
  app.add_option(
         "--walk", options.walk,
         "Kind of random walk: hard, neighbourhood, trial-and-error or ancestor (docs/sampling.md)")
      .type_name("KIND")
      .one_of({"hard", "neighbourhood", "trial-and-error", "ancestor"})
      .capture_default_str();
  sampling::SampleOptions& sample = options.sample;
  app.add_option("--steps", sample.steps,
                 "Steps of each walk; a larger number continues the same walks")
      .type_name("N")
      .within(std::int64_t{1}, std::int64_t{1} << 40)
      .capture_default_str();
  app.add_option("--fetches", sample.fetches,
                 "Stop after N pages were fetched from the web, by all runs of the sample")
      .type_name("N")
      .within(std::int64_t{1}, std::int64_t{1} << 40);
  app.add_option("--random-seed", sample.walk.region.random_seed, "Seed of all random choices")
      .type_name("N")
      .capture_default_str();
}

/// Options of one kind of walk each.
void declare_walk_kinds(Command app, SampleVerbOptions& options) {
  sampling::SampleOptions& sample = options.sample;
  app.add_flag("--by-short-walks", sample.walk.region.by_short_walks,
               "For --walk neighbourhood: decide by the short walks alone whether a page is near "
               "the topic, as published "
               "(default: use known neighbours, too)");
  app.add_option("--trial-steps", sample.walk.trial_steps,
                 "Steps off topic before the walk goes back, for --walk trial-and-error (k)")
      .type_name("N")
      .within(1, 100)
      .capture_default_str();
  app.add_option("--ancestor", sample.topic.ancestor,
                 "The topic to walk in, for --walk ancestor (default: the good topics' parents)")
      .type_name("TOPIC");
}

void declare_sample_topic(Command app, SampleVerbOptions& options) {
  sampling::SampleTopic& topic = options.sample.topic;
  app.add_option("--keyword", topic.keywords,
                 "Define the topic: pages with this word or phrase; may be repeated")
      .type_name("WORDS")
      .repeatable();
  app.add_option("--url-pattern", topic.url_pattern,
                 "Define the topic: pages whose URL matches this regular expression")
      .type_name("RE2");
}

}  // namespace

Action declare_sample(Command app) {
  const auto options = std::make_shared<SampleVerbOptions>();
  app.add_folder(options->folder);
  declare_sample_walk(app, *options);
  declare_walk_kinds(app, *options);
  declare_sample_topic(app, *options);
  sampling::SampleOptions& sample = options->sample;
  app.add_option("--start", sample.starts,
                 "A start page of the walks; may be repeated (default: gathered pages "
                 "on topic, and the seeds)")
      .type_name("URL")
      .repeatable();
  app.add_option("--beside", options->beside,
                 "Compare with another sample: of this collection by its name, of another one by "
                 "its folder (DIR/samples/NAME)")
      .type_name("SAMPLE");
  app.add_option("--links", sample.link_file,
                 "A file of additional in-links: source, tab, target; URLs or hosts")
      .type_name("FILE");
  app.add_option("--judge-links", sample.judged_links,
                 "Number of links of each sampled page to fetch and judge")
      .type_name("N")
      .within(0, 1000)
      .capture_default_str();
  app.add_option("--list", sample.list,
                 "A file of URLs; reports the share of the sample that is not in it")
      .type_name("FILE");
  app.add_option("--name", sample.name, "Name of the sample (default: that of the walk)")
      .type_name("NAME");
  app.add_flag("--fresh", sample.fresh, "Delete the sample of that name and start again");
  return [options](const Common& common) { return run_sample(*options, common); };
}

}  // namespace porthole::cli
