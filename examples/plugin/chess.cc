// An example summarizer: chess games in Portable Game Notation, whose tag pairs become properties.

#include <Poco/ClassLibrary.h>

#include <string>
#include <string_view>

#include "base/text/text.h"
#include "plugins/format_summarizer.h"

namespace example {
namespace {

constexpr const char* kTerms = "urn:example:chess#";

/// The property for a tag, "" for an ignored tag.
std::string property_of(std::string_view tag) {
  if (tag == "White" || tag == "Black") return kTerms + porthole::ascii_lower(tag);
  return tag == "Result" ? std::string(kTerms) + "result" : "";
}

}  // namespace

class ChessSummarizer final : public porthole::FormatSummarizer {
 public:
  porthole::PluginAbout about() const override {
    return {.name = "chess", .version = "1.0", .help = "Games of chess (PGN): who played, who won"};
  }

  porthole::Formats formats() const override {
    return {.types = {"application/x-chess-pgn"}, .suffixes = {".pgn"}, .schema = "chess.rdfs"};
  }

  bool reads(const porthole::PageBytes& page) const override { return page.body.starts_with('['); }

  std::string summarize(const porthole::PageBytes& page, porthole::Document& document) override {
    document.resource_class = std::string(kTerms) + "Game";
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    for (const std::string_view line : porthole::split(text, '\n')) {
      if (line.starts_with('[')) {
        take_tag(line, document);
      } else {
        document.text.append(line).append("\n");
      }
    }
    return document.properties.empty() ? "no player is named" : "";
  }

 private:
  /// [White "Paul Morphy"]
  static void take_tag(std::string_view line, porthole::Document& document) {
    const auto space = line.find(' ');
    const auto open = line.find('"'), close = line.rfind('"');
    if (space == std::string_view::npos || open == close) return;
    const std::string_view tag = line.substr(1, space - 1);
    const std::string value(line.substr(open + 1, close - open - 1));
    if (tag == "Event") document.title = value;
    if (const std::string name = property_of(tag); !name.empty()) {
      document.properties.push_back({name, value});
    }
  }
};

}  // namespace example

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(example::ChessSummarizer)
POCO_END_MANIFEST
