// Entry points of the plug-in library.

#include <Poco/ClassLibrary.h>

#include "plugins/protocols/mailbox/handlers.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::MboxHandler)
POCO_EXPORT_CLASS(porthole::MaildirHandler)
POCO_END_MANIFEST
