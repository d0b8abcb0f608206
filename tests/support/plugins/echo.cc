// A plug-in that does as its options tell it: <option name="answer" value="..."/> is its body, an
// option "refuse" is refused with that text.

#include <Poco/ClassLibrary.h>

#include <stdexcept>

#include "plugins/protocol_handler.h"

namespace porthole::testing {

class EchoHandler final : public ProtocolHandler {
 public:
  std::string configure(const std::vector<std::pair<std::string, std::string>>& options) override {
    for (const auto& [name, value] : options) {
      if (name == "refuse") return value;
      if (name == "throw") throw std::runtime_error(value);
      if (name == "answer") body_ = value;
    }
    return "";
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    return {200, {{"content-type", "text/plain"}}, body_ + request.url, false};
  }

 private:
  std::string body_;
};

class UnmakeableHandler final : public ProtocolHandler {
 public:
  UnmakeableHandler() { throw 7; }  // not even a std::exception
  std::string configure(const std::vector<std::pair<std::string, std::string>>&) override {
    return "";
  }
  ProtocolAnswer fetch(const ProtocolRequest&) override { return {}; }
};

}  // namespace porthole::testing

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::ProtocolHandler)
POCO_EXPORT_CLASS(porthole::testing::EchoHandler)
POCO_EXPORT_CLASS(porthole::testing::UnmakeableHandler)
POCO_END_MANIFEST
