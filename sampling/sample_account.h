#pragma once

/// Looks up one URL, or the topics of all pages, in the samples of a collection.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "sampling/sample_journal.h"

namespace porthole::sampling {

struct SampleAccount {
  std::string sample;
  SampledPage page;
  std::size_t drawn = 0;  ///< Occurrences among the pages of the sample, as last reported.
  std::size_t of = 0;     ///< Size of the sample.
};

/// Returns an entry for each sample that has read the URL, in the order of their names. Errors:
/// those of the journals.
Result<std::vector<SampleAccount>> accounts_of_samples(const collection::Collection& collection,
                                                       const Url& url);

/// Counts the topics of the pages of the sample `name`, each page as often as it was drawn; "" for
/// those without one. Errors: kNotFound when there is no such sample with a report; kIncomplete
/// when no page has a topic; those of the journal.
Result<std::vector<std::pair<std::string, std::int64_t>>> topics_of_sample(
    const collection::Collection& collection, const std::string& name);

nlohmann::ordered_json accounts_as_json(const std::vector<SampleAccount>& accounts);

/// Prints a line for each account.
void print_accounts(const std::vector<SampleAccount>& accounts);

}  // namespace porthole::sampling
