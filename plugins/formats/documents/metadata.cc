#include "plugins/formats/documents/metadata.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text/text.h"

namespace porthole {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes numbers and marks off the front of a date.
class Taker {
 public:
  explicit Taker(std::string_view text) : rest_(text) {}

  /// A number of exactly `digits` digits from `least` to `most`, as written.
  std::optional<std::string_view> number(std::size_t digits, int least, int most) {
    int value = 0;
    const std::string_view part = rest_.substr(0, digits);
    const bool is_number = part.size() == digits && std::all_of(part.begin(), part.end(), is_digit);
    if (!is_number) return std::nullopt;
    std::from_chars(part.data(), part.data() + part.size(), value);
    if (value < least || value > most) return std::nullopt;
    rest_.remove_prefix(digits);
    return part;
  }

  bool take(std::string_view mark) {
    if (!rest_.starts_with(mark)) return false;
    rest_.remove_prefix(mark.size());
    return true;
  }

  void skip_digits() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of("0123456789"), rest_.size()));
  }

 private:
  std::string_view rest_;
};

/// "Z", "+02:00"; "" where there is none.
std::string zone(Taker& in) {
  if (in.take("Z")) return "Z";
  const std::string sign = in.take("+") ? "+" : in.take("-") ? "-" : "";
  if (sign.empty()) return {};
  const auto hours = in.number(2, 0, 14);
  if (!hours) return {};
  if (!in.take(":")) in.take("'");
  const auto minutes = in.number(2, 0, 59);
  return sign + std::string(*hours) + ":" + std::string(minutes.value_or("00"));
}

/// Year, month, day, time and zone with these marks between them; what ends early is fine.
std::string date_in(std::string_view text, std::string_view mark, std::string_view before_time,
                    std::string_view colon) {
  Taker in(text);
  const auto year = in.number(4, 1000, 2999);
  if (!year) return {};
  std::string date(*year);
  for (const int most : {12, 31}) {
    if (!in.take(mark)) return date;
    const auto part = in.number(2, 1, most);
    if (!part) return date;
    date += "-" + std::string(*part);
  }
  if (!in.take(before_time)) return date;
  const auto hours = in.number(2, 0, 23);
  if (!hours || !in.take(colon)) return date;
  const auto minutes = in.number(2, 0, 59);
  if (!minutes) return date;
  std::string time = "T" + std::string(*hours) + ":" + std::string(*minutes);
  Taker before_seconds = in;
  const auto seconds = in.take(colon) ? in.number(2, 0, 59) : std::nullopt;
  if (seconds) {
    time += ":" + std::string(*seconds);
    if (in.take(".")) in.skip_digits();
  } else {
    in = before_seconds;
  }
  const std::string offset = zone(in);
  return offset.empty() ? date : date + time + offset;
}

/// asctime(): "Mon May  6 07:08:09 2024".
std::string date_of_c(std::string_view text) {
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::string folded = fold_space(text);
  const std::vector<std::string_view> words = split(folded, ' ');
  if (words.size() < 5) return {};
  const auto month = std::find(kMonths.begin(), kMonths.end(), words[1]);
  if (month == kMonths.end()) return {};
  const auto two = [](std::string_view number) {
    return (number.size() == 1 ? "-0" : "-") + std::string(number);
  };
  const auto number = std::to_string(month - kMonths.begin() + 1);
  // The year is the last word; a zone may stand before it.
  return date_in(std::string(words.back()) + two(number) + two(words[2]), "-", "T", ":");
}

}  // namespace

void add_property(Document& document, std::string_view name, std::string_view value) {
  Property property{std::string(name), fold_space(clean_utf8(value))};
  const auto& have = document.properties;
  if (property.value.empty() || std::find(have.begin(), have.end(), property) != have.end()) return;
  document.properties.push_back(std::move(property));
}

void add_names(Document& document, std::string_view property, std::string_view names) {
  for (const std::string_view name : split(names, ';')) add_property(document, property, name);
}

void add_contributors(Document& document, std::string_view names) {
  for (const std::string_view name : split(names, ';')) {
    const Property author{"author", fold_space(name)};
    const auto& have = document.properties;
    if (std::find(have.begin(), have.end(), author) == have.end())
      add_property(document, "contributor", name);
  }
}

void add_keywords(Document& document, std::string_view keywords) {
  for (const std::string_view part : split(keywords, ',')) add_names(document, "keyword", part);
}

bool add_isbn(Document& document, std::string_view identifier) {
  std::string lower = ascii_lower(trim(identifier));
  const bool is_named = lower.find("isbn") != std::string::npos;
  if (is_named) lower.erase(0, lower.find("isbn") + 4);
  std::string isbn;
  for (const char c : lower) {
    if (is_digit(c) || (c == 'x' && isbn.size() == 9)) {
      isbn += c == 'x' ? 'X' : c;
    } else if (std::string_view("-: ").find(c) == std::string_view::npos) {
      return false;
    }
  }
  const bool is_thirteen =
      isbn.size() == 13 && (isbn.starts_with("978") || isbn.starts_with("979"));
  if (!is_thirteen && !(isbn.size() == 10 && is_named)) return false;
  add_property(document, "isbn", isbn);
  return true;
}

void set_created(Document& document, std::string_view date) {
  const std::string created = w3c_date(date);
  add_property(document, "created", created);
  if (document.published.empty()) document.published = created;
}

void set_modified(Document& document, std::string_view date) {
  if (const std::string modified = w3c_date(date); !modified.empty()) document.modified = modified;
}

std::string w3c_date(std::string_view date) {
  date = trim(date);
  if (date.starts_with("D:")) return date_in(date.substr(2), "", "", "");
  if (date.size() > 4 && date[4] == '.') return date_in(date, ".", ":", "");
  if (!date.empty() && is_digit(date.front())) return date_in(date, "-", "T", ":");
  return date_of_c(date);
}

}  // namespace porthole
