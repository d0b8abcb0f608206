// A plug-in that names none of its classes.

#include <Poco/ClassLibrary.h>

#include "plugins/protocol_handler.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }
