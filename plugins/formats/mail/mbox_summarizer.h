#pragma once

/// MboxSummarizer: mailboxes in mbox format: messages in one file, each after a line that begins
/// with "From ".
///
/// Source: RFC 4155. ">From " in a message is decoded to "From ", as in mboxrd.

#include "plugins/format_summarizer.h"

namespace porthole {

class MboxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t members_ = 10'000;
};

}  // namespace porthole
