// A summarizer with a schema of its own, that uses a word which is in no schema, too. Its pages are
// boxes of pages: a line that begins with "member " names the next member, the lines below it are
// its body.

#include <Poco/ClassLibrary.h>

#include <sstream>
#include <string>

#include "plugins/format_summarizer.h"

namespace porthole::testing {

class WordySummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "wordy", .version = "0.1", .help = "Has many words for a box of pages"};
  }
  Formats formats() const override {
    return {.types = {"application/x-wordy"}, .suffixes = {".wordy"}, .schema = "wordy.rdfs"};
  }
  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "urn:test:wordy#Box";
    document.properties = {
        {"urn:test:wordy#lid", "closed"}, {"members", "some"}, {"urn:test:wordy#smell", "roses"}};
    std::istringstream lines{std::string(page.body)};
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("member ")) {
        document.members.push_back({line.substr(7), "", "text/html", ""});
      } else if (!document.members.empty()) {
        document.members.back().body += line + "\n";
      } else {
        document.text += line + "\n";
      }
    }
    return "";
  }
};

/// Its schema has something wrong with it.
class MuteSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "mute", .version = "0.1", .help = "Its schema does not explain its words"};
  }
  Formats formats() const override {
    return {.types = {"application/x-mute"}, .schema = "mute.rdfs"};
  }
  std::string summarize(const PageBytes&, Document& document) override {
    document.resource_class = "urn:test:mute#Thing";
    return "";
  }
};

}  // namespace porthole::testing

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::testing::WordySummarizer)
POCO_EXPORT_CLASS(porthole::testing::MuteSummarizer)
POCO_END_MANIFEST
