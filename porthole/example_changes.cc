#include <iostream>
#include <nlohmann/json.hpp>

#include "base/xml/tree.h"
#include "collection/bookmarks.h"
#include "collection/directory_list.h"
#include "collection/seed_list.h"
#include "porthole/example_works.h"
#include "porthole/exit_code.h"
#include "porthole/json_line.h"
#include "porthole/output.h"
#include "training/model_folder.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using topics::TopicId;

constexpr std::size_t kLargestImport = 64 << 20;
constexpr const char* kUnsorted = "unsorted";

std::size_t count_examples(const topics::Taxonomy& taxonomy) {
  std::size_t count = 0;
  for (std::size_t id = 0; id < taxonomy.size(); ++id)
    count += taxonomy[static_cast<TopicId>(id)].examples.size();
  return count;
}

void print_next(const ExampleOptions& options) {
  std::cout << "next: porthole train " << shell_word(options.folder) << '\n';
}

Result<collection::Imported> read_import(const ExampleOptions& options) {
  const Result<std::string> text = xml::read_file(options.file, kLargestImport);
  if (!text) return fail(text.error());
  Result<collection::Imported> imported =
      collection::is_bookmarks(*text) ? collection::read_bookmarks(*text, options.file)
                                      : collection::read_directory_list(*text, options.file);
  if (!imported) return imported;
  const std::vector<std::string> above = collection::path_names(options.under);
  for (collection::NewExample& example : imported->examples) {
    example.path.insert(example.path.begin(), above.begin(), above.end());
    if (example.path.empty()) example.path = {kUnsorted};
  }
  return imported;
}

}  // namespace

int add_examples(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  std::vector<std::string> path = collection::path_names(options.topic);
  if (!options.make || path.empty()) {
    const auto topic =
        collection::find_topic(open->file.taxonomy(), options.topic, open->file.file());
    Error error = topic ? Error() : topic.error();
    if (topic && *topic == topics::kRootTopic)
      error =
          fail(ErrorCode::kUsage, "TOPIC is empty", "name one, such as science/astronomy").value();
    if (!error.message.empty()) {
      if (topic || error.hint.empty()) return report(error, common);
      error.hint += " (--make adds a new topic)";
      return report(error, common);
    }
  }
  std::vector<collection::Seed> asked;
  for (const std::string& url : options.urls) asked.push_back({.url = url, .file = "", .line = 0});
  const collection::SortedSeeds sorted = collection::sort_seeds(asked, {});
  std::vector<collection::NewExample> examples;
  for (const std::string& url : sorted.good) {
    collection::NewExample& example = examples.emplace_back();
    example.path = path;
    example.example.url = url;
  }
  const auto added = open->file.add(examples);
  if (!added) return report(added.error(), common);
  if (added->examples > 0) {
    if (auto saved = open->file.save(); !saved) return report(saved.error(), common);
  }
  const std::size_t all = count_examples(open->file.taxonomy());
  if (common.json) {
    print_json({{"topic", options.topic},
                {"added", added->examples},
                {"known", added->known},
                {"failed", sorted.bad.size()},
                {"examples", all}});
  } else if (in_words(common)) {
    std::cout << "added " << counted(number(added->examples), "example") << " to "
              << printable(options.topic);
    if (added->known > 0) std::cout << " (" << added->known << " were in the taxonomy already)";
    std::cout << "; there are " << with_commas(number(all)) << '\n';
    print_next(options);
  }
  return report_each(sorted.bad, common);
}

int import_examples(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const Result<collection::Imported> imported = read_import(options);
  if (!imported) return report(imported.error(), common);
  const auto added = open->file.add(imported->examples);
  if (!added) return report(added.error(), common);
  if (auto saved = open->file.save(); !saved) return report(saved.error(), common);
  for (const Error& skipped : imported->skipped) report(skipped, common);
  if (common.json) {
    print_json({{"added", added->examples},
                {"known", added->known},
                {"topics", added->topics},
                {"skipped", imported->skipped.size()},
                {"examples", count_examples(open->file.taxonomy())}});
  } else if (in_words(common)) {
    std::cout << "imported " << counted(number(added->examples), "example") << " and "
              << counted(number(added->topics), "new topic");
    if (added->known > 0)
      std::cout << "; " << added->known << " were in the taxonomy already, and stay where they are";
    std::cout << '\n';
    print_next(options);
  }
  return imported->skipped.empty() ? kDone : kDoneButNotAll;
}

int move_example(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const Result<std::string> from = open->file.move_example(options.url, options.topic);
  if (!from) return report(from.error(), common);
  if (auto saved = open->file.save(); !saved) return report(saved.error(), common);
  const std::string to = open->file.taxonomy()[*open->file.taxonomy().find(options.topic)].path;
  if (common.json) {
    print_json({{"url", options.url}, {"from", *from}, {"to", to}});
  } else if (in_words(common)) {
    std::cout << "moved from " << printable(*from) << " to " << printable(to)
              << "\nnext: porthole train " << shell_word(options.folder) << " --again\n";
  }
  return kDone;
}

int mark_topics(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  if (auto marked = open->file.mark_good(options.topics); !marked)
    return report(marked.error(), common);
  if (auto saved = open->file.save(); !saved) return report(saved.error(), common);
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  ordered_json good = ordered_json::array();
  for (const TopicId id : taxonomy.good()) good.push_back(taxonomy[id].path);
  if (common.json) {
    print_json({{"good", std::move(good)}});
  } else if (in_words(common)) {
    for (const TopicId id : taxonomy.good())
      std::cout << "good: " << printable(taxonomy[id].path) << '\n';
    std::cout << "next: porthole train " << shell_word(options.folder)
              << " (if it was not yet), porthole gather " << shell_word(options.folder) << '\n';
  }
  return kDone;
}

}  // namespace porthole::cli
