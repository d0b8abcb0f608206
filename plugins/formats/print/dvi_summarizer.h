#pragma once

/// DVI: what TeX and groff make for printers. Text by the codes of its fonts, pages, links.
///
/// Source: D. E. Knuth, DVItype (The DVI standard, level 0); hyperTeX's specials (html:).

#include "plugins/format_summarizer.h"

namespace porthole {

class DviSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
