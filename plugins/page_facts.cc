#include "plugins/page_facts.h"

#include <algorithm>
#include <string>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole {
namespace {

constexpr std::size_t kLongestDate = 64;

bool are_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// YYYY, YYYY-MM, YYYY-MM-DD, and that with a time.
bool is_w3c_date(std::string_view text) {
  if (!are_digits(text.substr(0, 4)) || text.size() < 4) return false;
  for (const std::size_t at : {4u, 7u}) {
    if (text.size() == at) return true;
    if (text[at] != '-' || text.size() < at + 3 || !are_digits(text.substr(at + 1, 2)))
      return false;
  }
  if (text.size() == 10) return true;
  return text[10] == 'T' && text.size() >= 16 &&
         text.find_first_not_of("0123456789:.+-Z", 11) == std::string_view::npos;
}

/// 19991231, 19991231T235959 and with Z (RFC 5545 3.3.4, 3.3.5).
std::string basic_date(std::string_view text) {
  if (text.size() < 8 || !are_digits(text.substr(0, 8))) return "";
  const std::string day = std::string(text.substr(0, 4)) + "-" + std::string(text.substr(4, 2)) +
                          "-" + std::string(text.substr(6, 2));
  if (text.size() == 8) return day;
  if (text[8] != 'T' || text.size() < 15 || !are_digits(text.substr(9, 6))) return "";
  return day + "T" + std::string(text.substr(9, 2)) + ":" + std::string(text.substr(11, 2)) + ":" +
         std::string(text.substr(13, 2)) + std::string(text.substr(15) == "Z" ? "Z" : "");
}

}  // namespace

PageFacts::PageFacts(const PageBytes& page, Document& document) : page_(page), document_(document) {
  set_base("");
}

void PageFacts::say(std::string_view name, std::string_view value) {
  if (document_.properties.size() >= static_cast<std::size_t>(page_.limits.properties)) return;
  std::string folded = fold_space(clean_utf8(value.substr(0, page_.limits.property_bytes)));
  if (folded.empty() || !said_.insert(std::string(name) + "=" + folded).second) return;
  document_.properties.push_back({std::string(name), std::move(folded)});
}

void PageFacts::say_iri(std::string_view name, std::string_view iri) {
  iri = trim(iri);
  const Result<Url> url = Url::parse(iri, base_ ? &*base_ : nullptr);
  if (iri.empty() || !url) return;
  const std::size_t before = document_.properties.size();
  say(name, url->href());
  if (document_.properties.size() > before) document_.properties.back().kind = PropertyKind::kUri;
}

void PageFacts::say_each(std::string_view name, std::string_view list, char separator) {
  for (const std::string_view part : split(list, separator)) say(name, part);
}

Link* PageFacts::link(std::string_view href, std::string_view anchor) {
  href = trim(href);
  if (href.empty()) return nullptr;
  const Result<Url> url = Url::parse(href, base_ ? &*base_ : nullptr);
  if (!url || (url->host().empty() && url->scheme() != "file")) return nullptr;
  if (document_.links.size() >= static_cast<std::size_t>(page_.limits.links)) {
    ++document_.links_cut;
    return nullptr;
  }
  Link& link = document_.links.emplace_back();
  link.url = url->href();
  link.anchor = fold_space(clean_utf8(anchor));
  return &link;
}

void PageFacts::set_base(std::string_view href) {
  const Result<Url> page = Url::parse(page_.url);
  Result<Url> base = Url::parse(href, page ? &*page : nullptr);
  base_ = base ? std::optional(std::move(*base)) : std::nullopt;
}

std::string PageFacts::resolved(std::string_view href) const {
  const Result<Url> url = Url::parse(trim(href), base_ ? &*base_ : nullptr);
  return url ? url->href() : std::string();
}

void PageFacts::line(std::string_view text) {
  if (document_.text.size() + text.size() + 1 > page_.limits.text_bytes) return;
  const std::string folded = fold_space(clean_utf8(text));
  if (!folded.empty()) document_.text.append(folded).append("\n");
}

std::string w3c_date_of(std::string_view text) {
  text = trim(text);
  if (text.size() > kLongestDate) return "";
  if (is_w3c_date(text)) return std::string(text);
  if (std::string date = basic_date(text); !date.empty()) return date;
  const auto date = parse_mail_date(text);
  return date ? format_time(*date) : std::string();
}

namespace {

/// Where a parenthesis closes that was opened before `text`: (see http://a.example/).
std::size_t unopened_parenthesis(std::string_view text) {
  int open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++open;
    if (text[at] == ')' && --open < 0) return at;
  }
  return text.size();
}

/// Where the URL that begins at `text` ends.
std::string_view url_at(std::string_view text) {
  text = text.substr(0, text.find_first_of(" \t\r\n<>\"'`{}|\\^"));
  text = text.substr(0, unopened_parenthesis(text));
  while (!text.empty() && std::string_view(".,;:!?]").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

void add_of_scheme(std::string_view line, std::string_view scheme, Document& document) {
  for (auto at = line.find(scheme); at != std::string_view::npos; at = line.find(scheme, at + 1)) {
    const std::string_view address = url_at(line.substr(at));
    const Result<Url> url = Url::parse(address);
    if (!url || url->host().empty()) continue;
    Link& link = document.links.emplace_back();
    link.url = url->href();
    link.before = std::string(trim(line.substr(0, at)));
    link.after = std::string(trim(line.substr(at + address.size())));
  }
}

}  // namespace

void add_addresses(std::string_view line, Document& document) {
  add_of_scheme(line, "http://", document);
  add_of_scheme(line, "https://", document);
}

}  // namespace porthole
