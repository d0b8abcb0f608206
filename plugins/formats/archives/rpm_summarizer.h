#pragma once

/// Packages of RPM: what the header says, and what is installed.

#include "plugins/format_summarizer.h"

namespace porthole {

class RpmSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t members_ = 100;
};

}  // namespace porthole
