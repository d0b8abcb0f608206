#pragma once

/// PostScript: the comments of its structure (DSC), the marks that a PDF made of it would have, and
/// text by Ghostscript.
///
/// A document in PostScript is a program. Ghostscript runs it with -dSAFER: it can open no file and
/// start no other program, and ends at a limit of time. Option: `text` (no: it is not run).
///
/// Source: Adobe, PostScript Language Document Structuring Conventions 3.0; pdfmark Reference.

#include "plugins/format_summarizer.h"

namespace porthole {

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
