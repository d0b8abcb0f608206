// A plug-in for another version of the interface. Building its manifest would end the process.

#include <Poco/ClassLibrary.h>

#include <cstdlib>

#include "plugins/protocol_handler.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi + 100'000; }

bool pocoBuildManifest(Poco::ManifestBase*) { std::abort(); }
