#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// DVI, the output of TeX and groff: text decoded from font codes, pages, links.
///
/// Source: D. E. Knuth, DVItype (The DVI standard, level 0); hyperTeX's specials (html:).
class DviSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// PDF, by the programs of poppler: pdfinfo (metadata), pdftotext (text), pdftohtml (outline, links
/// with surrounding text).
///
/// Source: ISO 32000-1.
class PdfSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// PostScript: structuring comments (DSC), pdfmarks, and text by Ghostscript.
///
/// PostScript documents are programs. Ghostscript runs them with -dSAFER: they can open no file and
/// start no other program, and a time limit applies. Option: `text` (no: Ghostscript is not run).
///
/// Source: Adobe, PostScript Language Document Structuring Conventions 3.0; pdfmark Reference.
class PostScriptSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  bool runs_ghostscript_ = true;
};

}  // namespace porthole
