#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/json_line.h"
#include "porthole/open_web.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "sampler/run/sample_report.h"
#include "sampler/run/sample_run.h"
#include "porthole/verb.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

struct SampleVerbOptions {
  std::string folder;
  std::string walk = "hard";
  sampler::SampleOptions sample;
  bool afresh = false;
  bool no_repository_links = false;
};

/// Null when nothing was gathered yet.
Result<std::unique_ptr<repository::Repository>> gathered_repository(const collection::Collection& collection) {
  if (!std::filesystem::exists(collection.repository_file())) return nullptr;
  return repository::open_sqlite(collection.repository_file(), repository::Access::kRead);
}

/// A name is one part of a path.
bool is_sample_name(const std::string& name) {
  return name.size() <= 100 && !name.starts_with('.') && name.find('/') == std::string::npos;
}

std::vector<std::string> sampling_notes(const sampler::SampleOptions::Progress& progress) {
  return {with_commas(progress.read) + " pages read", with_commas(progress.fetched) + " fetched"};
}

int run_sample(const SampleVerbOptions& options, const Common& common) {
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  sampler::SampleOptions sample = options.sample;
  sample.walk.region.kind = *sampler::walk_kind_of(options.walk.c_str());
  sample.repository_pages = !options.afresh;
  sample.repository_links = !options.no_repository_links;
  if (!is_sample_name(sample.name)) {
    return report({ErrorCode::kUsage, "--name " + sample.name + " cannot be the name of a folder", "", 0, 0,
                   "choose one without / that does not begin with a dot"}, common);
  }
  const auto web = open_web(*collection, common);
  if (!web) return report(web.error(), common);
  auto repository = gathered_repository(*collection);
  if (!repository) return report(repository.error(), common);

  const Interrupt interrupt;
  sample.stop = &interrupt.count();
  ProgressBar bar("sampling", common);
  sample.progress = [&](const sampler::SampleOptions::Progress& p) { bar.show(p.moves, p.moves_in_all, sampling_notes(p)); };
  Result<sampler::SampleReport> done = sampler::draw_sample(*collection, repository->get(), sample);
  bar.clear();
  if (!done) return report(done.error(), common);
  if (common.json) {
    print_json(sampler::sample_as_json(*done));
  } else if (in_words(common)) {
    sampler::print_sample(*done, options.folder);
  }
  return interrupt.happened() ? interrupt.exit_code() : kDone;
}

void declare_sample_walk(CLI::App& app, SampleVerbOptions& options) {
  app.add_option("--walk", options.walk, "hard, neighbourhood, trial-and-error or ancestor (docs/sampling.md)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"hard", "neighbourhood", "trial-and-error", "ancestor"}))
      ->capture_default_str();
  sampler::SampleOptions& sample = options.sample;
  app.add_option("--steps", sample.steps, "Moves of each walk; more goes on with the same walks")
      ->type_name("N")->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))->capture_default_str();
  app.add_option("--walks", sample.walks, "How many walks")->type_name("N")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--fetches", sample.fetches, "Stop when so many pages were fetched from the web")
      ->type_name("N")->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
  app.add_option("--random-seed", sample.walk.region.random_seed, "What is random follows from it")
      ->type_name("N")->capture_default_str();
  app.add_option("--short-walks", sample.walk.region.short_walks, "Of walk neighbourhood: short walks from a page (B)")
      ->type_name("N")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--radius", sample.walk.region.radius, "Of walk neighbourhood: links that these go (k)")
      ->type_name("N")->check(CLI::Range(1, 10))->capture_default_str();
  app.add_flag("--by-short-walks", sample.walk.region.by_short_walks,
               "Of walk neighbourhood: let the short walks alone decide what lies next to the topic, as published "
               "(else what is known to lie there counts)");
  app.add_option("--trial-steps", sample.walk.trial_steps, "Of walk trial-and-error: steps off the topic before it goes back (k)")
      ->type_name("N")->check(CLI::Range(1, 100))->capture_default_str();
  app.add_option("--ancestor", sample.topic.ancestor, "Of walk ancestor: the topic to walk in (else the good topics' parents)")
      ->type_name("TOPIC");
  app.add_option("--window", sample.walk.window, "Visits over which a host may hold half (L); 0 = all")
      ->type_name("N")->check(CLI::Range(0, 1'000'000))->capture_default_str();
}

void declare_sample_topic(CLI::App& app, SampleVerbOptions& options) {
  sampler::SampleTopic& topic = options.sample.topic;
  repeatable(app.add_option("--keyword", topic.keywords, "On topic is a page with this word or phrase; may be repeated")
                 ->type_name("WORDS"));
  app.add_option("--url-pattern", topic.url_pattern, "On topic is a page whose URL has this regular expression")
      ->type_name("RE2");
  app.add_flag("--tree", topic.tree, "On topic is what a C4.5 decision tree says that is grown from the taxonomy's examples");
}

}  // namespace

Action declare_sample(CLI::App& app) {
  const auto options = std::make_shared<SampleVerbOptions>();
  app.add_option("DIR", options->folder, "The collection's folder")->required();
  declare_sample_walk(app, *options);
  declare_sample_topic(app, *options);
  sampler::SampleOptions& sample = options->sample;
  repeatable(app.add_option("--start", sample.starts, "Where a walk begins; may be repeated (else pages on topic that were gathered, and the seeds)")
                 ->type_name("URL"));
  app.add_option("--links", sample.link_file, "A file of in-links that others know: source, tab, target; URLs or hosts")
      ->type_name("FILE");
  app.add_flag("--no-repository-links", options->no_repository_links, "Take no in-links from what was gathered");
  app.add_flag("--afresh", options->afresh, "Fetch pages that were gathered, too");
  app.add_option("--judge-links", sample.judged_links, "Links of each page of the sample that are read and judged")
      ->type_name("N")->check(CLI::Range(0, 1000))->capture_default_str();
  app.add_option("--list", sample.list, "A file of URLs: how much of the sample is not in it")->type_name("FILE");
  app.add_option("--name", sample.name, "Of the sample, for several of one kind (else the walk's)")->type_name("NAME");
  app.add_flag("--fresh", sample.fresh, "Throw the sample of that name away and begin anew");
  return [options](const Common& common) { return run_sample(*options, common); };
}

}  // namespace porthole::cli
