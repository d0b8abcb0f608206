#include <utility>

#include "base/text/text.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/print/dvi_reader.h"
#include "plugins/formats/print/postscript_text.h"
#include "plugins/formats/print/summarizers.h"
#include "plugins/formats/print/tex_fonts.h"

namespace porthole {
namespace {

/// Puts letters together to lines.
class DviText final : public DviHandler {
 public:
  DviText(const PageBytes& page, Document& document)
      : page_(page), document_(document), writer_(document, page) {}

  int pages() const { return pages_; }
  void end() { line(); }

  /// " TeX output 2024.05.06:0708" is what TeX writes.
  void preamble(std::string_view comment) override {
    constexpr std::string_view kTex = "TeX output ";
    comment = trim(comment);
    if (!comment.starts_with(kTex)) return add_property(document_, "generator", comment);
    add_property(document_, "generator", "TeX");
    set_created(document_, comment.substr(kTex.size()));
  }

  void page() override {
    ++pages_;
    line();
  }

  /// TeX sets an accent before its letter, groff after it and a step back.
  void character(const std::string& font, unsigned code) override {
    const std::string letter = letter_of(font, code);
    if (is_accent(letter)) {
      accent_ = letter;
      if (is_back_ && !last_.empty())
        put(with_accent(std::exchange(last_, {}), std::exchange(accent_, {})));
    } else {
      put(accent_.empty() ? letter : with_accent(letter, std::exchange(accent_, {})));
    }
    is_back_ = false;
  }

  void gap() override { put(" "); }
  void back() override { is_back_ = true; }

  void line() override {
    put("");
    writer_.end_block();
  }

  void special(std::string_view text) override {
    put("");
    constexpr std::string_view kBegin = "html:<a href=\"";
    if (text.starts_with(kBegin)) {
      text.remove_prefix(kBegin.size());
      writer_.begin_link(text.substr(0, text.find('"')));
    } else if (text == "html:</a>") {
      writer_.end_link();
    } else {
      read_pdfmarks(text, page_, document_);
    }
  }

 private:
  /// The last letter waits for its accent.
  void put(std::string letter) {
    writer_.text(last_);
    last_ = std::move(letter);
  }

  const PageBytes& page_;
  Document& document_;
  BlockWriter writer_;
  std::string last_, accent_;
  bool is_back_ = false;
  int pages_ = 0;
};

}  // namespace

PluginAbout DviSummarizer::about() const {
  return {.name = "dvi", .version = "1.0", .help = "DVI of TeX and groff: text, pages, links"};
}

Formats DviSummarizer::formats() const {
  return {.types = {"application/x-dvi"}, .suffixes = {".dvi"}};
}

// The preamble's command and the format's number.
bool DviSummarizer::reads(const PageBytes& page) const { return page.body.starts_with("\xF7\x02"); }

std::string DviSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "Text";
  DviText text(page, document);
  const std::string problem = read_dvi(page.body, text);
  text.end();
  add_property(document, "pages", std::to_string(text.pages()));
  if (document.title.empty()) {
    document.title =
        std::string(cut(std::string_view(document.text).substr(0, document.text.find('\n')), 200));
  }
  return problem;
}

}  // namespace porthole
