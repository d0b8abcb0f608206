#include "parser/properties/page_view.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "base/text/text.h"
#include "base/url/url.h"
#include "parser/limits.h"
#include "parser/properties/candidates.h"

namespace porthole::parser {
namespace {

constexpr std::array<std::string_view, 12> kThreadPaths = {
    "/t/",         "/thread",    "viewtopic",   "/topic", "/forum", "showthread",
    "/questions/", "/comments/", "/discussion", "/q/",    "topic=", "/viewthread"};

std::string without_spaces(std::string_view key) {
  std::string out(key);
  std::erase(out, ' ');
  return out;
}

/// The label of the host before its public suffix, guessed: the longest one.
std::string host_name_of(std::string_view host) {
  std::string_view longest;
  const auto labels = split(host, '.');
  for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
    if (labels[i] != "www" && labels[i].size() >= longest.size()) longest = labels[i];
  }
  std::string out = ascii_lower(longest);
  std::erase(out, '-');
  return out;
}

}  // namespace

double words_within(std::string_view part, std::string_view whole) {
  std::unordered_set<std::string_view> known;
  for (const std::string_view word : split(whole, ' ')) known.insert(word);
  std::size_t all = 0, found = 0;
  for (const std::string_view word : split(part, ' ')) {
    if (word.empty()) continue;
    ++all;
    found += known.contains(word) ? 1 : 0;
  }
  return all == 0 ? 0 : static_cast<double>(found) / static_cast<double>(all);
}

bool names_site(const PageView& page, std::string_view name) {
  if (name.empty()) return false;
  if (name == page.site) return true;
  const std::string joined = without_spaces(name);
  return joined == page.host_name || (joined.size() > 3 && joined == without_spaces(page.site)) ||
         (page.host_name.size() > 3 && joined.starts_with(page.host_name) &&
          joined.size() <= page.host_name.size() + 4);
}

std::string_view PageView::view(TextRange range, std::size_t bytes) const {
  const std::size_t begin = std::min(range.begin, text.size());
  const std::size_t end = std::min(range.end, text.size());
  return end <= begin ? std::string_view() : cut(trim(text.substr(begin, end - begin)), bytes);
}

PageView::PageView(const Evidence& said, std::string_view page_text, std::string_view url,
                   std::string_view page_title, std::string_view page_language, WallTime time)
    : evidence(said), text(page_text), title(page_title), language(page_language), fetched(time) {
  if (fetched != WallTime{}) {
    latest = format_time(fetched + std::chrono::days(1)).substr(0, 10);
    yesterday = format_time(fetched - std::chrono::days(1)).substr(0, 10);
  }
  if (const auto parsed = Url::parse(url)) {
    host_name = host_name_of(parsed->host());
    address = cut(parsed->path(), kMaxUrlBytes);
    path = comparison_key(address);
    is_home = address.size() <= 1;
    is_thread = std::any_of(kThreadPaths.begin(), kThreadPaths.end(), [&](std::string_view one) {
      return ascii_lower(url).find(one) != std::string::npos;
    });
  }
  for (const Sign sign :
       {Sign::kSiteName, Sign::kApplicationName, Sign::kJsonSite, Sign::kJsonPublisher}) {
    if (site.empty()) site = comparison_key(said.first(sign));
  }
  const std::string type = ascii_lower(said.first(Sign::kOpenGraphType));
  is_article = type == "article" || said.has_subject(Subject::kArticle);
  is_product = type.starts_with("product") || said.has_subject(Subject::kProduct);
  is_thread |= said.has_subject(Subject::kThread);
  const std::string key = comparison_key(title);
  double most = -1;
  for (const Mark& mark : said.marks().all()) {
    if (mark.kind != MarkKind::kHeading1 || view(mark.range, 8).empty()) continue;
    const double like = words_within(comparison_key(view(mark.range, 300)), key);
    if (like <= most) continue;
    most = like;
    heading = mark.range;
  }
}

}  // namespace porthole::parser
