#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// EPUB: metadata and spine of the package, chapters as text, headings of the table of contents.
///
/// Source: EPUB 3.3, EPUB 2.0.1 (OPF, NCX).
class EpubSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// FictionBook 2 (.fb2), alone or in a zip (.fb2.zip).
///
/// Source: FictionBook 2.1, http://www.gribuser.ru/xml/fictionbook/2.0 (its schema).
class FictionBookSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
