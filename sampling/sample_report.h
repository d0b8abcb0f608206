#pragma once

/// Writes the report of a sample as JSON and as text.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "sampling/sample_findings.h"
#include "sampling/sample_predicate.h"

namespace porthole::sampling {

/// File in the folder of a sample: the report of its last run, as sample_as_json() returns it.
inline constexpr const char* kSampleReportFile = "report.json";

/// {"walk","steps","on_topic","samples":[url],"statistics":{},"recall":{"estimate","low","high"},
/// ...}; invalid UTF-8 is replaced.
nlohmann::ordered_json sample_as_json(const SampleReport& report);

void print_sample(const SampleReport& report);

/// "12,345" or "0.25"; "no bound" for what is infinite or beyond all numbers of pages.
std::string plain_number(double value);

/// A statistic of a report ("out_degree") in words; a name that is not known stays as it is.
std::string statistic_in_words(const std::string& name);

/// The result of sampler::homogeneity(). With degrees 0 nothing was tested, and it says so.
std::string chi_square_in_words(double statistic, double degrees, double p);

/// Lists the folders of a collection's samples in the order of their names, each with its last
/// report; those without one are left out.
std::vector<std::pair<std::filesystem::path, nlohmann::ordered_json>> sample_reports(
    const collection::Collection& collection);

/// Summarises the last report of each sample for `status`:
/// {"name","walk","steps","effective_size","mixed","recall"}.
nlohmann::ordered_json samples_of(const collection::Collection& collection);

}  // namespace porthole::sampling
