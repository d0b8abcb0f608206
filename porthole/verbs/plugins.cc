#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "operations/plugins/missing_formats.h"
#include "operations/plugins/new_plugin.h"
#include "plugins/host/declaration.h"
#include "plugins/host/options.h"
#include "plugins/host/plugin_host.h"
#include "plugins/host/plugin_schemas.h"
#include "porthole/exit_code.h"
#include "porthole/help/help_page.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

using plugins::Declaration;
using Json = nlohmann::ordered_json;

/// The installed plug-ins, and those that a collection uses ("CLASS of FILE"); absent if no
/// collection is named.
struct Found {
  std::filesystem::path folder;
  std::vector<Declaration> installed;
  std::optional<std::set<std::string>> used;
  gatherer::PluginSchemas schemas;  ///< Schemas of all installed plug-ins.
  std::vector<operations::MissingFormats> missing;
};

std::string key_of(const std::string& file, const std::string& class_name) {
  return class_name + " of " + file;
}

Result<std::set<std::string>> used_by(const std::string& folder) {
  TRY_AS(collection, collection::Collection::open(folder));
  const collection::Specification& specification = collection->specification();
  TRY_AS(protocols, gatherer::choose_protocols(specification));
  TRY_AS(summarizers, gatherer::choose_summarizers(specification));
  std::set<std::string> used;
  for (const gatherer::Protocol& protocol : *protocols) {
    used.insert(key_of(protocol.use.file, protocol.use.class_name));
  }
  for (const plugins::PluginUse& use : *summarizers) used.insert(key_of(use.file, use.class_name));
  std::vector<collection::Plugin> in_process;
  if (specification.strategy.plugin) in_process.push_back(*specification.strategy.plugin);
  for (const collection::ScopeRule& rule : specification.scope) {
    if (rule.plugin) in_process.push_back(*rule.plugin);
  }
  for (const collection::Plugin& plugin : in_process) {
    TRY_AS(file, plugins::find_library(plugin.library, plugins::plugin_folder()));
    used.insert(key_of(file->string(), plugin.class_name));
  }
  return used;
}

Json options_as_json(const std::vector<OptionDeclaration>& options) {
  Json list = Json::array();
  for (const OptionDeclaration& option : options) {
    Json one = {{"name", option.name},         {"type", plugins::option_type_name(option.type)},
                {"default", option.otherwise}, {"required", option.required},
                {"repeated", option.repeated}, {"help", option.help}};
    if (!option.choices.empty()) one["choices"] = option.choices;
    list.push_back(std::move(one));
  }
  return list;
}

Json as_json(const Declaration& plugin, const Found& found) {
  Json json = {{"name", plugin.about.name},       {"kind", plugins::kind_name(plugin.kind)},
               {"version", plugin.about.version}, {"help", plugin.about.help},
               {"library", plugin.file},          {"class", plugin.class_name}};
  if (!plugin.manners.schemes.empty()) json["schemes"] = plugin.manners.schemes;
  if (plugin.kind == PluginKind::kSummarizer) {
    json["types"] = plugin.formats.types;
    json["suffixes"] = plugin.formats.suffixes;
    if (!plugin.formats.schema.empty()) json["schema"] = plugin.formats.schema;
  }
  json["options"] = options_as_json(plugin.about.options);
  if (found.used) json["used"] = found.used->contains(key_of(plugin.file, plugin.class_name));
  return json;
}

Json missing_as_json(const std::vector<operations::MissingFormats>& missing) {
  Json list = Json::array();
  for (const operations::MissingFormats& one : missing) {
    list.push_back({{"reads", one.reads},
                    {"plugins", one.plugins},
                    {"programs", one.programs},
                    {"packages", one.packages},
                    {"build_again", one.build_again}});
  }
  return list;
}

bool is_counted(const Declaration& plugin, const Found& found) {
  return plugin.problem.empty() &&
         (!found.used || found.used->contains(key_of(plugin.file, plugin.class_name)));
}

void print_as_json(const Found& found) {
  Json plugins = Json::array(), problems = Json::array();
  std::set<std::string> schemes = {"http", "https"}, types = {"text/html", "application/xhtml+xml"};
  for (const Declaration& plugin : found.installed) {
    if (!plugin.problem.empty()) {
      problems.push_back(
          {{"library", plugin.file}, {"class", plugin.class_name}, {"problem", plugin.problem}});
      continue;
    }
    plugins.push_back(as_json(plugin, found));
    if (!is_counted(plugin, found)) continue;
    schemes.insert(plugin.manners.schemes.begin(), plugin.manners.schemes.end());
    types.insert(plugin.formats.types.begin(), plugin.formats.types.end());
  }
  for (const summarizer::Problem& problem : found.schemas.problems) {
    problems.push_back(
        {{"schema", problem.schema}, {"line", problem.line}, {"problem", problem.what}});
  }
  print_json({{"folder", found.folder.string()},
              {"interface", kPluginAbi},
              {"plugins", std::move(plugins)},
              {"problems", std::move(problems)},
              {"missing", missing_as_json(found.missing)},
              {"schemes", schemes},
              {"types", types},
              {"strategies", gatherer::strategy_names()}});
}

void print_plugin(const Declaration& plugin, const Found& found) {
  const bool used = found.used && found.used->contains(key_of(plugin.file, plugin.class_name));
  std::printf("\n%s %s  %s  %s%s\n", printable(plugin.about.name).c_str(),
              printable(plugin.about.version).c_str(), plugins::kind_name(plugin.kind),
              printable(plugin.class_name).c_str(), used ? "  (used)" : "");
  if (!plugin.about.help.empty()) std::printf("    %s\n", printable(plugin.about.help).c_str());
  const auto line = [](const char* what, const std::vector<std::string>& values) {
    if (!values.empty()) std::printf("    %s: %s\n", what, printable(join(values)).c_str());
  };
  line("schemes", plugin.manners.schemes);
  line("types", plugin.formats.types);
  line("suffixes", plugin.formats.suffixes);
  if (!plugin.formats.schema.empty()) line("schema", {plugin.formats.schema});
  for (const OptionDeclaration& option : plugin.about.options) {
    std::printf(
        "    option %s (%s%s): %s\n", printable(option.name).c_str(),
        plugins::option_type_name(option.type),
        option.required ? ", required" : (", default " + printable(option.otherwise)).c_str(),
        printable(option.help).c_str());
  }
}

void print_words(const Found& found) {
  std::printf("built in: http, https; HTML, XML and plain text as text; strategies %s\n",
              join(gatherer::strategy_names()).c_str());
  std::printf("plug-in folder: %s\n", printable(found.folder.string()).c_str());
  for (const Declaration& plugin : found.installed) {
    if (plugin.problem.empty()) print_plugin(plugin, found);
  }
  for (const Declaration& plugin : found.installed) {
    if (plugin.problem.empty()) continue;
    std::printf("\n%s cannot be used: %s\n", printable(plugin.file).c_str(),
                printable(plugin.problem).c_str());
  }
  for (const summarizer::Problem& problem : found.schemas.problems) {
    std::printf("\na schema cannot be used: %s\n", printable(problem.to_string()).c_str());
  }
}

void print_missing(const std::vector<operations::MissingFormats>& missing) {
  if (missing.empty()) return;
  std::printf("\nnot read on this machine:\n");
  for (const operations::MissingFormats& one : missing)
    std::printf("    %s\n", operations::missing_parts(one).c_str());
  std::printf("  add them: %s\n", operations::advice_on(missing).c_str());
}

std::vector<gatherer::DeclaredSchema> schemas_of(const std::vector<Declaration>& plugins) {
  std::vector<gatherer::DeclaredSchema> declared;
  for (const Declaration& plugin : plugins) {
    if (plugin.problem.empty()) declared.push_back({plugin.file, plugin.formats.schema});
  }
  return declared;
}

int run_plugins(const std::string& folder, const Common& common) {
  Found found;
  found.folder = plugins::plugin_folder();
  Result<std::vector<Declaration>> installed = plugins::describe_folder(found.folder);
  if (!installed) return report(installed.error(), common);
  found.installed = std::move(*installed);
  found.schemas = gatherer::read_plugin_schemas(schemas_of(found.installed));
  if (!folder.empty()) {
    Result<std::set<std::string>> used = used_by(folder);
    if (!used) return report(used.error(), common);
    found.used = std::move(*used);
  }
  found.missing = operations::missing_formats(found.folder);
  if (common.json) {
    print_as_json(found);
  } else {
    print_words(found);
    print_missing(found.missing);
  }
  return kDone;
}

struct NewPluginOptions {
  std::string name;
  bool program = false;
};

int run_new(const NewPluginOptions& options, const Common& common) {
  const auto written = operations::write_plugin_project(
      options.name, options.name,
      options.program ? operations::PluginProject::kProgram : operations::PluginProject::kLibrary);
  if (!written) return report(written.error(), common);
  if (common.json) {
    print_json({{"folder", options.name}, {"files", *written}});
  } else if (in_words(common)) {
    std::printf("wrote %s/: %s\nnext: cd %s && %s\n", options.name.c_str(),
                join(*written, ", ").c_str(), options.name.c_str(),
                options.program ? "./test" : "cmake -B build && cmake --build build");
  }
  return kDone;
}

}  // namespace

Action declare_plugins(Command app) {
  const auto folder = std::make_shared<std::string>();
  app.add_option("DIR", *folder, "A collection's folder; marks the plug-ins that it uses");
  const auto options = std::make_shared<NewPluginOptions>();
  Command making = app.add_subcommand(
      "new", "Write a project for a summarizer of your own: source, README, example and test.");
  making.fallthrough();
  making.footer(help_footer("", "porthole plugins new recipes"));
  making.add_option("NAME", options->name, "The plug-in's name; it reads files that end in .NAME")
      .required();
  making.add_flag("--program", options->program,
                  "A program in Python that prints JSON, in place of a library in C++");
  return [folder, making, options](const Common& common) {
    return making.parsed() ? run_new(*options, common) : run_plugins(*folder, common);
  };
}

}  // namespace porthole::cli
