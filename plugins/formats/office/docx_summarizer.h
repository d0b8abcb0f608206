#pragma once

/// Documents of Word since 2007 (WordprocessingML).
///
/// Source: ECMA-376-1, clause 17.

#include "plugins/format_summarizer.h"

namespace porthole {

class DocxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
