// A plug-in that does as its options tell it: <option name="answer" value="..."/> is its body, an
// option "refuse" is refused with that text.

#include <Poco/ClassLibrary.h>

#include <stdexcept>

#include "plugins/protocol_handler.h"

namespace porthole::testing {

class EchoHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "echo",
            .version = "1.0",
            .help = "Says what it is told",
            .options = {{.name = "answer", .help = "what every body begins with"},
                        {.name = "refuse", .help = "why its options are wrong"},
                        {.name = "throw", .help = "the words of an exception"}}};
  }
  Manners manners() const override { return {.schemes = {"echo"}, .has_hosts = false}; }
  std::string configure(const OptionValues& options) override {
    if (const std::string words = options.text("throw"); !words.empty()) {
      throw std::runtime_error(words);
    }
    body_ = options.text("answer");
    return options.text("refuse");
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
  PluginAbout about() const override { return {}; }
  Manners manners() const override { return {}; }
  ProtocolAnswer fetch(const ProtocolRequest&) override { return {}; }
};

}  // namespace porthole::testing

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::testing::EchoHandler)
POCO_EXPORT_CLASS(porthole::testing::UnmakeableHandler)
POCO_END_MANIFEST
