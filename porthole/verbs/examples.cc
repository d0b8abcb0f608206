#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "collection/bookmarks.h"
#include "collection/directory_list.h"
#include "porthole/example_store.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/json_line.h"
#include "porthole/model_folder.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/proposal.h"
#include "porthole/seed_list.h"
#include "porthole/training.h"
#include "porthole/verb.h"
#include "xml/tree.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using topics::TopicId;

constexpr std::size_t kLargestImport = 64 << 20;
constexpr const char* kUnsorted = "unsorted";

struct Options {
  std::string folder;
  std::string topic;
  std::vector<std::string> urls;
  std::string url;
  std::string file;
  std::string under;
  std::vector<std::string> topics;
  bool make = false;
  std::int64_t fetch = 60;
  std::size_t top = 10;
};

std::int64_t number(std::size_t n) { return static_cast<std::int64_t>(n); }

std::size_t count_examples(const topics::Taxonomy& taxonomy) {
  std::size_t count = 0;
  for (std::size_t id = 0; id < taxonomy.size(); ++id) count += taxonomy[static_cast<TopicId>(id)].examples.size();
  return count;
}

void print_next(const Options& options) { std::cout << "next: porthole train " << shell_word(options.folder) << '\n'; }

// --- add -------------------------------------------------------------------------------------------

int add(const Options& options, const Common& common) {
  Result<OpenTaxonomy> open = open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  std::vector<std::string> path = collection::path_names(options.topic);
  if (!options.make || path.empty()) {
    const auto topic = collection::find_topic(open->file.taxonomy(), options.topic, open->file.file());
    Error error = topic ? Error() : topic.error();
    if (topic && *topic == topics::kRootTopic) error = {ErrorCode::kUsage, "TOPIC is empty", "", 0, 0, "name one, such as science/astronomy"};
    if (!error.message.empty()) {
      if (topic || error.hint.empty()) return report(error, common);
      error.hint += " (--make adds a new topic)";
      return report(error, common);
    }
  }
  std::vector<collection::Seed> asked;
  for (const std::string& url : options.urls) asked.push_back({.url = url, .file = "", .line = 0});
  const SortedSeeds sorted = sort_seeds(asked, {});
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
    print_json({{"topic", options.topic}, {"added", added->examples}, {"known", added->known},
                {"failed", sorted.bad.size()}, {"examples", all}});
  } else if (in_words(common)) {
    std::cout << "added " << counted(number(added->examples), "example") << " to " << printable(options.topic);
    if (added->known > 0) std::cout << " (" << added->known << " were in the taxonomy already)";
    std::cout << "; there are " << with_commas(number(all)) << '\n';
    print_next(options);
  }
  return report_bad_seeds(sorted, common);
}

// --- import ----------------------------------------------------------------------------------------

Result<collection::Imported> read_import(const Options& options) {
  const Result<std::string> text = xml::read_file(options.file, kLargestImport);
  if (!text) return fail(text.error());
  Result<collection::Imported> imported = collection::is_bookmarks(*text)
                                              ? collection::read_bookmarks(*text, options.file)
                                              : collection::read_directory_list(*text, options.file);
  if (!imported) return imported;
  const std::vector<std::string> above = collection::path_names(options.under);
  for (collection::NewExample& example : imported->examples) {
    example.path.insert(example.path.begin(), above.begin(), above.end());
    if (example.path.empty()) example.path = {kUnsorted};
  }
  return imported;
}

int import(const Options& options, const Common& common) {
  Result<OpenTaxonomy> open = open_taxonomy(options.folder);
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
    if (added->known > 0) std::cout << "; " << added->known << " were in the taxonomy already, and stay where they are";
    std::cout << '\n';
    print_next(options);
  }
  return imported->skipped.empty() ? kDone : kDoneButNotAll;
}

// --- move, mark ------------------------------------------------------------------------------------

int move(const Options& options, const Common& common) {
  Result<OpenTaxonomy> open = open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const Result<std::string> from = open->file.move_example(options.url, options.topic);
  if (!from) return report(from.error(), common);
  if (auto saved = open->file.save(); !saved) return report(saved.error(), common);
  const std::string to = open->file.taxonomy()[*open->file.taxonomy().find(options.topic)].path;
  if (common.json) {
    print_json({{"url", options.url}, {"from", *from}, {"to", to}});
  } else if (in_words(common)) {
    std::cout << "moved from " << printable(*from) << " to " << printable(to) << "\nnext: porthole train "
              << shell_word(options.folder) << " --again\n";
  }
  return kDone;
}

int mark(const Options& options, const Common& common) {
  Result<OpenTaxonomy> open = open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  if (auto marked = open->file.mark_good(options.topics); !marked) return report(marked.error(), common);
  if (auto saved = open->file.save(); !saved) return report(saved.error(), common);
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  ordered_json good = ordered_json::array();
  for (const TopicId id : taxonomy.good()) good.push_back(taxonomy[id].path);
  if (common.json) {
    print_json({{"good", std::move(good)}});
  } else if (in_words(common)) {
    for (const TopicId id : taxonomy.good()) std::cout << "good: " << printable(taxonomy[id].path) << '\n';
    std::cout << "next: porthole train " << shell_word(options.folder) << " (if it was not yet), porthole gather "
              << shell_word(options.folder) << '\n';
  }
  return kDone;
}

// --- list ------------------------------------------------------------------------------------------

struct Listed {
  const topics::Example& example;
  std::string state;  ///< "read", "not read yet", or why it cannot be had.
  std::string title;
};

Listed look_up(const topics::Example& example, const ExampleStore& store) {
  if (example.url.empty()) return {example, "read when training", ""};
  const StoredPage* page = store.find(key_of_url(example.url));
  if (page == nullptr) return {example, "not read yet", ""};
  return {example, page->failure.empty() ? "read" : page->failure, page->title};
}

void print_topic(const topics::Topic& topic, const std::vector<Listed>& examples) {
  std::cout << printable(topic.path) << "  (" << topics::mark_name(topic.mark) << ", "
            << counted(number(examples.size()), "example") << ")\n";
  for (const Listed& listed : examples) {
    const topics::Example& example = listed.example;
    std::cout << "    "
              << printable(!example.url.empty()    ? example.url
                           : !example.file.empty() ? "file " + example.file
                                                   : '"' + std::string(cut(fold_space(example.text), 60)) + '"');
    if (!listed.title.empty()) std::cout << "  " << printable(cut(listed.title, 60));
    if (!example.url.empty() && listed.state != "read") std::cout << "  [" << printable(listed.state) << ']';
    std::cout << '\n';
  }
}

void print_topic_as_json(const topics::Topic& topic, const std::vector<Listed>& examples) {
  for (const Listed& listed : examples) {
    const topics::Example& example = listed.example;
    ordered_json line = {{"topic", topic.path}, {"mark", topics::mark_name(topic.mark)}};
    if (!example.url.empty()) line["url"] = example.url;
    if (!example.file.empty()) line["file"] = example.file;
    if (!example.text.empty()) line["text"] = fold_space(example.text);
    line["title"] = listed.title;
    line["state"] = listed.state;
    line["line"] = example.line;
    print_json(line);
  }
}

int list(const Options& options, const Common& common) {
  Result<OpenTaxonomy> open = open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const auto below = collection::find_topic(open->file.taxonomy(), options.topic, open->file.file());
  if (!below) return report(below.error(), common);
  Result<ExampleStore> store = ExampleStore::open(open->collection.model_folder());
  if (!store) return report(store.error(), common);
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  for (std::size_t i = 1; i < taxonomy.size(); ++i) {
    const auto id = static_cast<TopicId>(i);
    if (!taxonomy.is_within(id, *below)) continue;
    std::vector<Listed> examples;
    for (const topics::Example& example : taxonomy[id].examples) examples.push_back(look_up(example, *store));
    if (common.json) {
      print_topic_as_json(taxonomy[id], examples);
    } else {
      print_topic(taxonomy[id], examples);
    }
  }
  return kDone;
}

// --- propose ---------------------------------------------------------------------------------------

void print_proposal_as_json(const Proposal& proposal) {
  ordered_json topics = ordered_json::array();
  for (const ProposedTopic& topic : proposal.topics) {
    topics.push_back({{"topic", topic.path}, {"probability", topic.probability}, {"pages", topic.pages}});
  }
  ordered_json pages = ordered_json::array();
  for (const ProposedPage& page : proposal.pages) {
    pages.push_back({{"url", page.url},
                     {"title", page.title},
                     {"topic", page.topic},
                     {"relevance", page.relevance},
                     {"words", page.words},
                     {"links_away", page.links_away},
                     {"from", page.from}});
  }
  print_json({{"examples", proposal.examples},
              {"topics", std::move(topics)},
              {"near", proposal.near},
              {"pages", std::move(pages)},
              {"looked_at", proposal.looked_at}});
}

void print_proposal(const Proposal& proposal, const Options& options) {
  std::cout << "the topics that " << counted(number(proposal.examples), "page") << " fit best (" << proposal.source
            << ")\n\n"
            << std::flush;
  for (const ProposedTopic& topic : proposal.topics) {
    std::printf("  %8s  %s%s\n", percent(topic.probability).c_str(), printable(topic.path).c_str(),
                topic.is_good ? " (good)" : "");
  }
  std::fflush(stdout);
  if (proposal.pages.empty()) {
    std::cout << "\nno page near them has words in its title that set " << printable(proposal.near) << " apart ("
              << counted(number(proposal.looked_at), "page") << " looked at; --look-at N looks at more)\n";
  } else {
    std::cout << "\npages near them whose titles carry words of " << printable(proposal.near) << " ("
              << counted(number(proposal.looked_at), "page") << " looked at)\n\n"
              << std::flush;
  }
  for (const ProposedPage& page : proposal.pages) {
    std::string words;
    for (const std::string& word : page.words) words += (words.empty() ? "" : ", ") + word;
    std::printf("  %s\n      %s [%s], %s relevant, %d %s away, best topic %s\n", printable(page.url).c_str(),
                printable(cut(page.title, 80)).c_str(), printable(words).c_str(), percent(page.relevance).c_str(),
                page.links_away, page.links_away == 1 ? "link" : "links", printable(page.topic).c_str());
  }
  std::fflush(stdout);
  std::cout << "\nwhat fits: porthole examples mark " << shell_word(options.folder)
            << " TOPIC..., porthole examples add " << shell_word(options.folder) << " TOPIC URL...\n";
}

int propose(const Options& options, const Common& common) {
  Result<OpenTaxonomy> open = open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  auto model = open_classifier(*open, options.folder);
  if (!model) return report(model.error(), common);
  Result<ExampleStore> store = ExampleStore::open(open->collection.model_folder());
  if (!store) return report(store.error(), common);
  const Interrupt interrupt;
  ProgressBar bar("looking around", common);
  ProposalOptions how;
  how.urls = options.urls;
  how.topic = options.topic;
  how.fetch = static_cast<std::size_t>(options.fetch);
  how.top = options.top;
  how.stop = &interrupt.count();
  how.progress = [&](std::size_t done, std::size_t all) { bar.show(number(done), number(all), {}); };
  Result<Proposal> proposal = porthole::cli::propose(*open, std::move(*model), *store, how);
  bar.clear();
  if (!proposal) return report(proposal.error(), common);
  for (const Error& failure : proposal->failures) report(failure, common);
  if (common.json) {
    print_proposal_as_json(*proposal);
  } else {
    print_proposal(*proposal, options);
  }
  if (interrupt.happened()) return interrupt.exit_code();
  return proposal->failures.empty() ? kDone : kDoneButNotAll;
}

using Work = int (*)(const Options&, const Common&);

/// What stands on the command line after `examples`.
class Works {
 public:
  Works(CLI::App& app, std::shared_ptr<Options> options) : app_(app), options_(std::move(options)) {
    app.require_subcommand(1);
  }

  CLI::App* add(const char* name, const char* sentence, const std::string& example, Work work) {
    CLI::App* sub = app_.add_subcommand(name, sentence);
    sub->fallthrough();
    sub->footer("Example:\n  porthole examples " + example + "\n\n" + kExitCodes);
    sub->add_option("DIR", options_->folder, "The collection's folder")->required();
    works_.emplace_back(sub, work);
    return sub;
  }

  int run(const Common& common) const {
    for (const auto& [sub, work] : works_) {
      if (sub->parsed()) return work(*options_, common);
    }
    return kUsage;
  }

 private:
  CLI::App& app_;
  std::shared_ptr<Options> options_;
  std::vector<std::pair<CLI::App*, Work>> works_;
};

}  // namespace

Action declare_examples(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  const auto works = std::make_shared<Works>(app, options);

  CLI::App* adding = works->add("add", "Adds pages to the examples of a topic.",
                                "add cycling recreation/cycling https://www.sheldonbrown.com/", add);
  adding->add_option("TOPIC", options->topic, "Its path in the taxonomy")->required();
  take_verbatim(adding->add_option("URL", options->urls, "An example"))->required();
  adding->add_flag("--make", options->make, "Make the topic when it is not there");

  CLI::App* importing =
      works->add("import", "Takes examples from a browser's bookmarks, or from a list of pages by topic.",
                 "import cycling bookmarks.html --under recreation", import);
  importing->add_option("FILE", options->file, "Bookmarks as HTML, or CSV or TSV: path, url, title, description")->required();
  importing->add_option("--under", options->under, "Put its topics below this one")->type_name("TOPIC");

  CLI::App* moving = works->add("move", "Moves an example to another topic.",
                                "move cycling https://www.sheldonbrown.com/ recreation/cycling/repair", move);
  moving->add_option("URL", options->url, "The example")->required();
  moving->add_option("TOPIC", options->topic, "Where to")->required();

  CLI::App* marking = works->add("mark", "Marks topics good, these and no others: what they hold is wanted.",
                                 "mark cycling recreation/cycling", mark);
  take_verbatim(marking->add_option("TOPIC", options->topics, "Its path in the taxonomy"))->required();

  CLI::App* listing = works->add("list", "Lists topics and their examples.", "list cycling recreation", list);
  listing->add_option("TOPIC", options->topic, "Only this one and those below it");

  CLI::App* proposing =
      works->add("propose", "Names the topics that examples fit best, and pages near them worth adding.",
                 "propose cycling https://www.bicyclinglife.com/", propose);
  take_verbatim(proposing->add_option("URL", options->urls,
                                      "Pages to look at; else the examples of the good topics; else the seeds"));
  proposing->add_option("--topic", options->topic, "Look at the examples of this topic and those below it")
      ->type_name("TOPIC");
  proposing->add_option("--look-at", options->fetch, "Look at so many pages near them, at most")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{10'000}))
      ->capture_default_str();
  proposing->add_option("--top", options->top, "Name so many topics and pages")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
      ->capture_default_str();
  return [works](const Common& common) { return works->run(common); };
}

}  // namespace porthole::cli
