// Who wrote a source and whose it is: names in comments (comments.h).

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"
#include "plugins/formats/source/comments.h"

namespace porthole::source {
namespace {

constexpr std::size_t kMostNameBytes = 80;
constexpr std::size_t kMostLinesOfNames = 20;

/// Without what stands in <> (addresses, elements of HTML) and in ().
std::string without_brackets(std::string_view text) {
  std::string plain;
  int open = 0;
  for (const char c : text) {
    if (c == '<' || c == '(') {
      ++open;
    } else if (c == '>' || c == ')') {
      open = std::max(0, open - 1);
    } else if (open == 0) {
      plain += c;
    }
  }
  return plain;
}

std::string with_replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

/// Where a name ends and a sentence goes on.
std::string_view before_sentence(std::string_view text) {
  for (const std::string_view word :
       {" with ", " at ", " for ", " in ", " on ", " from ", " under ", " as ", " to ", " - ",
        " -- ", " http", ": ", " @", ";"}) {
    text = text.substr(0, text.find(word));
  }
  // An initial keeps its dot: "Steven J. Bethard".
  for (auto dot = text.find(". "); dot != std::string_view::npos; dot = text.find(". ", dot + 1)) {
    if (dot > 1 && text[dot - 2] != ' ' && text[dot - 2] != '.') return text.substr(0, dot);
  }
  return text;
}

bool is_address(std::string_view word) {
  return word.find('@') != std::string_view::npos || word.find("://") != std::string_view::npos;
}

/// Begins like a name: with a capital, or with a letter of another script.
bool looks_like_name(std::string_view text) {
  if (text.empty() || text.size() > kMostNameBytes) return false;
  const bool begins_well = (text[0] >= 'A' && text[0] <= 'Z') || (text[0] & 0x80) != 0;
  return begins_well && std::count(text.begin(), text.end(), ' ') < 7;
}

std::string name_of(std::string_view text) {
  std::string name;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty() || is_address(word)) continue;
    name.append(name.empty() ? "" : " ").append(word);
  }
  while (!name.empty() && std::string_view(".,;:*/-").find(name.back()) != std::string_view::npos) {
    // "Jr." and initials keep their dot.
    if (name.back() == '.' && name.size() > 3 && name.rfind(' ') + 4 >= name.size()) break;
    name.pop_back();
  }
  return name;
}

/// "Acme, Inc." is one name.
bool belongs_to_name(std::string_view part) {
  constexpr std::array<std::string_view, 8> kEndings = {"Inc",  "Ltd", "LLC", "GmbH",
                                                        "Corp", "Jr",  "Co.", "S.A"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [part](std::string_view ending) { return trim(part).starts_with(ending); });
}

void add_once(std::vector<std::string>& list, std::string text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

/// The text after an author marker: "Author: X", "@author X", "AUTHOR" alone; not
/// after "authors of this file are".
std::optional<std::string_view> announced(std::string_view line) {
  constexpr std::array<std::string_view, 14> kWords = {
      "@authors",    "@author",    "\\authors", "\\author",       "originally written by",
      "written by",  "created by", "authors",   "contributed by", "original author",
      "main author", "author(s)",  "author",    "maintainer"};
  const std::string lower = ascii_lower(line);
  for (const std::string_view word : kWords) {
    if (!lower.starts_with(word)) continue;
    const std::string_view rest = line.substr(word.size());
    const std::string_view names = trim(rest);
    if (names.starts_with(':')) return trim(names.substr(1));
    const bool needs_no_colon = word.ends_with(" by") || word[0] == '@' || word[0] == '\\';
    if (rest.empty() || (needs_no_colon && trim(rest.substr(0, 1)).empty())) return names;
  }
  return std::nullopt;
}

/// The lines below a line that only announces.
void add_names_below(const std::vector<std::string_view>& lines, std::size_t at,
                     std::vector<std::string>& authors) {
  while (++at < lines.size() && lines[at].empty()) {
  }
  const std::size_t end = std::min(lines.size(), at + kMostLinesOfNames);
  for (; at < end && !lines[at].empty(); ++at) {
    for (std::string& name : names_in(lines[at])) add_once(authors, std::move(name));
  }
}

/// A line of copyright has the word or sign, and a year or the sign.
bool is_copyright(std::string_view line) {
  const std::string lower = ascii_lower(line);
  const bool has_sign =
      lower.find("(c)") != std::string::npos || lower.find("©") != std::string::npos;
  const bool has_word = lower.find("copyright") != std::string::npos;
  const bool has_year =
      lower.find("19") != std::string::npos || lower.find("20") != std::string::npos;
  return (has_word && (has_sign || has_year)) || (has_sign && has_year);
}

/// Whose copyright a line says it is: behind the word, the sign and the years.
std::string_view holder_in(std::string_view line) {
  const std::string lower = ascii_lower(line);
  std::size_t at = 0;
  for (const std::string_view mark : {"copyrighttext", "copyright", "(c)", "©"}) {
    if (const auto found = lower.rfind(mark); found != std::string::npos) {
      at = std::max(at, found + mark.size());
    }
  }
  line = line.substr(at);
  line.remove_prefix(
      std::min(line.find_first_not_of(" \t:,.-0123456789\xE2\x80\x93"), line.size()));
  if (ascii_lower(line.substr(0, 3)) == "by ") line.remove_prefix(3);
  if (line.starts_with("present")) line.remove_prefix(std::min<std::size_t>(line.size(), 8));
  return trim(line);
}

}  // namespace

std::vector<std::string> names_in(std::string_view text) {
  std::string plain = with_replaced(with_replaced(std::string(text), "&lt;", "<"), "&gt;", ">");
  plain = without_brackets(plain.substr(0, ascii_lower(plain).find(" all rights")));
  for (const std::string_view between : {" and ", " & ", " AND "}) {
    plain = with_replaced(std::move(plain), between, ", ");
  }
  std::vector<std::string> names;
  for (const std::string_view part : split(plain, ',')) {
    if (!names.empty() && belongs_to_name(part)) {
      names.back().append(", ").append(trim(part).substr(0, kMostNameBytes));
      continue;
    }
    std::string name = name_of(before_sentence(fold_space(part)));
    if (looks_like_name(name)) names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> authors_of(const std::vector<Comment>& comments) {
  std::vector<std::string> authors, holders;
  for (const Comment& comment : comments) {
    const std::vector<std::string_view> lines = split(comment.text, '\n');
    for (std::size_t at = 0; at < lines.size(); ++at) {
      if (const auto names = announced(lines[at])) {
        if (names->empty()) add_names_below(lines, at, authors);
        for (std::string& name : names_in(*names)) add_once(authors, std::move(name));
      }
      if (!is_copyright(lines[at])) continue;
      for (std::string& name : names_in(holder_in(lines[at]))) add_once(holders, std::move(name));
    }
  }
  return authors.empty() ? holders : authors;
}

std::vector<std::string> rights_of(const std::vector<Comment>& comments) {
  std::vector<std::string> rights;
  for (const Comment& comment : comments) {
    for (const std::string_view line : split(comment.text, '\n')) {
      if (is_copyright(line)) add_once(rights, fold_space(line));
    }
  }
  return rights;
}

}  // namespace porthole::source
