// Plain text: the first line with letters is its title; addresses in it are links.
// The library holds the summarizer of CSV, too (csv_summarizer.cc).

#include <Poco/ClassLibrary.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "plugins/formats/text/csv_summarizer.h"
#include "plugins/support/addresses.h"

namespace porthole {
namespace {

constexpr std::size_t kMaxTitleBytes = 200;

}  // namespace

class TextSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "text", .version = "1.0", .help = "Plain text: title, links, count of lines"};
  }

  Formats formats() const override {
    return {.types = {"text/plain"}, .suffixes = {".txt", ".text"}, .fallback = true};
  }

  // Other declared types (a style sheet, a script) are not text for people; libmagic detects binary
  // data.
  bool reads(const PageBytes& page) const override {
    const bool is_vague = page.declared_type.empty() || page.declared_type == "text/plain" ||
                          page.declared_type == "application/octet-stream";
    if (!is_vague) return false;
    return page.detected_type.starts_with("text/") || page.detected_type.empty() ||
           page.detected_type == "application/json" || page.detected_type == "inode/x-empty";
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    std::int64_t lines = 0;
    for (std::string_view line : split(text, '\n')) {
      line = trim(line);
      ++lines;
      if (line.empty()) continue;
      if (document.title.empty()) document.title = std::string(cut(line, kMaxTitleBytes));
      document.text.append(line).append("\n");
      add_addresses(line, document);
    }
    if (text.ends_with('\n') || text.empty()) --lines;
    document.status = ParseStatus::kTextOnly;
    document.status_detail = "plain text";
    document.resource_class = "Text";
    document.properties.push_back({"lines", std::to_string(std::max<std::int64_t>(lines, 0))});
    return {};
  }
};

}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::TextSummarizer)
POCO_EXPORT_CLASS(porthole::CsvSummarizer)
POCO_END_MANIFEST
