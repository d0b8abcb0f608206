#pragma once

/// Presentations of PowerPoint 97 to 2003: titles of slides, text, notes, links.
///
/// Source: [MS-PPT] 2.3 (records), 2.4.14.3 (SlideListWithTextContainer), 2.9 (text), 2.10.16
/// (links).

#include "plugins/format_summarizer.h"

namespace porthole {

class PowerPointSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
