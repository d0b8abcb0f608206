#pragma once

/// EPUB: metadata and spine of the package, chapters as text, headings of the table of contents.
///
/// Source: EPUB 3.3, EPUB 2.0.1 (OPF, NCX).

#include "plugins/format_summarizer.h"

namespace porthole {

class EpubSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
