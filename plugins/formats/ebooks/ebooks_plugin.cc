// Books: EPUB and FictionBook.

#include <Poco/ClassLibrary.h>

#include "plugins/formats/ebooks/summarizers.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::EpubSummarizer)
POCO_EXPORT_CLASS(porthole::FictionBookSummarizer)
POCO_END_MANIFEST
