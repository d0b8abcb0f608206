// Documents that are a zip of XML: Office Open XML and OpenDocument.

#include <Poco/ClassLibrary.h>

#include "plugins/formats/office/summarizers.h"

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::DocxSummarizer)
POCO_EXPORT_CLASS(porthole::XlsxSummarizer)
POCO_EXPORT_CLASS(porthole::PptxSummarizer)
POCO_EXPORT_CLASS(porthole::OpenDocumentSummarizer)
POCO_END_MANIFEST
