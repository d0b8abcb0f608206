// RTF: text, headings, captions, links, and what \info says of it.

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/rtf/rtf_reader.h"

namespace porthole {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Code pages of \fcharset; 0 for what has none.
int code_page_of(int charset) {
  switch (charset) {
    case 77:
      return 10000;
    case 128:
      return 932;
    case 129:
      return 949;
    case 134:
      return 936;
    case 136:
      return 950;
    case 161:
      return 1253;
    case 162:
      return 1254;
    case 163:
      return 1258;
    case 177:
      return 1255;
    case 178:
      return 1256;
    case 186:
      return 1257;
    case 204:
      return 1251;
    case 222:
      return 874;
    case 238:
      return 1250;
    default:
      return 0;
  }
}

std::string charset_of(int code_page) {
  switch (code_page) {
    case 932:
      return "shift_jis";
    case 936:
      return "gbk";
    case 949:
      return "euc-kr";
    case 950:
      return "big5";
    case 10000:
      return "macintosh";
    case 65001:
      return "utf-8";
    default:
      return "windows-" + std::to_string(code_page);
  }
}

BlockRole kind_of_style(std::string_view name) {
  const std::string lower = ascii_lower(trim(name));
  if (lower.starts_with("title")) return BlockRole::kTitle;
  if (lower.starts_with("heading")) return BlockRole::kHeading;
  return lower.starts_with("caption") ? BlockRole::kCaption : BlockRole::kText;
}

/// Makes a Document of what stands in RTF: text, headings, captions, links, and the group \info.
class RtfDocument final : public RtfHandler {
 public:
  RtfDocument(const PageBytes& page, Document& document)
      : page_(page), document_(document), writer_(document, page), groups_(1) {}

  void begin_group() override {
    flush();
    Group inner = groups_.back();
    inner.is_value = inner.is_link = false;
    groups_.push_back(std::move(inner));
  }

  void end_group() override {
    if (groups_.size() < 2) return;
    flush();
    const Group group = std::move(groups_.back());
    groups_.pop_back();
    if (group.is_link) writer_.end_link();
    if (group.is_value) end_value(group);
    to_skip_ = 0;
  }

  void control(std::string_view word, std::optional<int> number, bool is_star) override {
    if (word == "u") return unicode(number.value_or(0));
    flush();
    if (begin_destination(word, is_star)) return;
    const int value = number.value_or(0);
    Group& group = groups_.back();
    if (word == "uc") group.skipped_units = std::clamp(value, 0, 100);
    if (word == "ansicpg") code_page_ = value;
    if (word == "mac") code_page_ = 10000;
    if (group.use == Use::kFonts || group.use == Use::kStyles || group.use == Use::kInfo)
      return define(word, value);
    format(word, number);
  }

  void byte(char c) override {
    if (to_skip_ > 0) {
      --to_skip_;
      return;
    }
    bytes_ += c;
  }

  /// Ends the last block.
  void end() {
    flush();
    writer_.end_block(kind_);
  }

 private:
  /// The purpose of a group's text.
  enum class Use : std::uint8_t { kBody, kNote, kInstruction, kFonts, kStyles, kInfo, kNothing };

  struct Group {
    Use use = Use::kBody;
    std::string info{};     ///< The word of \info that it is the value of: "title".
    bool is_value = false;  ///< It began that value, a style's name or a link, and ends it.
    bool is_link = false;
    bool is_hidden = false;
    int skipped_units = 1;  ///< Characters that stand for one of \u, for readers without Unicode.
    int code_page = 0;      ///< The font's code page, 0 for that of the document.
  };

  /// `word` says what its group is for.
  bool begin_destination(std::string_view word, bool is_star) {
    Group& group = groups_.back();
    if (group.use == Use::kNothing) return true;
    if (word == "fonttbl") {
      group.use = Use::kFonts;
    } else if (word == "stylesheet") {
      group.use = Use::kStyles;
    } else if (word == "info") {
      group.use = Use::kInfo;
    } else if ((group.use == Use::kInfo &&
                is_one_of(word, {"title", "author", "operator", "keywords", "category", "subject",
                                 "doccomm", "company", "creatim", "revtim"})) ||
               word == "generator") {
      group.use = Use::kInfo;
      group.info = word;
      group.is_value = true;
      value_.clear();
    } else if (word == "fldinst") {
      group.use = Use::kInstruction;
      instruction_.clear();
    } else if (word == "fldrslt") {
      const auto link = read_hyperlink_field(instruction_);
      if (link) writer_.begin_link(link->target, link->title);
      group.is_link = link.has_value();
    } else if (is_one_of(word, {"footnote", "annotation"})) {
      group.use = Use::kNote;
      writer_.text(" ");
    } else if (is_star ||
               is_one_of(word, {"colortbl", "pict", "header", "headerl", "headerr", "headerf",
                                "footer", "footerl", "footerr", "footerf", "nonshppict", "listtext",
                                "pntext", "xe", "tc", "objdata"})) {
      // Stars mark what a reader that does not know it has to leave out; styles of characters have
      // one.
      group.use = Use::kNothing;
    } else {
      return false;
    }
    return true;
  }

  void format(std::string_view word, std::optional<int> number) {
    Group& group = groups_.back();
    const int value = number.value_or(0);
    if (word == "f") {
      const auto page = code_pages_.find(value);
      group.code_page = page == code_pages_.end() ? 0 : page->second;
    }
    // \v0 ends what \v began.
    if (word == "v" || word == "deleted") group.is_hidden = number.value_or(1) != 0;
    if (word == "plain") group.is_hidden = false;
    if (word == "pard") kind_ = BlockRole::kText;
    if (word == "s" && styles_.contains(value)) kind_ = styles_[value];
    if (word == "outlinelevel" && value < 9) kind_ = BlockRole::kHeading;
    if (is_one_of(word, {"par", "sect", "page", "row", "cell", "nestcell"})) {
      end_paragraph();
    } else {
      write_symbol(word);
    }
  }

  void define(std::string_view word, int number) {
    Group& group = groups_.back();
    if (group.use == Use::kFonts && word == "f") font_ = number;
    if (group.use == Use::kFonts && word == "fcharset" && code_page_of(number) != 0) {
      code_pages_[font_] = code_page_of(number);
    }
    if (group.use == Use::kStyles && word == "s") {
      style_ = number;
      group.is_value = true;
      value_.clear();
    }
    if (group.use != Use::kInfo) return;
    if (word == "nofpages" && number > 0) add_property(document_, "pages", std::to_string(number));
    if (word == "nofwords" && number > 0) add_property(document_, "words", std::to_string(number));
    add_time(word, number);
  }

  void write_symbol(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kSymbols = {
        {{"tab", " "},
         {"line", " "},
         {"emdash", "—"},
         {"endash", "–"},
         {"bullet", "•"},
         {"lquote", "‘"},
         {"rquote", "’"},
         {"ldblquote", "“"},
         {"rdblquote", "”"}}};
    for (const auto& [name, symbol] : kSymbols) {
      if (word == name) put(symbol);
    }
  }

  /// A unit of UTF-16, as a signed number.
  void unicode(int number) {
    flush();
    const auto unit = static_cast<char32_t>(number & 0xFFFF);
    const char32_t high = std::exchange(surrogate_, 0);
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (unit >= 0xD800 && unit < 0xDC00) {
      surrogate_ = unit;
    } else {
      std::string text;
      append_utf8(text,
                  high != 0 && is_low ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : unit);
      put(text);
    }
    to_skip_ = groups_.back().skipped_units;
  }

  void end_paragraph() {
    if (groups_.back().use == Use::kNote) return writer_.text(" ");
    if (groups_.back().use == Use::kBody) writer_.end_block(kind_);
  }

  void end_value(const Group& group) {
    const std::string value = std::exchange(value_, {});
    if (group.use == Use::kStyles) styles_[style_] = kind_of_style(value);
    if (group.info == "title") document_.title = fold_space(value);
    if (group.info == "author") add_names(document_, "author", value);
    if (group.info == "operator") add_contributors(document_, value);
    if (group.info == "keywords" || group.info == "category") add_keywords(document_, value);
    if (group.info == "subject") add_property(document_, "keyword", value);
    if (group.info == "doccomm") document_.description = fold_space(value);
    if (group.info == "company") add_property(document_, "organization", value);
    if (group.info == "generator")
      add_property(document_, "generator", value.substr(0, value.find(';')));
    if (group.info == "creatim") set_created(document_, value);
    if (group.info == "revtim") set_modified(document_, value);
  }

  /// \yr2024\mo5\dy6 is a day; the time that may follow has no zone.
  void add_time(std::string_view word, int number) {
    const std::string digits = std::to_string(number);
    if (word == "yr") value_ += digits;
    if (word == "mo" || word == "dy") value_ += (digits.size() == 1 ? "-0" : "-") + digits;
  }

  /// Writes what waits in the code page to where the group wants it.
  void flush() {
    if (bytes_.empty()) return;
    const std::string bytes = std::exchange(bytes_, {});
    const bool is_ascii = std::all_of(bytes.begin(), bytes.end(),
                                      [](char c) { return static_cast<signed char>(c) >= 0; });
    if (is_ascii) return put(bytes);
    const int own = groups_.back().code_page;
    put(page_.inner->to_utf8(bytes,
                             "text/plain; charset=" + charset_of(own == 0 ? code_page_ : own)));
  }

  void put(std::string_view text) {
    const Group& group = groups_.back();
    if (group.is_hidden) return;
    if (group.use == Use::kBody || group.use == Use::kNote) writer_.text(text);
    if (group.use == Use::kInstruction) instruction_ += text;
    const bool is_value = group.use == Use::kStyles || group.use == Use::kInfo;
    if (is_value && value_.size() < page_.limits.property_bytes) value_ += text;
  }

  const PageBytes& page_;
  Document& document_;
  BlockWriter writer_;
  std::vector<Group> groups_;
  std::map<int, int> code_pages_;  ///< Code pages by font.
  std::map<int, BlockRole> styles_;
  int code_page_ = 1252;
  int font_ = 0;   ///< That is being defined.
  int style_ = 0;  ///< That is being defined.
  int to_skip_ = 0;
  char32_t surrogate_ = 0;
  std::string bytes_;  ///< In the code page.
  std::string value_, instruction_;
  BlockRole kind_ = BlockRole::kText;  ///< Kind of the current paragraph.
};

}  // namespace

class RtfSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "rtf",
            .version = "1.0",
            .help = "Rich Text Format: text, headings, links, metadata"};
  }

  Formats formats() const override {
    return {.types = {"application/rtf", "text/rtf", "application/x-rtf"}, .suffixes = {".rtf"}};
  }

  // Word writes it under its own name, too.
  bool reads(const PageBytes& page) const override { return page.body.starts_with("{\\rtf"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    document.media_type = "application/rtf";
    RtfDocument text(page, document);
    std::string problem = read_rtf(page.body, text);
    text.end();
    return problem;
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::RtfSummarizer)
