#include <chrono>
#include <iostream>
#include <string>
#include <unordered_map>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/directory_list.h"
#include "collection/open_collection.h"
#include "collection/seed_list.h"
#include "gatherer/judge/judge_factory.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verbs/example_works.h"
#include "repository/query.h"
#include "training/open_taxonomy.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using topics::TopicId;

/// Saves the taxonomy; returns the examples that became seeds.
Result<std::vector<std::string>> save(const training::OpenTaxonomy& open,
                                      const ExampleOptions& options) {
  return training::save_taxonomy(
      open, options.no_seeds ? training::SeedExamples::kNo : training::SeedExamples::kYes);
}

/// The URLs as they may be shown.
std::vector<std::string> shown(std::vector<std::string> urls) {
  for (std::string& url : urls) url = without_credentials(std::move(url));
  return urls;
}

void print_seeds(const std::vector<std::string>& seeds) {
  if (seeds.empty()) return;
  std::cout << counted(number(seeds.size()), "example")
            << (seeds.size() == 1 ? " of a good topic is a seed now\n"
                                  : " of good topics are seeds now\n");
}

void print_next(const training::OpenTaxonomy& open, const ExampleOptions& options) {
  const topics::Taxonomy& taxonomy = open.file.taxonomy();
  const std::string folder = shell_word(options.folder);
  if (taxonomy.good().empty()) {
    const std::string first = taxonomy.size() > 1 ? taxonomy[1].path : "TOPIC";
    std::cout << "next: porthole examples mark " << folder << " " << shell_word(printable(first))
              << " (or whichever topics are wanted)\n";
  } else if (taxonomy.can_be_learned()) {
    std::cout << "next: porthole train " << folder << '\n';
  } else {
    std::cout << "pages are judged by the topic's words until a second topic beside this one has "
                 "examples\nnext: "
              << crawl_command(options.folder) << '\n';
  }
}

/// True if the classifier has learned the topics and examples as they are.
bool has_learned(const collection::Collection& collection) {
  const auto judged_by = gatherer::judged_by(collection);
  const auto is_current = gatherer::is_training_current(collection);
  return gatherer::check_page_judge(collection) && judged_by && is_current && *is_current &&
         *judged_by != topics::JudgedBy::kWords;
}

/// Reads one row: counts() would read all URLs and links.
bool has_pages(const collection::Collection& collection) {
  const auto one =
      repository::run_query(collection::storage_of(collection), "SELECT id FROM page LIMIT 1",
                            {.rows = 1, .time = std::chrono::seconds(10)});
  return one && !one->rows.empty();
}

/// The step after marks have changed: they need no training where the topics were learned.
void print_next_of_marks(const training::OpenTaxonomy& open, const ExampleOptions& options) {
  if (!has_learned(open.collection)) return print_next(open, options);
  std::cout << "next: "
            << (has_pages(open.collection) ? "porthole judge " + shell_word(options.folder)
                                           : crawl_command(options.folder))
            << '\n';
}

int show_topics(training::OpenTaxonomy open, const ExampleOptions& options, const Common& common) {
  if (auto marked = open.file.mark_shown(options.topics); !marked)
    return report(marked.error(), common);
  if (auto saved = training::save_taxonomy(open, training::SeedExamples::kNo); !saved)
    return report(saved.error(), common);
  const topics::Taxonomy& taxonomy = open.file.taxonomy();
  ordered_json shown = ordered_json::array();
  for (const TopicId id : taxonomy.shown()) shown.push_back(taxonomy[id].path);
  if (common.json) {
    print_json({{"shown", std::move(shown)}});
  } else if (in_words(common)) {
    for (const TopicId id : taxonomy.shown())
      std::cout << "shown: " << printable(taxonomy[id].path) << '\n';
    if (taxonomy.shown().empty()) std::cout << "shown: pages of the good topics\n";
    std::cout << "next: porthole index " << shell_word(options.folder) << '\n';
  }
  return kDone;
}

/// Checks that the topic to add examples to is there, or may be made.
Result<void> check_topic(const training::OpenTaxonomy& open, const ExampleOptions& options) {
  if (options.make && !collection::path_names(options.topic).empty()) return {};
  const auto topic = collection::find_topic(open.file.taxonomy(), options.topic, open.file.file());
  if (topic && *topic != topics::kRootTopic) return {};
  if (topic)
    return fail(ErrorCode::kUsage, "TOPIC is empty", "name one, such as science/astronomy");
  Error error = topic.error();
  if (!error.hint.empty()) error.hint += " (--make adds a new topic)";
  return fail(std::move(error));
}

collection::NewExample new_example(const std::string& url, const std::string& topic) {
  collection::NewExample example;
  example.path = collection::path_names(topic);
  example.example.url = url;
  return example;
}

/// Url::key(), by which examples are the same.
std::string key_of(const std::string& url) {
  const Result<Url> parsed = Url::parse(url);
  return parsed ? parsed->key() : url;
}

/// The paths of the topics that have pages as examples, by key_of(), but for that of `topic`.
std::unordered_map<std::string, std::string> topics_elsewhere(const topics::Taxonomy& taxonomy,
                                                              const std::string& topic) {
  const std::string here = join(collection::path_names(topic), "/");
  std::unordered_map<std::string, std::string> paths;
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const topics::Topic& other = taxonomy[static_cast<TopicId>(id)];
    if (equals_ignoring_case(other.path, here)) continue;
    for (const topics::Example& example : other.examples)
      if (!example.url.empty()) paths.emplace(key_of(example.url), other.path);
  }
  return paths;
}

/// Errors for URLs that are none, and for pages that another topic has, where they stay.
struct NotAdded {
  std::vector<Error> errors;

  void bad_urls(const std::vector<Error>& bad) {
    for (Error error : bad) {
      if (const auto at = error.message.find(": "); error.message.starts_with("seed not used: "))
        error.message = "example not added" + error.message.substr(at);
      errors.push_back(std::move(error));
    }
  }
  void elsewhere(const std::string& url, const std::string& topic, const ExampleOptions& options) {
    Error error;
    error.code = ErrorCode::kInvalid;
    error.message = "example not added: " + without_credentials(url) + ": it is one of " + topic;
    error.hint = "move it: porthole examples move " + shell_word(options.folder) + " " +
                 shell_word(without_credentials(url)) + " " + shell_word(options.topic);
    errors.push_back(std::move(error));
  }
};

void print_added(const collection::TaxonomyFile::Added& added, std::size_t all,
                 const ExampleOptions& options) {
  std::cout << "added " << counted(number(added.examples), "example") << " to "
            << printable(options.topic);
  if (added.known > 0)
    std::cout << " (" << added.known << (added.known == 1 ? " was" : " were") << " there already)";
  std::cout << "; there are " << with_commas(number(all)) << '\n';
}

}  // namespace

int add_examples(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open =
      training::open_or_make_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  if (auto good = check_topic(*open, options); !good) return report(good.error(), common);
  std::vector<collection::Seed> asked;
  for (const std::string& url : options.urls) asked.push_back({.url = url, .file = "", .line = 0});
  const collection::SortedSeeds sorted = collection::sort_seeds(asked, {});
  NotAdded not_added;
  not_added.bad_urls(sorted.bad);
  const auto elsewhere = topics_elsewhere(open->file.taxonomy(), options.topic);
  std::vector<collection::NewExample> examples;
  for (const std::string& url : sorted.good) {
    if (const auto other = elsewhere.find(key_of(url)); other != elsewhere.end()) {
      not_added.elsewhere(url, other->second, options);
    } else {
      examples.push_back(new_example(url, options.topic));
    }
  }
  if (options.make && not_added.errors.size() > sorted.bad.size())  // To be moved there.
    examples.push_back(new_example("", options.topic));
  const auto added = open->file.add(examples);
  if (!added) return report(added.error(), common);
  const Result<std::vector<std::string>> seeds = save(*open, options);
  if (!seeds) return report(seeds.error(), common);
  const std::size_t all = training::count_examples(open->file.taxonomy());
  if (common.json) {
    print_json({{"topic", options.topic},
                {"added", added->examples},
                {"known", added->known},
                {"failed", not_added.errors.size()},
                {"seeds", shown(*seeds)},
                {"examples", all}});
  } else if (in_words(common)) {
    print_added(*added, all, options);
    print_seeds(*seeds);
    if (added->examples > 0) print_next(*open, options);
  }
  return report_each(not_added.errors, common);
}

int import_examples(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open =
      training::open_or_make_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  const Result<collection::Imported> imported =
      collection::read_example_file(options.file, options.under);
  if (!imported) return report(imported.error(), common);
  const auto added = open->file.add(imported->examples);
  if (!added) return report(added.error(), common);
  const Result<std::vector<std::string>> seeds = save(*open, options);
  if (!seeds) return report(seeds.error(), common);
  for (const Error& skipped : imported->skipped) report(skipped, common);
  if (common.json) {
    print_json({{"added", added->examples},
                {"known", added->known},
                {"topics", added->topics},
                {"skipped", imported->skipped.size()},
                {"seeds", shown(*seeds)},
                {"examples", training::count_examples(open->file.taxonomy())}});
  } else if (in_words(common)) {
    std::cout << "imported " << counted(number(added->examples), "example") << " and "
              << counted(number(added->topics), "new topic");
    if (added->known > 0)
      std::cout << "; " << added->known << " were in the taxonomy already, and stay where they are";
    std::cout << '\n';
    print_seeds(*seeds);
    print_next(*open, options);
  }
  return imported->skipped.empty() ? kDone : kDoneButNotAll;
}

int move_example(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open =
      training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  const Result<std::string> from = open->file.move_example(options.url, options.topic);
  if (!from) return report(from.error(), common);
  if (const auto saved = save(*open, options); !saved) return report(saved.error(), common);
  const std::string to = join(collection::path_names(options.topic), "/");
  if (common.json) {
    print_json({{"url", without_credentials(options.url)}, {"from", *from}, {"to", to}});
  } else if (in_words(common)) {
    std::cout << "moved from " << printable(*from) << " to " << printable(to)
              << "\nnext: porthole train " << shell_word(options.folder) << " --again\n";
  }
  return kDone;
}

int remove_example(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open =
      training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  const Result<std::string> from = open->file.remove_example(options.url);
  if (!from) return report(from.error(), common);
  if (const auto saved = training::save_taxonomy(*open, training::SeedExamples::kNo); !saved)
    return report(saved.error(), common);
  if (common.json) {
    print_json({{"url", without_credentials(options.url)}, {"from", *from}});
  } else if (in_words(common)) {
    std::cout << "removed from " << printable(*from) << "\nnext: porthole train "
              << shell_word(options.folder) << " --again\n";
  }
  return kDone;
}

int mark_topics(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open =
      training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  if (options.show) return show_topics(std::move(*open), options, common);
  if (options.topics.empty()) {
    return report(fail(ErrorCode::kUsage, "TOPIC is missing",
                       "name the topics to crawl for, such as science/astronomy")
                      .value(),
                  common);
  }
  if (auto marked = open->file.mark_good(options.topics); !marked)
    return report(marked.error(), common);
  const Result<std::vector<std::string>> seeds = save(*open, options);
  if (!seeds) return report(seeds.error(), common);
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  ordered_json good = ordered_json::array();
  for (const TopicId id : taxonomy.good()) good.push_back(taxonomy[id].path);
  if (common.json) {
    print_json({{"good", std::move(good)}, {"seeds", shown(*seeds)}});
  } else if (in_words(common)) {
    for (const TopicId id : taxonomy.good())
      std::cout << "good: " << printable(taxonomy[id].path) << '\n';
    print_seeds(*seeds);
    print_next_of_marks(*open, options);
  }
  return kDone;
}

}  // namespace porthole::cli
