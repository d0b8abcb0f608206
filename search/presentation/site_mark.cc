#include "search/presentation/site_mark.h"

#include <algorithm>
#include <cstdint>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/site.h"
#include "base/url/url.h"

namespace porthole::search {
namespace {

constexpr std::size_t kCrumbShown = 40;  // bytes
const std::string kEllipsis = "\xE2\x80\xA6";

std::string crumb_of(const std::string& words) {
  const std::string text = fold_space(clean_utf8(words));
  const std::string_view shown = cut(text, kCrumbShown);
  return std::string(shown) + (shown.size() < text.size() ? kEllipsis : "");
}

std::vector<std::string> few_of(std::vector<std::string> crumbs) {
  if (crumbs.size() > kCrumbs) {
    crumbs.erase(crumbs.begin() + 1, crumbs.end() - (kCrumbs - 2));
    crumbs.insert(crumbs.begin() + 1, kEllipsis);
  }
  return crumbs;
}

void add_crumbs(std::vector<std::string>& crumbs, std::string_view path) {
  for (const std::string_view segment : split(path, '/')) {
    std::string crumb = crumb_of(percent_decode(segment));
    if (!crumb.empty()) crumbs.push_back(std::move(crumb));
  }
}

/// The first of `folders` in which the URL lies; "" for none.
std::string folder_around(const std::string& url, const std::vector<std::string>& folders) {
  const auto found = std::ranges::find_if(
      folders, [&](const std::string& folder) { return url.starts_with(folder); });
  return found == folders.end() ? std::string() : *found;
}

}  // namespace

std::string other_site(const std::string& text, const std::vector<std::string>& folders) {
  const Result<Url> url = Url::parse(text);
  if (!url) return text;
  if (!url->host().empty()) return url->host_and_port();
  const std::vector<std::string> names = breadcrumbs(folder_around(text, folders));
  return names.empty() ? site_of(*url) : names.back();
}

std::string site_letter(const std::string& host) {
  const std::string domain = registrable_domain(host);
  if (domain.empty() || !is_alphanumeric(domain[0])) return {};
  const char first = domain[0];
  return std::string(1,
                     first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first);
}

// Source: FNV-1a, 32 bits, http://www.isthe.com/chongo/tech/comp/fnv/
int letter_colour(const std::string& host) {
  std::uint32_t hash = 2166136261U;
  for (const char c : registrable_domain(host))
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return static_cast<int>(hash % kLetterColours);
}

std::vector<std::string> breadcrumbs(const std::string& text,
                                     const std::vector<std::string>& folders) {
  const Result<Url> url = Url::parse(text);
  if (!url || url->has_opaque_path()) return {};
  std::vector<std::string> crumbs;
  const std::string folder = folder_around(text, folders);
  const Result<Url> around = Url::parse(folder);
  add_crumbs(crumbs, url->path().substr(around ? around->path().size() : 0));
  if (url->request_target().find('?') != std::string::npos) {
    if (crumbs.empty()) crumbs.emplace_back();
    crumbs.back() += "?" + kEllipsis;
  }
  add_crumbs(crumbs, url->fragment());
  return few_of(std::move(crumbs));
}

std::vector<std::string> stated_breadcrumbs(std::vector<std::string> crumbs) {
  for (std::string& crumb : crumbs) crumb = crumb_of(crumb);
  std::erase(crumbs, std::string());
  return few_of(std::move(crumbs));
}

}  // namespace porthole::search
