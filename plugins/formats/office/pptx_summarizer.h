#pragma once

/// Presentations of PowerPoint since 2007 (PresentationML): titles of slides, text, notes, links.
///
/// Source: ECMA-376-1, clauses 19 and 21.

#include "plugins/format_summarizer.h"

namespace porthole {

class PptxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
