#pragma once

/// OpenDocument: texts, spreadsheets and presentations (.odt, .ods, .odp).
///
/// Source: OASIS OpenDocument 1.3, parts 2 (packages) and 3 (schema). Option: `rows` (how many rows
/// of a spreadsheet are read as text).

#include "plugins/format_summarizer.h"

namespace porthole {

class OpenDocumentSummarizer final : public FormatSummarizer {
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
