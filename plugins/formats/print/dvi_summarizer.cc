#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/print/print_text.h"
#include "plugins/formats/print/tex_fonts.h"

namespace porthole {
namespace {

// Interpreter for DVI commands.
//
// In:  untrusted bytes.
// Out: calls of a handler: characters with the name of their font, gaps, lines, pages, specials.

class DviHandler {
 public:
  virtual ~DviHandler() = default;
  virtual void preamble(std::string_view comment) = 0;
  virtual void page() = 0;
  virtual void character(const std::string& font, unsigned code) = 0;
  /// A word ends: the position moves by more than a sixth of the font size to the right, or four
  /// times that to the left.
  virtual void gap() = 0;
  /// A smaller move to the left: the next character is placed over the last one.
  virtual void back() = 0;
  virtual void line() = 0;
  virtual void special(std::string_view text) = 0;
};

// Commands of DVItype, section 15; those of several lengths by their first.
enum Command : unsigned {
  kSet = 128,
  kSetRule = 132,
  kPut = 133,
  kPutRule = 137,
  kNop = 138,
  kBop = 139,
  kEop = 140,
  kPush = 141,
  kPop = 142,
  kRight = 143,
  kW0 = 147,
  kW = 148,
  kX0 = 152,
  kX = 153,
  kDown = 157,
  kY0 = 161,
  kY = 162,
  kZ0 = 166,
  kZ = 167,
  kFontNumber = 171,
  kFont = 235,
  kSpecial = 239,
  kFontDefinition = 243,
  kPreamble = 247,
  kPostamble = 248
};

struct Font {
  std::string name;
  std::int64_t space = 0;  ///< A sixth of the size.
};

class DviReader {
 public:
  DviReader(std::string_view bytes, DviHandler& handler) : rest_(bytes), handler_(handler) {}

  std::string read() {
    try {
      while (!rest_.empty() && !is_over_) obey(static_cast<unsigned>(number(1)));
    } catch (const std::out_of_range&) {
      return "cut off";
    } catch (const std::invalid_argument&) {
      return "damaged: an unknown command";
    }
    return is_over_ ? "" : "cut off";
  }

 private:
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) throw std::out_of_range("end of file");
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }

  std::uint32_t number(std::size_t bytes) {
    std::uint32_t value = 0;
    for (const char c : take(bytes)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }

  std::int64_t signed_number(std::size_t bytes) {
    const auto shift = static_cast<unsigned>(32 - 8 * bytes);
    return static_cast<std::int32_t>(number(bytes) << shift) >> shift;
  }

  void obey(unsigned command) {
    if (command < kSet) return handler_.character(font().name, command);
    if (command < kPreamble && command >= kFontDefinition)
      return define_font(command - kFontDefinition + 1);
    if (command >= kRight && command < kFontNumber) return move(command);
    if (command >= kFontNumber && command < kFont) return change_font(command - kFontNumber);
    if (command >= kFont && command < kSpecial) return change_font(number(command - kFont + 1));
    if (command >= kSpecial && command < kFontDefinition)
      return handler_.special(take(number(command - kSpecial + 1)));
    switch (command) {
      case kNop:
      case kEop:
      case kPush:
      case kPop:
        return;
      case kSetRule:
      case kPutRule:
        take(8);
        return;
      case kBop:
        take(44);
        return handler_.page();
      case kPreamble:
        take(13);
        return handler_.preamble(take(number(1)));
      case kPostamble:
        is_over_ = true;
        return;
      default:
        break;
    }
    if (command > kPostamble) throw std::invalid_argument("command");
    handler_.character(font().name,
                       number(command < kSetRule ? command - kSet + 1 : command - kPut + 1));
  }

  void define_font(std::size_t bytes) {
    const std::uint32_t key = number(bytes);
    take(4);
    const std::uint32_t size = number(4);
    take(4);
    const std::uint32_t area = number(1), name = number(1);
    take(area);
    fonts_[key] = {std::string(take(name)), static_cast<std::int64_t>(size / 6)};
  }

  void change_font(std::uint32_t key) { font_ = key; }
  const Font& font() { return fonts_[font_]; }

  void move(unsigned command) {
    if (command >= kDown) {
      const std::int64_t down = command < kY0   ? signed_number(command - kDown + 1)
                                : command < kZ0 ? kept(y_, command, kY0)
                                                : kept(z_, command, kZ0);
      if (std::abs(down) >= 5 * font().space) handler_.line();
      return;
    }
    const std::int64_t right = command < kW0   ? signed_number(command - kRight + 1)
                               : command < kX0 ? kept(w_, command, kW0)
                                               : kept(x_, command, kX0);
    if (right >= font().space || right <= -4 * font().space) {
      handler_.gap();
    } else if (right <= -font().space) {
      handler_.back();
    }
  }

  /// A distance that is kept to be gone again: the first command of its kind, the others set it.
  std::int64_t kept(std::int64_t& distance, unsigned command, unsigned first) {
    if (command > first) distance = signed_number(command - first);
    return distance;
  }

  std::string_view rest_;
  DviHandler& handler_;
  std::map<std::uint32_t, Font> fonts_;
  std::uint32_t font_ = 0;
  std::int64_t w_ = 0, x_ = 0, y_ = 0, z_ = 0;
  bool is_over_ = false;
};

/// Returns "" or the error; events before it were reported.
std::string read_dvi(std::string_view bytes, DviHandler& handler) {
  return DviReader(bytes, handler).read();
}

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

/// DVI, the output of TeX and groff: text decoded from font codes, pages, links.
///
/// Source: D. E. Knuth, DVItype (The DVI standard, level 0); hyperTeX's specials (html:).
class DviSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "dvi", .version = "1.0", .help = "DVI of TeX and groff: text, pages, links"};
  }

  Formats formats() const override {
    return {.types = {"application/x-dvi"}, .suffixes = {".dvi"}};
  }

  // The preamble's command and the format's number.
  bool reads(const PageBytes& page) const override { return page.body.starts_with("\xF7\x02"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    DviText text(page, document);
    const std::string problem = read_dvi(page.body, text);
    text.end();
    add_property(document, "pages", std::to_string(text.pages()));
    if (document.title.empty()) {
      document.title = std::string(
          cut(std::string_view(document.text).substr(0, document.text.find('\n')), 200));
    }
    return problem;
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::DviSummarizer)
