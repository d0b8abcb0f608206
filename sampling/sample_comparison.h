#pragma once

/// Compares two samples, of two topics, or of one topic by two classifiers.
///
/// In:  two reports, as sample_as_json() has them.
/// Out: each statistic of both with its intervals, and whether they may come from one distribution.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 5.3, figures 4 (two classifiers) and 5
/// (two topics).
/// Thread safety: functions without state.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::sampling {

/// Reads the report of the sample NAME of `collection`, or of the folder of another's sample.
/// Errors: kNotFound, naming the samples that there are.
Result<nlohmann::ordered_json> sample_beside(const collection::Collection& collection,
                                             const std::string& name);

/// {"beside","numbers":[{"name","this","other","differ"}],"shares":[{"name","chi_square","degrees",
/// "p","values":[{"value","this","other"}]}]}; "differ": the intervals have nothing in common.
nlohmann::ordered_json compare_samples(const nlohmann::ordered_json& sample,
                                       const nlohmann::ordered_json& other);

void print_comparison(const nlohmann::ordered_json& comparison);

}  // namespace porthole::sampling
