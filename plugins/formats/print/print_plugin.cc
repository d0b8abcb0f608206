// Plug-in for print formats: PDF, PostScript, DVI.

#include <Poco/ClassLibrary.h>

#include "plugins/formats/print/summarizers.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::PdfSummarizer)
POCO_EXPORT_CLASS(porthole::PostScriptSummarizer)
POCO_EXPORT_CLASS(porthole::DviSummarizer)
POCO_END_MANIFEST
