#pragma once

/// Ranks topics by how well a set of pages fits them. An example among them is a page of the topic
/// that it was marked for, whatever the model says.
///
/// In:  pages by their keys, some of which may be examples; the model, and its training data.
/// Out: for each topic the mean of Pr[c|d] over the pages, and how many of them are best placed
/// there.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused crawling), section 2.1.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "topics/classify/trained_model.h"
#include "training/example_store.h"
#include "training/training.h"

namespace porthole::training {

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

}  // namespace porthole::training
