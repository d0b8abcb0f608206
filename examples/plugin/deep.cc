// An example strategy: fetches the page farthest from a seed first.

#include <Poco/ClassLibrary.h>

#include "plugins/strategy_plugin.h"

namespace example {

class Deep final : public porthole::StrategyPlugin {
 public:
  porthole::PluginAbout about() const override {
    return {.name = "deep", .version = "1.0", .help = "Farthest from a seed first"};
  }

  porthole::Priority rate(std::uint64_t, int hops, bool) override {
    return {static_cast<double>(hops), false};
  }

  bool wants_replay() const override { return false; }
};

}  // namespace example

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(example::Deep)
POCO_END_MANIFEST
