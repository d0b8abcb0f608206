#include "plugins/formats/markup/tex_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace porthole {
namespace {

struct Named {
  std::string_view command, text;
};
constexpr std::array kLetters = {
    Named{"ss", "ß"},   Named{"ae", "æ"},         Named{"AE", "Æ"},         Named{"oe", "œ"},
    Named{"OE", "Œ"},   Named{"o", "ø"},          Named{"O", "Ø"},          Named{"aa", "å"},
    Named{"AA", "Å"},   Named{"l", "ł"},          Named{"L", "Ł"},          Named{"i", "i"},
    Named{"j", "j"},    Named{"LaTeX", "LaTeX"},  Named{"TeX", "TeX"},      Named{"ldots", "…"},
    Named{"dots", "…"}, Named{"textendash", "–"}, Named{"textemdash", "—"}, Named{"newline", " "},
    Named{"par", "\n"}};

/// An accent and the letters under it, each in one character.
constexpr std::array kAccented = {Named{"\"", "aäoöuüeëiïyÿAÄOÖUÜEËIÏ"},
                                  Named{"'", "aáeéiíoóuúyýcćnńsśzźAÁEÉIÍOÓUÚYÝCĆNŃSŚZŹ"},
                                  Named{"`", "aàeèiìoòuùAÀEÈIÌOÒUÙ"},
                                  Named{"^", "aâeêiîoôuûAÂEÊIÎOÔUÛ"},
                                  Named{"~", "aãoõnñAÃOÕNÑ"},
                                  Named{"c", "cçsşCÇSŞ"},
                                  Named{"v", "cčsšzžrřeěnňdďCČSŠZŽRŘEĚNŇDĎ"},
                                  Named{"H", "oőuűOŐUŰ"},
                                  Named{"=", "aāeēiīoōuūAĀEĒIĪOŌUŪ"},
                                  Named{".", "zżeėcċZŻEĖCĊ"},
                                  Named{"u", "aăgğAĂGĞ"},
                                  Named{"k", "aąeęAĄEĘ"},
                                  Named{"r", "aåuůAÅUŮ"}};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// `letter` under an accent; itself where the two are not known together.
std::string accented(std::string_view accent, char letter) {
  const auto found = std::find_if(kAccented.begin(), kAccented.end(),
                                  [accent](const Named& one) { return one.command == accent; });
  if (found == kAccented.end()) return std::string(1, letter);
  const std::string_view all = found->text;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t begin = at + 1;
    std::size_t end = begin + 1;
    while (end < all.size() && (static_cast<unsigned char>(all[end]) & 0xC0) == 0x80) ++end;
    if (all[at] == letter) return std::string(all.substr(begin, end - begin));
    at = end;
  }
  return std::string(1, letter);
}

class PlainText {
 public:
  explicit PlainText(std::string_view text) : text_(text) {}

  std::string read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        command();
      } else if (c == '-' && text_.substr(at_, 2) == "--") {
        const bool is_long = text_.substr(at_, 3) == "---";
        out_ += is_long ? "—" : "–";
        at_ += is_long ? 3 : 2;
      } else {
        if (c == '~' || c == '&') out_ += ' ';
        if (std::string_view("{}~$&").find(c) == std::string_view::npos) out_ += c;
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  void command() {
    std::size_t end = at_ + 1;
    if (end >= text_.size()) {
      at_ = end;
      return;
    }
    if (is_letter(text_[end])) {
      while (end < text_.size() && is_letter(text_[end])) ++end;
    } else {
      ++end;
    }
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end;
    const bool is_accent = std::any_of(kAccented.begin(), kAccented.end(),
                                       [name](const Named& one) { return one.command == name; });
    if (is_accent && accent(name)) return;
    const auto letter = std::find_if(kLetters.begin(), kLetters.end(),
                                     [name](const Named& one) { return one.command == name; });
    if (letter != kLetters.end()) {
      out_ += letter->text;
      skip_space();
    } else if (name == "\\" || name == " " || name == ",") {
      out_ += ' ';
      if (text_.substr(at_, 1) == "[") at_ = tex_group(text_, at_, '[', ']').end;
    } else if (!is_letter(name[0]) && name != "(" && name != ")" && name != "[" && name != "]" &&
               name != "-") {
      out_ += name;  // \% \& \_ and their like
    } else if (name == "begin" || name == "end" || name == "label" || name == "ref" ||
               name == "cite") {
      at_ = tex_group(text_, at_).end;
      out_ += ' ';
    } else {
      if (text_.substr(at_, 1) == "[") at_ = tex_group(text_, at_, '[', ']').end;
      skip_space();
    }
  }

  /// A single letter, in braces or not, dotless i and j among them.
  bool accent(std::string_view name) {
    std::size_t at = std::min(text_.find_first_not_of(' ', at_), text_.size());
    const bool is_braced = text_.substr(at, 1) == "{";
    if (is_braced) ++at;
    if (text_.substr(at, 2) == "\\i" || text_.substr(at, 2) == "\\j") ++at;
    if (at >= text_.size() || !is_letter(text_[at])) return false;
    if (is_braced && text_.substr(at + 1, 1) != "}") return false;
    out_ += accented(name, text_[at]);
    at_ = at + (is_braced ? 2 : 1);
    return true;
  }

  void skip_space() {
    if (text_.substr(at_, 1) == " " && !out_.empty() && out_.back() == ' ') ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string plain_tex(std::string_view text) { return PlainText(text).read(); }

TexGroup tex_group(std::string_view text, std::size_t at, char open, char close) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
  if (begin == std::string_view::npos || text[begin] != open) return {{}, at};
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == open) {
      ++depth;
    } else if (text[i] == close && --depth == 0) {
      return {text.substr(begin + 1, i - begin - 1), i + 1};
    }
  }
  return {{}, at};
}

std::string without_tex_comments(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      out += text[at++];
      out += text[at];
    } else if (text[at] == '%') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      out += text[at];
    }
  }
  return out;
}

}  // namespace porthole
