#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/edit/topic_edit.h"
#include "porthole/exit_code.h"
#include "porthole/json_line.h"
#include "porthole/output.h"
#include "porthole/subcommands.h"
#include "training/open_taxonomy.h"

namespace porthole::cli {
namespace {

using collection::TaxonomyFile;

struct TopicOptions {
  std::string folder;
  std::string topic;
  std::string name;
  std::string title;
  std::string other;  ///< The topic to move below, or to merge into.
};

/// A path as the taxonomy has it: "science/astronomy" for "/science//astronomy/".
std::string shown_path(const std::string& path) {
  return printable(join(collection::path_names(path), "/"));
}

/// Saves the taxonomy `after` in the place of the opened one and prints what there is now.
int keep(training::OpenTaxonomy& open, Result<TaxonomyFile> after, const std::string& done,
         const TopicOptions& options, const Common& common) {
  if (!after) return report(after.error(), common);
  open.file = std::move(*after);
  const auto saved = training::save_taxonomy(open, training::SeedExamples::kNo);
  if (!saved) return report(saved.error(), common);
  const topics::Taxonomy& taxonomy = open.file.taxonomy();
  nlohmann::ordered_json good = nlohmann::ordered_json::array();
  for (const topics::TopicId id : taxonomy.good()) good.push_back(taxonomy[id].path);
  if (common.json) {
    print_json({{"topics", taxonomy.size() - 1},
                {"examples", training::count_examples(taxonomy)},
                {"good", std::move(good)}});
  } else if (in_words(common)) {
    std::cout << done << "; the taxonomy has " << counted(number(taxonomy.size() - 1), "topic")
              << " and " << counted(number(training::count_examples(taxonomy)), "example") << '\n';
    for (const topics::TopicId id : taxonomy.good())
      std::cout << "good: " << printable(taxonomy[id].path) << '\n';
    std::cout << "next: porthole " << (taxonomy.can_be_learned() ? "train " : "examples list ")
              << shell_word(options.folder) << '\n';
  }
  return kDone;
}

int make(const TopicOptions& options, const Common& common) {
  auto open = training::open_or_make_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open, collection::make_topic(open->file, options.topic, options.title),
              "made " + shown_path(options.topic), options, common);
}

int rename(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(
      *open, collection::rename_topic(open->file, options.topic, options.name, options.title),
      "renamed " + shown_path(options.topic) + " to " + printable(options.name), options, common);
}

int move(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  const std::string above = options.other == "/" ? "" : options.other;
  return keep(*open, collection::move_topic(open->file, options.topic, above),
              "moved " + shown_path(options.topic) + " below " +
                  (above.empty() ? "the root" : shown_path(above)),
              options, common);
}

int merge(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open, collection::merge_topics(open->file, options.topic, options.other),
              "merged " + shown_path(options.topic) + " into " + shown_path(options.other), options,
              common);
}

int remove(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open, collection::remove_topic(open->file, options.topic),
              "removed " + shown_path(options.topic), options, common);
}

}  // namespace

Action declare_topics(Command app) {
  const auto options = std::make_shared<TopicOptions>();
  const auto works = std::make_shared<Subcommands<TopicOptions>>("topics", app, options);
  const auto add = [&](const char* name, const char* sentence, const std::string& example,
                       Subcommands<TopicOptions>::Work work) {
    Command sub = works->add(name, sentence, example, work);
    sub.add_option("TOPIC", options->topic, "The topic's path in the taxonomy").required();
    return sub;
  };

  Command making = add("make", "Make a topic, and those above it that are missing.",
                       "make cycling recreation/cycling/repair", make);
  making.add_option("--title", options->title, "Its title for people").type_name("TITLE");

  Command renaming = add("rename", "Give a topic another name.",
                         "rename cycling recreation/cycling bicycles", rename);
  renaming.add_option("NAME", options->name, "The new name, without the path").required();
  renaming.add_option("--title", options->title, "Its title for people").type_name("TITLE");

  add("move", "Move a topic, with examples, marks and all topics below it, under another one.",
      "move cycling recreation/cycling sport", move)
      .add_option("ABOVE", options->other, "The topic to move it below; / is the root")
      .required();

  add("merge", "Move the examples of a topic, and the topics below it, into another topic.",
      "merge cycling sport/bikes recreation/cycling", merge)
      .add_option("INTO", options->other, "The topic that stays")
      .required();

  add("remove", "Remove a topic, its examples and the topics below it. Pages stay.",
      "remove cycling recreation/skating", remove);
  return [works](const Common& common) { return works->run(common); };
}

}  // namespace porthole::cli
