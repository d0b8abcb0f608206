#pragma once

/// CsvSummarizer: comma-separated values: column names become properties, cells become text.
///
/// Source: RFC 4180. Options: `header` (yes, no), `rows` (how many are read).

#include "plugins/format_summarizer.h"

namespace porthole {

class CsvSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  bool has_header_ = true;
  std::int64_t most_rows_ = 10000;
};

}  // namespace porthole
