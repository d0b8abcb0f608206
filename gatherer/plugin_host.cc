#include "gatherer/plugin_host.h"

#include <exception>
#include <utility>

#include "base/text.h"
#include "hosting/options.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;

using collection::Specification;

Result<std::unique_ptr<ProtocolHandler>> make_handler(const collection::Plugin& plugin,
                                                      const fs::path& file) {
  Result<std::unique_ptr<porthole::Plugin>> made = hosting::make_plugin(file, plugin.class_name);
  if (!made) return fail(made.error());
  if ((*made)->kind() != PluginKind::kProtocol) {
    return fail(ErrorCode::kInvalid, plugin.class_name + " is no protocol handler",
                "name a class that is one");
  }
  std::unique_ptr<ProtocolHandler> handler(static_cast<ProtocolHandler*>(made->release()));
  try {
    const Result<OptionValues> values =
        hosting::check_options(handler->about().options, plugin.options, plugin.class_name);
    if (!values) return fail(values.error());
    if (std::string wrong = handler->configure(*values); !wrong.empty()) {
      return fail(ErrorCode::kInvalid, plugin.class_name + ": " + clean_utf8(wrong),
                  "correct its <option> elements");
    }
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kInvalid,
                plugin.class_name + " failed at its start: " + clean_utf8(exception.what()));
  } catch (...) {
    return fail(ErrorCode::kInvalid, plugin.class_name + " failed at its start");
  }
  return handler;
}

Result<Protocol> load_protocol(const collection::Plugin& plugin, const fs::path& folder) {
  const Result<fs::path> file = hosting::find_library(plugin.library, folder);
  if (!file) return fail(file.error());
  Result<std::unique_ptr<ProtocolHandler>> handler = make_handler(plugin, *file);
  if (!handler) return fail(handler.error());
  Protocol protocol{{}, plugin.class_name, std::move(*handler)};
  for (const std::string& scheme : plugin.handles) protocol.schemes.push_back(ascii_lower(scheme));
  return protocol;
}

}  // namespace

Result<std::vector<Protocol>> load_protocols(const Specification& specification,
                                             const fs::path& folder) {
  std::vector<Protocol> protocols;
  for (const collection::Plugin& plugin : specification.protocols) {
    Result<Protocol> protocol = load_protocol(plugin, folder);
    if (!protocol) {
      Error error = protocol.error();
      error.file = specification.file.string();
      error.line = plugin.line;
      return fail(std::move(error));
    }
    protocols.push_back(std::move(*protocol));
  }
  return protocols;
}

}  // namespace porthole::gatherer
