#include "plugins/formats/tests/real_documents.h"

#include <memory>
#include <utility>

#include "parser/parser_pool.h"
#include "plugins/formats/tests/installed_summarizers.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

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
  const std::string url =
      document.url.empty() ? "https://files.example/" + document.path : document.url;
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
