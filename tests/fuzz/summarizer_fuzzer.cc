// Fuzzer for all summarizers of one library: checks the laws of documents. The first byte selects
// the type.
//
//   cmake --preset fuzz && ninja -C build/fuzz summarizer_fuzzer plugin_markup
//   PORTHOLE_FUZZ=build/fuzz/lib/plugins/markup.so \
//     build/fuzz/bin/summarizer_fuzzer -max_total_time=300 SEEDS
//
// Not for libraries that run programs (print, office97, source): a run of a program is no unit of a
// fuzzer; mutate_documents has them.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parser/parse.h"
#include "parser/summarizers.h"
#include "plugins/host/declaration.h"
#include "plugins/host/library.h"
#include "tests/fuzz/document_laws.h"

namespace porthole::testing {
namespace {

struct Readers {
  std::unique_ptr<parser::Summarizers> summarizers;
  std::vector<std::pair<std::string, std::string>> types;  ///< And the suffix of a URL.
};

plugins::PluginUse use_of(const std::string& library, const std::string& name,
                          FormatSummarizer& plugin) {
  const PluginAbout about = plugin.about();
  plugins::PluginUse use{about.name, about.version, library, name, {}, plugin.formats()};
  for (const OptionDeclaration& option : about.options)
    use.options.emplace_back(option.name, option.otherwise);
  return use;
}

Readers readers_in(const std::string& library) {
  Readers readers;
  std::vector<plugins::PluginUse> uses;
  const auto names = plugins::classes_in(library);
  demand(names.has_value(), "PORTHOLE_FUZZ names a library of plug-ins", library);
  for (const std::string& name : *names) {
    const auto plugin = plugins::make_plugin(library, name);
    if (!plugin || (*plugin)->kind() != PluginKind::kSummarizer) continue;
    plugins::PluginUse use = use_of(library, name, static_cast<FormatSummarizer&>(**plugin));
    const std::string suffix = use.formats.suffixes.empty() ? "" : use.formats.suffixes.front();
    for (const std::string& type : use.formats.types) readers.types.emplace_back(type, suffix);
    for (const std::string& end : use.formats.suffixes)
      readers.types.emplace_back("text/plain", end);
    uses.push_back(std::move(use));
  }
  demand(!readers.types.empty(), "the library has summarizers", library);
  const auto load = [](const plugins::PluginUse& use) -> Result<std::unique_ptr<FormatSummarizer>> {
    auto made = plugins::make_configured(use, PluginKind::kSummarizer);
    if (!made) return fail(made.error());
    return std::unique_ptr<FormatSummarizer>(static_cast<FormatSummarizer*>(made->release()));
  };
  readers.summarizers =
      std::make_unique<parser::Summarizers>(std::move(uses), load, [](const std::string&) {});
  return readers;
}

void read(const std::uint8_t* data, std::size_t size) {
  const char* const library = std::getenv("PORTHOLE_FUZZ");
  static const Readers readers = readers_in(library == nullptr ? "" : library);
  const auto& [type, suffix] = readers.types[data[0] % readers.types.size()];
  parser::ParseInput input;
  input.url = "https://files.example/a/page" + suffix;
  input.content_type = type;
  input.body.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_document(parser::parse_document(input, readers.summarizers.get()));
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) porthole::testing::read(data, size);
  return 0;
}
