#pragma once

/// Which topics pages fit, judged fairly: a model knows its own examples too well, so those among the pages are judged
/// by models that were trained without them.
///
/// In:  pages by their keys, some of which may be examples; the model and what it was trained on.
/// Out: for each topic the mean of Pr[c|d] over the pages, and how many of them are best placed there.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused crawling), section 2.1; parts that hold each site whole, since
/// pages of a site are alike.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "training/example_store.h"
#include "training/training.h"
#include "topics/classify/trained_model.h"

namespace porthole::training {

struct ProposedTopic {
  std::string path;
  double probability = 0;  ///< Mean of Pr[c|d].
  std::size_t pages = 0;   ///< Whose best leaf it is, or is below it.
  bool is_good = false;
};

/// By path. Requires: the store has a page for each of `keys`, and there is at least one.
std::map<std::string, ProposedTopic> topics_of_pages(const Training& training, const std::vector<std::string>& keys,
                                                     const ExampleStore& store, const topics::TrainedModel& model);

}  // namespace porthole::training
