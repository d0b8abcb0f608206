#include "plugins/formats/tests/installed_summarizers.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "plugins/host/declaration.h"

namespace porthole::testing {

std::vector<plugins::PluginUse> installed_summarizers() {
  std::vector<std::filesystem::path> libraries;
  for (const auto& file : std::filesystem::directory_iterator(PORTHOLE_BINARY_DIR "/lib/plugins")) {
    if (file.path().extension() == ".so") libraries.push_back(file.path());
  }
  std::sort(libraries.begin(), libraries.end());
  const auto declared = plugins::describe(libraries);
  if (!declared) throw std::runtime_error(declared.error().to_string());
  std::vector<plugins::PluginUse> uses;
  for (const plugins::Declaration& found : *declared) {
    if (!found.problem.empty()) throw std::runtime_error(found.file + ": " + found.problem);
    if (found.kind != PluginKind::kSummarizer) continue;
    plugins::PluginUse use{found.about.name, found.about.version, found.file, found.class_name, {},
                           found.formats};
    for (const OptionDeclaration& option : found.about.options) {
      use.options.emplace_back(option.name, option.otherwise);
    }
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace porthole::testing
