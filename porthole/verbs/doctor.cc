#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/local_scope.h"
#include "operations/doctor/collection_checks.h"
#include "operations/doctor/machine.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "porthole/verbs/open_web.h"

namespace porthole::cli {
namespace {

struct DoctorOptions {
  std::string folder;
  std::string host;
  bool quick = false;
};

/// Findings about the machine, a host or the collection.
struct Part {
  std::string subject;
  operations::Findings findings;
};

const char* name_of(operations::FindingLevel level) {
  switch (level) {
    case operations::FindingLevel::kOk:
      return "ok";
    case operations::FindingLevel::kWarning:
      return "warning";
    case operations::FindingLevel::kFault:
      return "fault";
  }
  return "";
}

/// A specification without rules of its own: any address that the user names may be asked.
collection::Specification of_any_host() {
  collection::Specification specification;
  specification.agent.version = PORTHOLE_VERSION;
  specification.network.allow.push_back({.addresses = {"0.0.0.0/0", "::/0"}, .ports = {}});
  specification.network.timeout = std::chrono::seconds(20);
  return specification;
}

operations::Findings check_collections_host(collection::Collection& collection,
                                            const Url& robots_txt, const Common& common) {
  const auto web = open_web(collection, common);
  if (web) return operations::check_host(collection.specification(), robots_txt);
  operations::Findings findings;
  operations::found_error(findings, "host", web.error());
  return findings;
}

/// `robots_txt`: of the host to ask; absent: nothing is sent.
std::vector<Part> examine(const DoctorOptions& options, const std::optional<Url>& robots_txt,
                          const Common& common) {
  if (options.folder.empty()) {
    std::vector<Part> parts = {{"machine", operations::check_machine({})}};
    if (robots_txt) parts.push_back({"host", operations::check_host(of_any_host(), *robots_txt)});
    return parts;
  }
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  const bool network = !collection || collection::asks_others(collection->specification());
  std::vector<Part> parts = {
      {"machine", operations::check_machine({.formats = false, .network = network})}};
  if (!collection) {
    parts.push_back({"collection", {}});
    operations::found_error(parts.back().findings, "specification", collection.error());
    return parts;
  }
  parts.push_back(
      {"collection", operations::check_collection(*collection, options.folder, !options.quick)});
  if (robots_txt)
    parts.push_back({"host", check_collections_host(*collection, *robots_txt, common)});
  return parts;
}

std::int64_t count(const std::vector<Part>& parts, operations::FindingLevel level) {
  std::int64_t found = 0;
  for (const Part& part : parts) {
    found += std::ranges::count_if(
        part.findings, [&](const operations::Finding& finding) { return finding.level == level; });
  }
  return found;
}

void print_as_json(const std::vector<Part>& parts) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const Part& part : parts) {
    for (const operations::Finding& finding : part.findings) {
      checks.push_back({{"subject", part.subject},
                        {"check", finding.check},
                        {"level", name_of(finding.level)},
                        {"what", finding.what},
                        {"remedy", finding.remedy}});
    }
  }
  print_json({{"checks", std::move(checks)},
              {"warnings", count(parts, operations::FindingLevel::kWarning)},
              {"faults", count(parts, operations::FindingLevel::kFault)}});
}

void print_words(const std::vector<Part>& parts, const Common& common) {
  for (const Part& part : parts) {
    std::printf("%s\n", part.subject.c_str());
    for (const operations::Finding& finding : part.findings) {
      if (common.quiet && finding.level == operations::FindingLevel::kOk) continue;
      std::printf("  %-7s  %-15s  %s\n", name_of(finding.level), finding.check.c_str(),
                  printable(finding.what).c_str());
      if (!finding.remedy.empty())
        std::printf("           %-15s  remedy: %s\n", "", printable(finding.remedy).c_str());
    }
  }
  std::printf("%s, %s\n", counted(count(parts, operations::FindingLevel::kFault), "fault").c_str(),
              counted(count(parts, operations::FindingLevel::kWarning), "warning").c_str());
}

int run_doctor(const DoctorOptions& options, const Common& common) {
  std::optional<Url> robots_txt;
  if (!options.host.empty()) {
    Result<Url> url = operations::robots_txt_of(options.host);
    if (!url) return report(url.error(), common);
    robots_txt = std::move(*url);
  }
  const std::vector<Part> parts = examine(options, robots_txt, common);
  if (common.json) {
    print_as_json(parts);
  } else {
    print_words(parts, common);
  }
  if (count(parts, operations::FindingLevel::kFault) > 0) return kCannotRun;
  return count(parts, operations::FindingLevel::kWarning) > 0 ? kDoneButNotAll : kDone;
}

}  // namespace

Action declare_doctor(Command app) {
  const auto options = std::make_shared<DoctorOptions>();
  app.add_option("DIR", options->folder, "A collection's folder, to check it, too");
  app.add_option("--host", options->host,
                 "Resolve the name of this host and request its robots.txt; nothing is sent "
                 "without it")
      .type_name("HOST");
  app.add_flag("--quick", options->quick, "Do not read the whole database for damage");
  return [options](const Common& common) { return run_doctor(*options, common); };
}

}  // namespace porthole::cli
