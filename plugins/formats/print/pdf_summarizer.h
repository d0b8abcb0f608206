#pragma once

/// PDF, by the programs of poppler: pdfinfo (metadata), pdftotext (text), pdftohtml (outline, links
/// with their words).
///
/// Source: ISO 32000-1.

#include "plugins/format_summarizer.h"

namespace porthole {

class PdfSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
