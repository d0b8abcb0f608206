#include "parser/properties/person_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"
#include "parser/properties/written_date.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxNameBytes = 100;
constexpr std::size_t kMaxNameWords = 14;

/// Introductions, in lower case; the longer ones first.
constexpr std::array<std::string_view, 27> kIntroductions = {"article written by",
                                                             "this article was written by",
                                                             "written and reviewed by",
                                                             "originally posted by",
                                                             "blog post by",
                                                             "written by",
                                                             "posted by",
                                                             "published by",
                                                             "article by",
                                                             "reviewed by",
                                                             "edited by",
                                                             "story by",
                                                             "words by",
                                                             "post by",
                                                             "created by",
                                                             "asked by",
                                                             "started by",
                                                             "submitted by",
                                                             "contributed by",
                                                             "author",
                                                             "escrito por",
                                                             "geschrieben von",
                                                             "écrit par",
                                                             "scritto da",
                                                             "publicado por",
                                                             "autor",
                                                             "posted"};
/// Short ones: they count before a capital letter only, when they must introduce.
constexpr std::array<std::string_view, 6> kShort = {"by", "von", "par", "por", "door", "di"};

/// Words and marks that may follow a name.
constexpr std::array<std::string_view, 24> kAfter = {
    "\n",     " | ",       " • ",        " · ",        " – ",           " — ",
    " » ",    " - ",       " on ",       " updated",   " published",    " posted",
    " last ", " reviewed", " follow",    " // ",       " in ",          "(",
    " – ",    " @",        " read more", " medically", " fact checked", ", updated"};

bool starts_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && equals_ignoring_case(text.substr(0, lower.size()), lower);
}

bool is_word_end(std::string_view text, std::size_t at) {
  return at == text.size() || text[at] == ' ' || text[at] == ':' || text[at] == '\n' ||
         text.substr(at).starts_with("\xC2\xA0");
}

/// The bytes of an introduction and what divides it from the name; 0 without one.
std::size_t introduction(std::string_view text) {
  const auto after = [text](std::string_view word) -> std::size_t {
    if (!starts_ignoring_case(text, word) || !is_word_end(text, word.size())) return 0;
    const auto end = text.find_first_not_of(" :\n", word.size());
    return end == std::string_view::npos ? text.size() : end;
  };
  for (const std::string_view word : kIntroductions) {
    if (const std::size_t bytes = after(word)) return bytes;
  }
  for (const std::string_view word : kShort) {
    if (const std::size_t bytes = after(word)) return bytes;
  }
  return 0;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Cut at a word that begins with a digit, but for the first: "Vader 6,796 8 gold badges".
std::string_view before_number(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at - 1] == ' ' && (is_digit(text[at]) || text[at] == '#')) return text.substr(0, at);
  }
  return text;
}

/// Values of author fields that name nobody: days, accounts of a site's program, offices, values
/// that nobody filled in; in lower case.
constexpr std::string_view kNoNames =
    "|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|by|on|"
    "last|offline|online|full bio|read more|home|blog|contact|share|comments|undefined|null|none|"
    "true|false|nil|nan|name|your name|author name|firstname lastname|first last|no name|not "
    "specified|"
    "lorem ipsum|guest blogger|blogger|support|the team|our team|editorial board|"
    "web desk|agencies|no author|not available|n/a|tbd|unknown|anonymous|various|"
    "various authors|multiple authors|test|demo|default|site default|default author|author|authors|"
    "admin|administrator|siteadmin|site admin|wpadmin|wp-admin|super user|superuser|webmaster|root|"
    "system|user|guest|guest author|guest post|moderator|contributor|contributors|wordpress|team|"
    "web team|content team|editor|editors|the editors|editorial|editorial team|editorial staff|"
    "staff|staff writer|staff reporter|staff editor|our staff|newsroom|news desk|press release|"
    "press office|marketing|redaktion|die redaktion|redakteur|redazione|la redazione|redactie|"
    "de redactie|redaktionen|redaksjonen|redakcja|redakce|rédaction|la rédaction|la redaction|"
    "redacción|la redacción|redaccion|redação|da redação|toimitus|szerkesztőség|редакция|"
    "Редакция|редакція|Редакція|администратор|Администратор|админ|Админ|адмін|автор|Автор|"
    "yönetici|editör|編集部|管理人|管理者|作者|小编|小編|管理员|管理員|匿名|佚名|관리자|"
    "편집부|운영자|المحرر|هيئة التحرير|";

bool is_no_name(const std::string& folded) {
  return kNoNames.find("|" + folded + "|") != std::string_view::npos ||
         folded.ends_with(" offline") || folded.ends_with(" online");
}

/// "bees.example.org", but not "J.R.Tolkien"; and the blanks of a template that was not filled in.
bool is_domain(std::string_view name) {
  if (name.find_first_of("{}%[]") != std::string_view::npos) return true;
  const auto dot = name.rfind('.');
  if (name.find(' ') != std::string_view::npos || dot == std::string_view::npos) return false;
  const std::string_view last = name.substr(dot + 1);
  const bool is_initial = dot == 1 && last.size() > 2 && last != "com" && last != "org" &&
                          last != "net";  // "j.doe", but not "a.org"
  return dot > 0 && !is_initial && last.size() >= 2 && last.size() <= 6 &&
         std::all_of(last.begin(), last.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool introduces_author(std::string_view text) {
  const std::size_t bytes = introduction(text);
  if (bytes == 0 || bytes >= text.size()) return false;
  const bool is_short = std::any_of(kShort.begin(), kShort.end(), [text](std::string_view word) {
    return starts_ignoring_case(text, word) && is_word_end(text, word.size());
  });
  const char first = text[bytes];
  return !is_short || (first >= 'A' && first <= 'Z') || static_cast<unsigned char>(first) >= 0x80;
}

std::string person_name(std::string_view text) {
  text = trim(text.substr(0, 400));
  while (const std::size_t bytes = introduction(text)) text = trim(text.substr(bytes));
  std::size_t end = text.size();
  const std::string lower = ascii_lower(text);
  for (const std::string_view after : kAfter) {
    const auto found = lower.find(after, 1);
    if (found != std::string::npos) end = std::min(end, found);
  }
  text = text.substr(0, end);
  const auto dates = written_dates(text, "en", 1);
  if (!dates.empty()) text = text.substr(0, dates.front().begin);
  std::string name = fold_space(before_number(fold_space(text)));
  while (!name.empty() &&
         std::string_view(",;:|-/.\"'*").find(name.back()) != std::string_view::npos &&
         !(name.back() == '.' && name.size() > 3)) {
    name.pop_back();
  }
  name = trimmed(std::move(name));
  const bool is_address =
      name.find("://") != std::string::npos || name.find("www.") != std::string::npos ||
      (name.find(' ') == std::string::npos && name.find('/') != std::string::npos) ||
      name.starts_with('@') || name.find('@') != std::string::npos ||
      name.find('<') != std::string::npos;
  const auto words = static_cast<std::size_t>(std::count(name.begin(), name.end(), ' ')) + 1;
  const bool has_letter = std::any_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  });
  if (name.size() < 2 || is_no_name(ascii_lower(name)) || is_domain(name)) return "";
  if (is_address || !has_letter || name.size() > kMaxNameBytes || words > kMaxNameWords) return "";
  return name;
}

namespace {

constexpr std::size_t kBefore = 400, kBehind = 2000;        ///< Around the title, for "By".
constexpr std::size_t kDateBefore = 200, kDateAfter = 500;  ///< For names beside dates.
constexpr std::size_t kLineBytes = 300;
constexpr std::size_t kMostWritten = 8, kMostBeside = 16;

/// The start of the line that is `bytes` before the title, or of the text.
std::size_t line_before(const PageView& page, std::size_t bytes) {
  if (page.heading.begin <= bytes) return 0;
  const auto line = page.text.rfind('\n', page.heading.begin - bytes);
  return line == std::string_view::npos ? 0 : line;
}

/// Where " by Jane" begins in a short line, npos without it.
std::size_t inner_by(std::string_view line) {
  if (line.size() > 160) return std::string_view::npos;
  for (auto at = line.find("by "); at != std::string_view::npos; at = line.find("by ", at + 1)) {
    if (at > 0 && line[at - 1] == ' ' && introduces_author(line.substr(at))) return at;
  }
  const auto capital = line.find(" By ");
  return capital == std::string_view::npos ? capital : capital + 1;
}

class Reader {
 public:
  explicit Reader(const PageView& page) : page_(page) {}

  std::vector<NameInText> read() {
    introduced();
    if (!page_.heading.empty()) beside_dates();
    return std::move(found_);
  }

 private:
  void introduced() {
    const std::string_view text = page_.text;
    const std::size_t end = std::min(text.size(), page_.heading.end + kBehind);
    for (std::size_t at = line_before(page_, kBefore); at < end && written_ < kMostWritten;) {
      const std::size_t stop = std::min(text.find('\n', at), text.size());
      const std::string_view line = trim(text.substr(at, std::min(stop - at, kLineBytes)));
      const bool is_alone = !introduces_author(line) && line.size() <= 24 &&
                            introduces_author(std::string(line) + " X");
      if (is_alone && stop < text.size()) {  // "By": the name is on the next line.
        const std::size_t next = std::min(text.find('\n', stop + 1), text.size());
        take(person_name(text.substr(stop + 1, std::min(next - stop - 1, kLineBytes))), at, true);
      } else if (introduces_author(line)) {
        take(person_name(line), at, true);
      } else if (const auto by = inner_by(line); by != std::string_view::npos) {
        take(person_name(line.substr(by)), at, false);
      }
      at = stop + 1;
    }
  }

  void take(std::string name, std::size_t at, bool begins_line) {
    if (name.empty()) return;
    ++written_;
    found_.push_back({std::move(name), at, begins_line, false});
  }

  void beside_dates() {
    const std::string_view text = page_.text;
    const std::size_t end = std::min(text.size(), page_.heading.end + kDateAfter);
    std::string_view before;
    bool date_before = false;
    for (std::size_t at = line_before(page_, kDateBefore); at < end;) {
      const std::size_t stop = std::min(text.find('\n', at), text.size());
      const std::string_view line = trim(text.substr(at, std::min<std::size_t>(stop - at, 120)));
      const auto dates =
          line.size() < 100 ? written_dates(line, page_.language, 1) : std::vector<WrittenDate>();
      if (!dates.empty()) {
        take_beside(before, at);
        take_beside(line.substr(0, dates.front().begin), at);
        take_beside(line.substr(dates.front().end), at);
      } else if (date_before) {
        take_beside(line, at);
      }
      date_before = !dates.empty();
      before = line;
      at = stop + 1;
    }
  }

  void take_beside(std::string_view text, std::size_t at) {
    const auto first = text.find_first_not_of(" ,|-\n/()");
    if (first == std::string_view::npos || beside_ == kMostBeside) return;
    text = text.substr(first);
    while (text.starts_with("\xC2\xB7") || text.starts_with("\xE2\x80")) {  // · • – —
      text = trim(text.substr(text[0] == '\xC2' ? 2 : std::min<std::size_t>(3, text.size())));
    }
    std::string name = person_name(text);
    const auto words = split(name, ' ');
    const bool is_name = words.size() >= 2 && words.size() <= 4 && name.size() <= 50 &&
                         name.find_first_of("0123456789:!?&") == std::string::npos &&
                         std::all_of(words.begin(), words.end(), [](std::string_view word) {
                           return !word.empty() && ((word[0] >= 'A' && word[0] <= 'Z') ||
                                                    static_cast<unsigned char>(word[0]) >= 0xC3);
                         });
    if (!is_name) return;
    ++beside_;
    found_.push_back({std::move(name), at, false, true});
  }

  const PageView& page_;
  std::size_t written_ = 0, beside_ = 0;
  std::vector<NameInText> found_;
};

}  // namespace

std::vector<NameInText> names_in_text(const PageView& page) { return Reader(page).read(); }

}  // namespace porthole::parser
