#include <cstdio>
#include <iostream>

#include "base/json/json.h"
#include "base/url/url.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verbs/example_works.h"
#include "porthole/verbs/open_web.h"
#include "training/example_store.h"
#include "training/model_folder.h"
#include "training/proposal.h"
#include "training/training.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using topics::TopicId;

struct Listed {
  const topics::Example& example;
  std::string state;  ///< "read", "not read yet", or why it could not be fetched.
  std::string title;
};

Listed look_up(const topics::Example& example, const training::ExampleStore& store) {
  if (example.url.empty()) return {example, "read when training", ""};
  const training::StoredPage* page = store.find(training::key_of_url(example.url));
  if (page == nullptr) return {example, "not read yet", ""};
  return {example, page->failure.empty() ? "read" : page->failure, page->title};
}

void print_topic(const topics::Topic& topic, const std::vector<Listed>& examples) {
  std::cout << printable(topic.path) << "  (" << counted(number(examples.size()), "example");
  if (topic.mark != topics::Mark::kNull) std::cout << ", " << topics::mark_name(topic.mark);
  std::cout << (topic.shown ? ", shown)\n" : ")\n");
  for (const Listed& listed : examples) {
    const topics::Example& example = listed.example;
    std::cout << "    "
              << printable(!example.url.empty() ? without_credentials(example.url)
                           : !example.file.empty()
                               ? "file " + example.file
                               : '"' + shortened(fold_space(example.text), 60) + '"');
    if (!listed.title.empty()) std::cout << "  " << printable(cut(listed.title, 60));
    if (!example.url.empty() && listed.state != "read")
      std::cout << "  [" << printable(listed.state) << ']';
    std::cout << '\n';
  }
}

void print_topic_as_json(const topics::Topic& topic, const std::vector<Listed>& examples) {
  for (const Listed& listed : examples) {
    const topics::Example& example = listed.example;
    ordered_json line = {
        {"topic", topic.path}, {"mark", topics::mark_name(topic.mark)}, {"shown", topic.shown}};
    if (!example.url.empty()) line["url"] = without_credentials(example.url);
    if (!example.file.empty()) line["file"] = example.file;
    if (!example.text.empty()) line["text"] = fold_space(example.text);
    line["title"] = listed.title;
    line["state"] = listed.state;
    line["line"] = example.line;
    print_json(line);
  }
}

void print_proposal_as_json(const training::Proposal& proposal) {
  ordered_json topics = ordered_json::array();
  for (const training::ProposedTopic& topic : proposal.topics) {
    topics.push_back(
        {{"topic", topic.path}, {"probability", topic.probability}, {"pages", topic.pages}});
  }
  ordered_json pages = ordered_json::array();
  for (const training::ProposedPage& page : proposal.pages) {
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

void print_proposal(const training::Proposal& proposal, const ExampleOptions& options) {
  std::cout << "the topics that " << counted(number(proposal.examples), "page") << " fit best ("
            << proposal.source << ")\n\n"
            << std::flush;
  for (const training::ProposedTopic& topic : proposal.topics) {
    std::printf("  %8s  %s%s\n", format_percent(topic.probability).c_str(),
                printable(topic.path).c_str(), topic.is_good ? " (good)" : "");
  }
  std::fflush(stdout);
  if (proposal.pages.empty()) {
    std::cout << "\nno page near them has words in its title that set " << printable(proposal.near)
              << " apart (" << counted(number(proposal.looked_at), "page") << " looked at)\n";
  } else {
    std::cout << "\npages near them whose titles carry words of " << printable(proposal.near)
              << " (" << counted(number(proposal.looked_at), "page") << " looked at)\n\n"
              << std::flush;
  }
  for (const training::ProposedPage& page : proposal.pages) {
    std::string words;
    for (const std::string& word : page.words) words += (words.empty() ? "" : ", ") + word;
    std::printf("  %s\n      %s [%s], %s relevant, %d %s away, best topic %s\n",
                printable(page.url).c_str(), printable(cut(page.title, 80)).c_str(),
                printable(words).c_str(), format_percent(page.relevance).c_str(), page.links_away,
                page.links_away == 1 ? "link" : "links", printable(page.topic).c_str());
  }
  std::fflush(stdout);
  std::cout << "\nwhat fits: porthole examples mark " << shell_word(options.folder)
            << " TOPIC..., porthole examples add " << shell_word(options.folder)
            << " TOPIC URL...\n";
}

}  // namespace

int list_examples(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const auto below =
      collection::find_topic(open->file.taxonomy(), options.topic, open->file.file());
  if (!below) return report(below.error(), common);
  Result<training::ExampleStore> store =
      training::ExampleStore::open(open->collection.model_folder());
  if (!store) return report(store.error(), common);
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  for (std::size_t i = 1; i < taxonomy.size(); ++i) {
    const auto id = static_cast<TopicId>(i);
    if (!taxonomy.is_within(id, *below)) continue;
    std::vector<Listed> examples;
    for (const topics::Example& example : taxonomy[id].examples)
      examples.push_back(look_up(example, *store));
    if (common.json) {
      print_topic_as_json(taxonomy[id], examples);
    } else {
      print_topic(taxonomy[id], examples);
    }
  }
  return kDone;
}

int propose_examples(const ExampleOptions& options, const Common& common) {
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  auto model = training::open_classifier(*open, options.folder);
  if (!model) return report(model.error(), common);
  Result<training::ExampleStore> store =
      training::ExampleStore::open(open->collection.model_folder());
  if (!store) return report(store.error(), common);
  const auto web = open_web(open->collection, common);
  if (!web) return report(web.error(), common);
  const Interrupt interrupt;
  ProgressBar bar("looking around", common);
  training::ProposalOptions how;
  how.urls = options.urls;
  how.topic = options.topic;
  how.stop = &interrupt.count();
  how.progress = [&](std::size_t done, std::size_t all) {
    bar.show(number(done), number(all), {});
  };
  Result<training::Proposal> proposal = training::propose(*open, std::move(*model), *store, how);
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

}  // namespace porthole::cli
