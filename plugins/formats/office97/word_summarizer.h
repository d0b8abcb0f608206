#pragma once

/// Documents of Word 97 to 2003: text by catdoc, metadata, links of HYPERLINK fields.
///
/// Source: [MS-DOC] 2.5.1 (Fib), 2.8.25 (fields).

#include "plugins/format_summarizer.h"

namespace porthole {

class WordSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
