#include "operations/integrity/index_agreement.h"

#include <utility>

#include "base/text/text.h"
#include "gatherer/report/topic_pages.h"
#include "operations/steps/index_round.h"

namespace porthole::operations {

Result<void> compare_index(const collection::Collection& collection,
                           repository::Repository& repository, const std::string& folder,
                           Findings& findings) {
  TRY_AS(topic, gatherer::TopicPages::read(collection, repository));
  TRY_AS(round, IndexRound::plan(repository, *topic, collection.index_folder(), Loss::kAsk));
  const IndexSums& sums = round->sums();
  const std::string again = "porthole index " + folder;
  if (sums.added > 0)
    found_warning(findings, "index",
                  counted(sums.added, "page") + " on topic without a document: " + sums.missing,
                  again);
  for (const LeavingPages& one : sums.left)
    found_warning(findings, "index",
                  counted(one.pages, "document") + " that should not be there: " + in_words(one),
                  again);
  for (const LeavingPages& one : sums.kept)
    found_warning(findings, "index",
                  counted(one.pages, "page") + " would leave and stay: " + in_words(one),
                  "wait until they are back, or take them out: " + again + " --accept-loss");
  return {};
}

}  // namespace porthole::operations
