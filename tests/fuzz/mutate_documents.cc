// Parses mutated documents until none is left, and reports the outcomes.
//
//   build/dev/bin/mutate_documents --count 10000 --seed 1
//
// Exit code 0: no document ended a worker but at a limit. 1: some did; with --keep, their bytes are
// there.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>

#include "tests/fuzz/mutation_run.h"

namespace {

using porthole::testing::Ended;
using porthole::testing::MutationReport;

void print_ended(const char* title, const std::vector<Ended>& all, const std::string& keep) {
  std::printf("%s: %zu\n", title, all.size());
  for (const Ended& one : all) {
    std::printf("  document %zu, of %s (%zu bytes): %s\n", one.number, one.path.c_str(),
                one.bytes.size(), one.why.c_str());
    if (keep.empty()) continue;
    const std::string name = std::filesystem::path(one.path).filename().string();
    std::ofstream(std::filesystem::path(keep) / (std::to_string(one.number) + "-" + name))
        << one.bytes;
  }
}

}  // namespace

int main(int argc, char** argv) {
  porthole::testing::MutationOptions options;
  options.documents = PORTHOLE_BINARY_DIR "/documents";
  std::string keep;
  CLI::App app("Reads mutated documents by all summarizers, and says what became of them");
  app.add_option("--documents", options.documents, "Folder of the documents that are mutated")
      ->capture_default_str();
  app.add_option("--seed", options.seed, "The same seed mutates in the same way")
      ->capture_default_str();
  app.add_option("--first", options.first, "Number of the first document")->capture_default_str();
  app.add_option("--count", options.count, "How many documents are read")->capture_default_str();
  app.add_option("--workers", options.workers, "Worker processes")->capture_default_str();
  app.add_option("--only", options.only, "Only documents with this in their path");
  app.add_option("--keep", keep, "Folder for the documents that ended a worker");
  CLI11_PARSE(app, argc, argv);
  try {
    if (!keep.empty()) std::filesystem::create_directories(keep);
    const std::size_t step = std::max<std::size_t>(options.count / 20, 1);
    std::size_t told = 0;
    const MutationReport report =
        porthole::testing::read_mutated(options, [&](const MutationReport& so_far) {
          for (; told < so_far.crashed.size(); ++told) {
            std::fprintf(stderr, "document %zu ended its worker: %s\n", so_far.crashed[told].number,
                         so_far.crashed[told].why.c_str());
          }
          if (so_far.read % step > 0) return;
          std::fprintf(stderr, "%zu of %zu documents, %zu ended a worker, %zu stopped at a limit\n",
                       so_far.read, options.count, so_far.crashed.size(), so_far.over_limit.size());
        });
    std::printf("documents: %zu, seed %llu\n", report.read,
                static_cast<unsigned long long>(options.seed));
    for (const auto& [status, count] : report.statuses)
      std::printf("  %s: %zu\n", status.c_str(), count);
    std::printf("reasons:\n");
    for (const auto& [reason, count] : report.reasons)
      std::printf("  %5zu %s\n", count, reason.c_str());
    print_ended("ended a worker", report.crashed, keep);
    print_ended("stopped at a limit", report.over_limit, keep);
    return report.crashed.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mutate_documents: %s\n", error.what());
    return 4;
  }
}
