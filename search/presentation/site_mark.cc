#include "search/presentation/site_mark.h"

#include <cstdint>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
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

}  // namespace

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

std::vector<std::string> breadcrumbs(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url || url->has_opaque_path()) return {};
  std::vector<std::string> crumbs;
  const std::string path(url->path());
  for (const std::string_view segment : split(path, '/')) {
    std::string crumb = crumb_of(percent_decode(segment));
    if (!crumb.empty()) crumbs.push_back(std::move(crumb));
  }
  if (url->request_target().find('?') != std::string::npos) {
    if (crumbs.empty()) crumbs.emplace_back();
    crumbs.back() += "?" + kEllipsis;
  }
  return few_of(std::move(crumbs));
}

std::vector<std::string> stated_breadcrumbs(std::vector<std::string> crumbs) {
  for (std::string& crumb : crumbs) crumb = crumb_of(crumb);
  std::erase(crumbs, std::string());
  return few_of(std::move(crumbs));
}

}  // namespace porthole::search
