#include "tests/formats/real_documents.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "hosting/declaration.h"
#include "parser/parser_pool.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

std::vector<hosting::PluginUse> installed_summarizers() {
  std::vector<std::filesystem::path> libraries;
  for (const auto& file : std::filesystem::directory_iterator(PORTHOLE_BINARY_DIR "/lib/plugins")) {
    if (file.path().extension() == ".so") libraries.push_back(file.path());
  }
  std::sort(libraries.begin(), libraries.end());
  const auto declared = hosting::describe(libraries);
  EXPECT_TRUE(declared);
  std::vector<hosting::PluginUse> uses;
  for (const hosting::Declaration& found : *declared) {
    EXPECT_EQ(found.problem, "") << found.file;
    if (found.kind != PluginKind::kSummarizer) continue;
    hosting::PluginUse use{found.about.name, found.about.version, found.file, found.class_name, {}, found.formats};
    for (const OptionDeclaration& option : found.about.options) {
      use.options.emplace_back(option.name, option.otherwise);
    }
    uses.push_back(std::move(use));
  }
  return uses;
}

parser::ParserPool& pool() {
  static const std::unique_ptr<parser::ParserPool> kPool = [] {
    parser::ParserPool::Options options;
    options.workers = 1;
    options.summarizers = installed_summarizers();
    auto started = parser::ParserPool::start(std::move(options));
    EXPECT_TRUE(started) << started.error().to_string();
    return std::move(*started);
  }();
  return *kPool;
}

}  // namespace

std::filesystem::path real_document(const std::string& path) {
  return std::filesystem::path(PORTHOLE_BINARY_DIR "/documents") / path;
}

Document read_real(const RealDocument& document) {
  const std::string url = document.url.empty() ? "https://files.example/" + document.path : document.url;
  return read_bytes(url, document.declared_type, read_whole_file(real_document(document.path)));
}

Document read_bytes(std::string url, std::string declared_type, std::string bytes) {
  return pool().parse_one({std::move(url), std::move(declared_type), std::move(bytes)});
}

std::vector<std::string> values_of(const Document& document, const std::string& property) {
  std::vector<std::string> values;
  for (const Property& each : document.properties) {
    if (each.name == property) values.push_back(each.value);
  }
  return values;
}

}  // namespace porthole::testing
