#pragma once

/// Workbooks of Excel 97 to 2003 (and 5.0): cells by xls2csv, sheets, formulas and links from the
/// records.
///
/// Source: [MS-XLS] 2.4.28 (BoundSheet8), 2.4.127 (Formula), 2.4.140 (HLink), 2.4.117 (FilePass).
/// Option: `rows` (how many are read as text).

#include "plugins/format_summarizer.h"

namespace porthole {

class ExcelSummarizer final : public FormatSummarizer {
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
