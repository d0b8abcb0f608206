#pragma once

/// Proposes topics of the taxonomy that fit the user's pages, and further example pages near them.
///
/// In:  pages that the user chose; the trained classifier.
/// Out: topics by the mean of Pr[c|d] over those pages, from a model, or of the marks of examples;
/// pages one
///      or two links away whose title has words that distinguish the topics.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused crawling), section 2.1 (taxonomy selection,
/// interactive exploration).

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "topics/classify/trained_model.h"
#include "training/example_store.h"
#include "training/model_folder.h"
#include "training/training.h"

namespace porthole::training {

// Ranks topics by how well a set of pages fits them. An example among them is a page of the topic
// that it was marked for, whatever the model says.
//
// In:  pages by their keys, some of which may be examples; the model, and its training data.
// Out: for each topic the mean of Pr[c|d] over the pages, and how many of them are best placed
// there.
//
// Source: Chakrabarti, van den Berg, Dom 1999 (Focused crawling), section 2.1.

struct ProposedTopic {
  std::string path;
  double probability = 0;  ///< Mean of Pr[c|d].
  std::size_t pages = 0;   ///< Pages whose best leaf is this topic or below it.
  bool is_good = false;
};

/// By path. Requires: the store has a page for each of `keys`, and there is at least one.
std::map<std::string, ProposedTopic> topics_of_pages(const Training& training,
                                                     const std::vector<std::string>& keys,
                                                     const ExampleStore& store,
                                                     const topics::TrainedModel& model);

struct ProposalOptions {
  std::vector<std::string> urls;  ///< The pages; when empty, the examples of `topic`.
  std::string topic;              ///< When empty too: those of the good topics, else the seeds.
  std::size_t fetch = 60;         ///< Pages near them to look at, at most.
  std::size_t top = 10;           ///< Topics and pages to name at most.
  const std::atomic<int>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t all)> progress;
};

struct ProposedPage {
  std::string url;
  std::string title;
  std::vector<std::string> words;  ///< Words of the title that distinguish the topics.
  std::string topic;               ///< The page's best leaf.
  double relevance = 0;            ///< The probability of the topics that words were taken from.
  int links_away = 1;
  std::string from;  ///< The page that has the link.
};

struct Proposal {
  std::string source;        ///< Description of the pages: "the examples of science/astronomy".
  std::size_t examples = 0;  ///< Pages that were classified.
  std::vector<ProposedTopic> topics;  ///< The most probable first.
  std::string near;                   ///< The topics whose words were looked for.
  std::vector<ProposedPage> pages;    ///< The best first.
  std::size_t looked_at = 0;          ///< Pages near the examples whose title was looked at.
  std::vector<Error> failures;        ///< Pages that could not be fetched.
};

/// Errors: those of gather_examples(); kNotFound for an unknown topic; kIncomplete when there is no
/// page to start from, or none that can be read.
Result<Proposal> propose(const OpenTaxonomy& open, std::unique_ptr<topics::TrainedModel> model,
                         ExampleStore& store, const ProposalOptions& options);

}  // namespace porthole::training
