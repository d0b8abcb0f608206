#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/print/print_text.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

constexpr std::size_t kLetterBytes = 64u << 20;  ///< Positioned characters: 40 bytes each.
constexpr std::string_view kDosHeader = "\xC5\xD0\xD3\xC6";

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The program itself, without the header of DOS files, which have a preview besides, and without
/// what is said to a printer before it.
std::string_view program_of(std::string_view body) {
  constexpr std::size_t kBeforeProgram = 1024;
  if (body.starts_with(kDosHeader) && body.size() >= 12) {
    const std::size_t begin = little_endian(body.substr(4)), length = little_endian(body.substr(8));
    return begin < body.size() ? body.substr(begin, length) : std::string_view();
  }
  const auto begin = body.substr(0, kBeforeProgram).find("%!");
  const bool is_printer_talk = body.starts_with("\x1B%-12345X") || body.starts_with('\x04');
  if (begin == 0 || (begin != std::string_view::npos && is_printer_talk)) return body.substr(begin);
  return {};
}

/// The value of a comment: a string in parentheses, or the rest of the line.
std::string value_of(std::string_view value) {
  value = trim(value);
  return value.starts_with('(') ? postscript_string(value) : std::string(value);
}

/// Comments stand at the beginning, or at the end where the beginning says "(atend)".
void read_comments(std::string_view program, Document& document) {
  for (auto at = program.find("%%"); at != std::string_view::npos;
       at = program.find("\n%%", at + 1)) {
    std::string_view line = program.substr(at, 1024);
    if (line.starts_with('\n')) line.remove_prefix(1);
    line = trim(line.substr(0, line.find_first_of("\r\n")));
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || line.ends_with("(atend)")) continue;
    const std::string_view name = line.substr(2, colon - 2);
    const std::string value = clean_utf8(value_of(line.substr(colon + 1)));
    // An illustration inside of the document has comments of its own.
    if (name == "BeginDocument") break;
    if (name == "Title" && document.title.empty()) document.title = fold_space(value);
    if (name == "For") add_names(document, "author", value);
    if (name == "Creator") add_property(document, "generator", value);
    if (name == "Keywords") add_keywords(document, value);
    if (name == "Copyright") add_property(document, "rights", value);
    if (name == "CreationDate") set_created(document, value);
    if (name == "Pages") add_property(document, "pages", value.substr(0, value.find(' ')));
  }
}

}  // namespace

/// PostScript: structuring comments (DSC), pdfmarks, and text by Ghostscript.
///
/// PostScript documents are programs. Ghostscript runs them with -dSAFER: they can open no file and
/// start no other program, and a time limit applies. Option: `text` (no: Ghostscript is not run).
///
/// Source: Adobe, PostScript Language Document Structuring Conventions 3.0; pdfmark Reference.
class PostScriptSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "postscript",
            .version = "1.0",
            .help = "PostScript: comments of its structure, text (by Ghostscript)",
            .options = {{.name = "text",
                         .type = OptionType::kYesNo,
                         .otherwise = "yes",
                         .help = "run the document with Ghostscript -dSAFER to have its text"}}};
  }

  Formats formats() const override {
    return {.types = {"application/postscript", "application/eps", "application/x-eps", "image/eps",
                      "image/x-eps"},
            .suffixes = {".ps", ".eps"}};
  }

  bool reads(const PageBytes& page) const override { return !program_of(page.body).empty(); }

  std::string configure(const OptionValues& options) override {
    runs_ghostscript_ = options.yes("text");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    const std::string_view program = program_of(page.body);
    read_comments(program, document);
    read_pdfmarks(program, page, document);
    if (!runs_ghostscript_) return {};
    const ToolOutput letters =
        run_tool({"gs", "-q", "-r720", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dNOPROMPT",
                  "-sDEVICE=txtwrite", "-dTextFormat=0", "-sOutputFile=-", "-"},
                 program, {.output_bytes = kLetterBytes});
    PostScriptText text = read_txtwrite(letters.output);
    document.text = std::move(text.text);
    if (document.title.empty()) document.title = std::move(text.title);
    if (letters.cut) return "text cut at a limit of time or size";
    return letters.exit_code == 0 ? "" : "damaged: text as far as it goes";
  }

 private:
  bool runs_ghostscript_ = true;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::PostScriptSummarizer)
