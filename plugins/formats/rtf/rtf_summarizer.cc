// RTF: text, headings, captions, links, and what \info says of it.

#include <Poco/ClassLibrary.h>

#include "plugins/format_summarizer.h"
#include "plugins/formats/rtf/rtf_document.h"

namespace porthole {

class RtfSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "rtf",
            .version = "1.0",
            .help = "Rich Text Format: text, headings, links, metadata"};
  }

  Formats formats() const override {
    return {.types = {"application/rtf", "text/rtf", "application/x-rtf"}, .suffixes = {".rtf"}};
  }

  // Word writes it under its own name, too.
  bool reads(const PageBytes& page) const override { return page.body.starts_with("{\\rtf"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    document.media_type = "application/rtf";
    RtfDocument text(page, document);
    std::string problem = read_rtf(page.body, text);
    text.end();
    return problem;
  }
};

}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::RtfSummarizer)
POCO_END_MANIFEST
