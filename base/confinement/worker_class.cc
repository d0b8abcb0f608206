#include "base/confinement/worker_class.h"

#include <array>
#include <utility>

namespace porthole::confinement {
namespace {

constexpr std::array<std::pair<WorkerClass, std::string_view>, 6> kNames{{
    {WorkerClass::kParser, "parser"},
    {WorkerClass::kDescription, "description"},
    {WorkerClass::kSummarizer, "summarizer"},
    {WorkerClass::kProtocol, "protocol"},
    {WorkerClass::kTool, "tool"},
    {WorkerClass::kOwnTool, "own-tool"},
}};

}  // namespace

std::string_view name_of(WorkerClass worker_class) {
  for (const auto& [known, name] : kNames) {
    if (known == worker_class) return name;
  }
  return "";
}

std::optional<WorkerClass> class_of(std::string_view name) {
  for (const auto& [known, its_name] : kNames) {
    if (its_name == name) return known;
  }
  return std::nullopt;
}

}  // namespace porthole::confinement
