#include "porthole/show/integrity_report.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <optional>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "porthole/output.h"
#include "porthole/progress.h"

namespace porthole::cli {
namespace {

const char* level_of(const operations::Finding& finding) {
  return finding.level == operations::FindingLevel::kFault ? "fault" : "warning";
}

void print_json_lines(const operations::Integrity& integrity, const std::string& folder) {
  for (const operations::Finding& finding : integrity.findings) {
    nlohmann::ordered_json line;
    line["check"] = finding.check;
    line["level"] = level_of(finding);
    line["what"] = finding.what;
    line["remedy"] = finding.remedy;
    print_json(line);
  }
  nlohmann::ordered_json whole;
  whole["folder"] = folder;
  whole["valid"] = integrity.is_sound();
  whole["stopped"] = integrity.stopped;
  whole["repository"] = integrity.repository_is_sound;
  whole["archive"] = integrity.archive_is_sound;
  whole["summaries"] = integrity.summaries_are_sound;
  whole["index"] = integrity.index_is_sound;
  whole["index_compared"] = integrity.index_is_compared;
  whole["pages"] = integrity.pages;
  whole["parsed"] = integrity.parsed;
  whole["passed_over"] = integrity.passed_over;
  whole["records"] = integrity.records;
  whole["summaries_read"] = integrity.summaries;
  whole["documents"] = integrity.documents;
  print_json(whole);
}

}  // namespace

Result<operations::Integrity> check_with_progress(const collection::Collection& collection,
                                                  const std::string& folder, bool parses_all,
                                                  const Interrupt& interrupt,
                                                  const Common& common) {
  std::optional<ProgressBar> bar;
  std::string shown;
  operations::IntegrityOptions options;
  if (parses_all) options.parsed_pages = std::numeric_limits<std::int64_t>::max();
  options.stop = &interrupt.stop();
  options.progress = [&](const std::string& part, std::int64_t done, std::int64_t total) {
    if (part != shown) bar.emplace("checking the " + part, common);
    shown = part;
    bar->show(done, total, {});
  };
  return operations::check_integrity(collection, folder, options);
}

void print_integrity(const operations::Integrity& integrity, const std::string& folder,
                     const Common& common) {
  if (common.json) return print_json_lines(integrity, folder);
  for (const operations::Finding& finding : integrity.findings) {
    std::cout << printable(finding.check + ": " + finding.what) << "\n  "
              << printable(finding.remedy) << '\n';
  }
  if (integrity.stopped) {
    std::cout << "not all of " << printable(folder) << " was checked\n";
    return;
  }
  if (!integrity.is_sound()) {
    std::cout << printable(folder) << " is damaged\n";
    return;
  }
  std::cout << printable(folder) << " is sound: " << counted(integrity.pages, "page") << " ("
            << with_commas(integrity.parsed) << " parsed again), "
            << counted(integrity.records, "record") << " of the archive, "
            << with_commas(integrity.summaries)
            << (integrity.summaries == 1 ? " summary, " : " summaries, ")
            << counted(integrity.documents, "document") << " of the index\n";
  const bool has_other_reason =
      std::any_of(integrity.findings.begin(), integrity.findings.end(),
                  [](const operations::Finding& finding) { return finding.check == "index"; });
  if (integrity.index_is_compared || has_other_reason) return;
  std::cout << "the files of the index were not compared with what was written, since it has no "
               "digests of them; the next porthole index or update writes them\n";
}

}  // namespace porthole::cli
