#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// LaTeX. Parsed only, never executed: macros are not expanded and no file is opened.
class LatexSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// BibTeX. Source: https://ctan.org/pkg/btxdoc.
class BibtexSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// Manual pages (man and mdoc), by the program mandoc.
class ManualSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// reStructuredText. Source: https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html.
class RstSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// Texinfo. Source: https://www.gnu.org/software/texinfo/manual/texinfo/.
class TexinfoSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
