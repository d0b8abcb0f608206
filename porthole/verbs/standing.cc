#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "operations/questions/standing_answers.h"
#include "porthole/exit_code.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "search/standing/standing_question.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using search::StandingNews;
using search::StandingQuestion;

struct StandingOptions {
  std::string folder;
  std::string name;
  QuestionChoice question;
  std::vector<std::string> key;
  std::string webhook;
};

int run_add(const StandingOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto set = values_to_set(options.question.set);
  if (!set) return report(set.error(), common);
  const auto question = operations::add_standing(
      *collection, {options.name, options.question.sql, options.question.ready, *set, options.key,
                    options.webhook});
  if (!question) return report(question.error(), common);
  if (common.json) {
    print_json(search::standing_as_json(*question));
  } else if (in_words(common)) {
    std::cout << "standing question " << question->name << ": "
              << counted(static_cast<std::int64_t>(question->seen.size()), "row")
              << " now; new ones come with each update, and at /standing.atom?name="
              << question->name << " of porthole serve\n";
  }
  return kDone;
}

int run_list(const StandingOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto questions = search::standing_questions(search::standing_folder(collection->folder()));
  if (!questions) return report(questions.error(), common);
  ordered_json list = ordered_json::array();
  for (const StandingQuestion& question : *questions) {
    list.push_back(search::standing_as_json(question));
    if (common.json) continue;
    std::cout << question.name << ": " << printable(question.title) << "\n  answered "
              << format_time(question.answered) << ", " << question.seen.size() << " rows known, "
              << counted(question.serial, "new row") << " since it was added";
    if (!question.webhook.empty()) std::cout << ", sent to " << printable(question.webhook);
    std::cout << '\n';
  }
  if (common.json) {
    print_json({{"questions", std::move(list)}});
  } else if (questions->empty() && in_words(common)) {
    std::cout << "there is no standing question yet\nnext: porthole standing add "
              << shell_word(options.folder) << " NAME SQL\n";
  }
  return kDone;
}

int run_answer(const StandingOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto done = operations::answer_all(*collection);
  if (!done) return report(done.error(), common);
  if (common.json) {
    print_json(done->json());
  } else {
    std::cout << done->words() << '\n';
  }
  return done->failed.empty() ? kDone : kDoneButNotAll;
}

int run_show(const StandingOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto question =
      search::read_standing(search::standing_folder(collection->folder()), options.name);
  if (!question) return report(question.error(), common);
  if (common.json) {
    print_json(search::standing_as_json(*question));
    return kDone;
  }
  for (const StandingNews& news : question->news) {
    std::cout << format_time(news.found);
    for (const std::string& value : news.values) std::cout << "  " << printable(value);
    std::cout << '\n';
  }
  return kDone;
}

int run_remove(const StandingOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto removed =
      search::remove_standing(search::standing_folder(collection->folder()), options.name);
  if (!removed) return report(removed.error(), common);
  if (common.json) print_json({{"removed", options.name}});
  return kDone;
}

void add_name(Command sub, StandingOptions& options) {
  sub.add_option("NAME", options.name, "The name of the question").required();
}

void declare_add(Command add, StandingOptions& options) {
  add_name(add, options);
  add_question(add, options.question, "One SELECT statement");
  add.add_option("--key", options.key,
                 "A column that tells rows apart; may be repeated (default: all "
                 "columns that have text)")
      .repeatable()
      .type_name("COLUMN");
  add.add_option("--webhook", options.webhook, "Post new rows to this URL as JSON")
      .type_name("URL");
}

}  // namespace

Action declare_standing(Command app) {
  const auto options = std::make_shared<StandingOptions>();
  const auto subcommands = std::make_shared<Subcommands<StandingOptions>>("standing", app, options);
  declare_add(subcommands->add("add", "Keep a question, which each update answers anew.",
                               "add cycling spam --ready spam-filter --set by=travel", run_add),
              *options);
  subcommands->add("list", "List the questions.", "list cycling", run_list);
  subcommands->add("answer", "Answer all questions now.", "answer cycling", run_answer);
  add_name(subcommands->add("show", "Print the new rows of a question, oldest first.",
                            "show cycling spam", run_show),
           *options);
  add_name(subcommands->add("remove", "Remove a question.", "remove cycling spam", run_remove),
           *options);
  subcommands->add_view(run_list);
  return [subcommands](const Common& common) { return subcommands->run(common); };
}

}  // namespace porthole::cli
