#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/edit/topic_edit.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"
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
std::string folded_path(const std::string& path) { return join(collection::path_names(path), "/"); }

/// A change, for people and programs: "merged" "sport/bikes" "into" "recreation/cycling".
struct Change {
  const char* done;
  std::string topic;        ///< Its path before the change.
  const char* word = "";    ///< Between the two; "" for a change of one topic alone.
  const char* member = "";  ///< The name of `other` in JSON.
  std::string other{};      ///< "" is the root.
};

std::string sentence_of(const Change& change) {
  std::string words = change.done + (" " + printable(change.topic));
  if (*change.word == '\0') return words;
  return words + " " + change.word + " " +
         (change.other.empty() ? "the root" : printable(change.other));
}

void print_as_json(const Change& change, const topics::Taxonomy& taxonomy,
                   const std::string& next) {
  nlohmann::ordered_json out = {{"done", change.done}, {"topic", change.topic}};
  if (*change.member != '\0') out[change.member] = change.other;
  out["topics"] = taxonomy.size() - 1;
  out["examples"] = training::count_examples(taxonomy);
  out["good"] = nlohmann::ordered_json::array();
  for (const topics::TopicId id : taxonomy.good()) out["good"].push_back(taxonomy[id].path);
  out["next"] = next;
  print_json(out);
}

void print_in_words(const Change& change, const topics::Taxonomy& taxonomy,
                    const std::string& next) {
  std::cout << sentence_of(change) << "; the taxonomy has "
            << counted(number(taxonomy.size() - 1), "topic") << " and "
            << counted(number(training::count_examples(taxonomy)), "example") << '\n';
  for (const topics::TopicId id : taxonomy.good())
    std::cout << "good: " << printable(taxonomy[id].path) << '\n';
  std::cout << "next: " << next << '\n';
}

/// Saves the taxonomy `after` in the place of the opened one and prints what there is now.
int keep(training::OpenTaxonomy& open, Result<TaxonomyFile> after, const Change& change,
         const TopicOptions& options, const Common& common) {
  if (!after) return report(after.error(), common);
  open.file = std::move(*after);
  const auto saved = training::save_taxonomy(open, training::SeedExamples::kNo);
  if (!saved) return report(saved.error(), common);
  const topics::Taxonomy& taxonomy = open.file.taxonomy();
  const std::string next = std::string("porthole ") +
                           (taxonomy.can_be_learned() ? "train " : "examples list ") +
                           shell_word(options.folder);
  if (common.json) {
    print_as_json(change, taxonomy, next);
  } else if (in_words(common)) {
    print_in_words(change, taxonomy, next);
  }
  return kDone;
}

int make(const TopicOptions& options, const Common& common) {
  auto open = training::open_or_make_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open, collection::make_topic(open->file, options.topic, options.title),
              {"made", folded_path(options.topic)}, options, common);
}

int rename(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open,
              collection::rename_topic(open->file, options.topic, options.name, options.title),
              {"renamed", folded_path(options.topic), "to", "name", options.name}, options, common);
}

int move(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  const std::string above = options.other == "/" ? "" : options.other;
  return keep(*open, collection::move_topic(open->file, options.topic, above),
              {"moved", folded_path(options.topic), "below", "above", folded_path(above)}, options,
              common);
}

int merge(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open, collection::merge_topics(open->file, options.topic, options.other),
              {"merged", folded_path(options.topic), "into", "into", folded_path(options.other)},
              options, common);
}

int remove(const TopicOptions& options, const Common& common) {
  auto open = training::open_taxonomy(options.folder, training::Purpose::kChange);
  if (!open) return report(open.error(), common);
  return keep(*open, collection::remove_topic(open->file, options.topic),
              {"removed", folded_path(options.topic)}, options, common);
}

void print_topic(const topics::Topic& topic) {
  std::cout << printable(topic.path);
  if (!topic.title.empty() && topic.title != topic.name)
    std::cout << " (" << printable(topic.title) << ')';
  std::cout << ": " << counted(number(topic.examples.size()), "example");
  if (topic.mark != topics::Mark::kNull) std::cout << ", " << topics::mark_name(topic.mark);
  if (topic.shown) std::cout << ", shown";
  std::cout << '\n';
}

int list(const TopicOptions& options, const Common& common) {
  const auto open = training::open_or_make_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  auto all = nlohmann::ordered_json::array();
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const topics::Topic& topic = taxonomy[static_cast<topics::TopicId>(id)];
    if (topic.path.empty()) continue;
    all.push_back({{"path", topic.path},
                   {"title", topic.title},
                   {"mark", topics::mark_name(topic.mark)},
                   {"shown", topic.shown},
                   {"examples", topic.examples.size()}});
    if (!common.json) print_topic(topic);
  }
  if (common.json) {
    print_json({{"topics", std::move(all)}});
  } else if (all.empty() && in_words(common)) {
    std::cout << "there is no topic yet\nnext: porthole topics make " << shell_word(options.folder)
              << " TOPIC\n";
  }
  return kDone;
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
  works->add_view(list);
  return [works](const Common& common) { return works->run(common); };
}

}  // namespace porthole::cli
