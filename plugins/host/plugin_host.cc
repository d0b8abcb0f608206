#include "plugins/host/plugin_host.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/log.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "plugins/host/declaration.h"
#include "plugins/host/options.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;

using collection::Specification;
using plugins::Declaration;
using plugins::PluginUse;

Error at_line(const Specification& specification, int line, Error error) {
  error.file = specification.file.string();
  error.line = line;
  return error;
}

/// The declaration of the class that `plugin` names.
Result<Declaration> declaration_of(const collection::Plugin& plugin, PluginKind kind,
                                   const fs::path& folder) {
  TRY_AS(file, plugins::find_library(plugin.library, folder));
  TRY_AS(all, plugins::describe({*file}));
  std::vector<std::string> names;
  for (Declaration& declaration : *all) {
    if (!declaration.problem.empty() &&
        (declaration.class_name.empty() || declaration.class_name == plugin.class_name)) {
      return fail(ErrorCode::kInvalid,
                  declaration.class_name + (declaration.class_name.empty() ? "" : ": ") +
                      declaration.problem,
                  "docs/plugins.md says what a plug-in has to have");
    }
    names.push_back(declaration.class_name);
    if (declaration.class_name != plugin.class_name) continue;
    if (declaration.kind == kind) return std::move(declaration);
    return fail(ErrorCode::kInvalid, plugin.class_name + " is a " +
                                         plugins::kind_name(declaration.kind) + ", not a " +
                                         plugins::kind_name(kind));
  }
  const std::string near = nearest_name(plugin.class_name, names);
  return fail(ErrorCode::kInvalid,
              "there is no class " + plugin.class_name + " in " + file->string(),
              near.empty() ? "" : "did you mean " + near + "?");
}

Result<PluginUse> use_of(const Declaration& declaration, const collection::NamedValues& given) {
  const std::string& name = declaration.class_name;
  TRY_AS(values, plugins::check_options(declaration.about.options, given, name));
  PluginUse use;
  use.name = declaration.about.name;
  use.version = declaration.about.version;
  use.file = declaration.file;
  use.class_name = name;
  use.options = values->list();
  use.formats = declaration.formats;
  return use;
}

/// The same, and the plug-in itself has nothing against its options.
Result<PluginUse> checked_use(const Declaration& declaration,
                              const collection::NamedValues& given) {
  Result<PluginUse> use = use_of(declaration, given);
  if (!use) return use;
  TRY_AS(wrong, plugins::check_use(*use));
  if (wrong->empty()) return use;
  return fail(ErrorCode::kInvalid, declaration.class_name + ": " + *wrong,
              "correct its <option> elements");
}

Result<Protocol> choose_protocol(const collection::Plugin& plugin, const fs::path& folder) {
  TRY_AS(declaration, declaration_of(plugin, PluginKind::kProtocol, folder));
  TRY_AS(use, checked_use(*declaration, plugin.options));
  Protocol protocol{{}, plugin.class_name, std::move(*use), std::move(declaration->manners)};
  const std::vector<std::string>& spoken = protocol.manners.schemes;
  for (const std::string& named : plugin.handles) {
    const std::string scheme = ascii_lower(named);
    if (std::find(spoken.begin(), spoken.end(), scheme) == spoken.end()) {
      return fail(ErrorCode::kInvalid, plugin.class_name + " does not speak " + scheme,
                  "it speaks: " + join(spoken));
    }
    protocol.schemes.push_back(scheme);
  }
  return protocol;
}

std::vector<std::string> in_lower_case(const std::vector<std::string>& names) {
  std::vector<std::string> lower;
  for (const std::string& name : names) lower.push_back(ascii_lower(name));
  return lower;
}

Result<PluginUse> choose_summarizer(const collection::Plugin& plugin, const fs::path& folder) {
  TRY_AS(declaration, declaration_of(plugin, PluginKind::kSummarizer, folder));
  Result<PluginUse> use = checked_use(*declaration, plugin.options);
  if (!use) return use;
  Formats& formats = use->formats;
  if (!plugin.handles.empty()) formats.types = in_lower_case(plugin.handles);
  if (!plugin.suffixes.empty()) formats.suffixes = in_lower_case(plugin.suffixes);
  if (formats.types.empty() && formats.suffixes.empty()) {
    return fail(ErrorCode::kInvalid, plugin.class_name + " is given no pages",
                "add types=\"...\" or suffixes=\"...\" to its <summarizer>");
  }
  return use;
}

/// Failures are counted by name: uses of one class get their types or suffixes into it.
void tell_apart(std::vector<PluginUse>& uses) {
  std::map<std::string, int> times;
  for (const PluginUse& use : uses) ++times[use.name];
  for (PluginUse& use : uses) {
    if (times[use.name] < 2) continue;
    const Formats& formats = use.formats;
    use.name += " (" + join(formats.types.empty() ? formats.suffixes : formats.types) + ")";
  }
}

/// All that need no option, with their defaults. One that cannot be used is told of, and left out.
Result<std::vector<PluginUse>> installed_summarizers(const fs::path& folder) {
  TRY_AS(all, plugins::describe_folder(folder));
  std::vector<PluginUse> uses;
  for (const Declaration& declaration : *all) {
    if (!declaration.problem.empty()) {
      log(LogLevel::kWarning, "plugins", declaration.file + " is left out: " + declaration.problem);
    } else if (declaration.kind == PluginKind::kSummarizer) {
      if (Result<PluginUse> use = use_of(declaration, {})) uses.push_back(std::move(*use));
    }
  }
  return uses;
}

}  // namespace

Result<std::vector<Protocol>> choose_protocols(const Specification& specification,
                                               const fs::path& folder) {
  std::vector<Protocol> protocols;
  for (const collection::Plugin& plugin : specification.protocols) {
    Result<Protocol> protocol = choose_protocol(plugin, folder);
    if (!protocol) return fail(at_line(specification, plugin.line, protocol.error()));
    protocols.push_back(std::move(*protocol));
  }
  return protocols;
}

Result<std::vector<PluginUse>> choose_summarizers(const Specification& specification,
                                                  const fs::path& folder) {
  if (!specification.names_summarizers) return installed_summarizers(folder);
  std::vector<PluginUse> uses;
  for (const collection::Plugin& plugin : specification.summarizers) {
    Result<PluginUse> use = choose_summarizer(plugin, folder);
    if (!use) return fail(at_line(specification, plugin.line, use.error()));
    uses.push_back(std::move(*use));
  }
  tell_apart(uses);
  return uses;
}

Result<std::unique_ptr<porthole::Plugin>> make_in_process(const collection::Plugin& plugin,
                                                          PluginKind kind, const fs::path& folder) {
  Result<Declaration> declaration = declaration_of(plugin, kind, folder);
  Result<PluginUse> use;
  if (declaration) use = checked_use(*declaration, plugin.options);
  if (declaration && use) return plugins::make_configured(*use, kind);
  Error error = declaration ? use.error() : declaration.error();
  error.line = plugin.line;
  return fail(std::move(error));
}

}  // namespace porthole::gatherer
