#include "plugins/host/plugin_schemas.h"

#include <set>
#include <utility>

#include "base/xml/tree.h"
#include "summarizer/schema/rdfs_reader.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;

/// A file beside the library, and nowhere else.
bool is_plain_name(const std::string& name) {
  return name.ends_with(".rdfs") && !name.starts_with('.') && fs::path(name).filename() == name;
}

}  // namespace

std::vector<std::string> PluginSchemas::words() const {
  std::vector<std::string> names;
  for (const summarizer::ClassWord& word : vocabulary.classes()) names.emplace_back(word.name());
  for (const summarizer::PropertyWord& word : vocabulary.properties())
    names.emplace_back(word.name());
  return names;
}

PluginSchemas read_plugin_schemas(const std::vector<DeclaredSchema>& declared) {
  PluginSchemas found;
  std::set<fs::path> read;
  for (const auto& [library, name] : declared) {
    if (name.empty()) continue;
    if (!is_plain_name(name)) {
      found.problems.push_back(
          {library, 0, "not a plain file name that ends in .rdfs: \"" + name + "\""});
      continue;
    }
    const fs::path file = fs::path(library).parent_path() / name;
    if (!read.insert(file).second) continue;
    Result<std::string> text = xml::read_file(file, summarizer::kMaxSchemaBytes);
    if (!text) {
      found.problems.push_back({file.string(), 0, text.error().message});
      continue;
    }
    const std::vector<summarizer::Problem> wrong = found.vocabulary.add(*text, name);
    if (wrong.empty()) found.schemas.push_back({name, std::move(*text)});
    found.problems.insert(found.problems.end(), wrong.begin(), wrong.end());
  }
  return found;
}

PluginSchemas read_plugin_schemas(const std::vector<plugins::PluginUse>& summarizers) {
  std::vector<DeclaredSchema> declared;
  for (const plugins::PluginUse& use : summarizers)
    declared.push_back({use.file, use.formats.schema});
  return read_plugin_schemas(declared);
}

}  // namespace porthole::gatherer
