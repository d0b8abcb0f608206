#include "parser/properties/names_in_text.h"

#include <algorithm>
#include <string_view>

#include "base/text/text.h"
#include "parser/properties/person_name.h"
#include "parser/properties/written_date.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kBefore = 400, kAfter = 2000;         ///< Around the title, for "By".
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
    const std::size_t end = std::min(text.size(), page_.heading.end + kAfter);
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
