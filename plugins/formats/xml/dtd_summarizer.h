#pragma once

/// DtdSummarizer: document type definitions: the elements, attributes and notations that they
/// declare.
///
/// Declarations are scanned only: parameter entities are not expanded, no file is opened.
/// Source: https://www.w3.org/TR/xml/ (productions 45, 52, 75, 83).

#include "plugins/format_summarizer.h"

namespace porthole {

class DtdSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
