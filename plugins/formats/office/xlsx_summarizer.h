#pragma once

/// Workbooks of Excel since 2007 (SpreadsheetML): sheets, columns, cells, formulas, links.
///
/// Source: ECMA-376-1, clause 18. Option: `rows` (how many are read as text).

#include "plugins/format_summarizer.h"

namespace porthole {

class XlsxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t most_rows_ = 10000;
};

}  // namespace porthole
