// Documents of Office 97 to 2003, which are compound files.

#include <Poco/ClassLibrary.h>

#include "plugins/formats/office97/summarizers.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::WordSummarizer)
POCO_EXPORT_CLASS(porthole::ExcelSummarizer)
POCO_EXPORT_CLASS(porthole::PowerPointSummarizer)
POCO_END_MANIFEST
