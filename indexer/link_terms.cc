#include "indexer/link_terms.h"

#include <xxhash.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>

#include "base/url/site.h"
#include "base/url/url.h"
#include "indexer/annotations.h"
#include "indexer/fields.h"

namespace porthole::indexer {

namespace {

using summarizer::Annotation;
using summarizer::Summary;

constexpr std::size_t kAliasesIndexed = 100;
constexpr std::size_t kSitesIndexed = 1000;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}
bool is_plain_in_path(char c) {
  return is_plain(c) || (c >= 'A' && c <= 'Z') || c == '/' || c == '_' || c == '~';
}

/// True for a normalised http or https URL of a host name and a path of unreserved characters,
/// which is its own key.
bool is_plain_url(std::string_view url) {
  if (!url.starts_with("http")) return false;
  url.remove_prefix(url.starts_with("https") ? 5 : 4);
  if (!url.starts_with("://")) return false;
  url.remove_prefix(3);
  const std::size_t slash = url.find('/');
  if (slash == std::string_view::npos || slash == 0) return false;
  const std::string_view host = url.substr(0, slash);
  const std::string_view path = url.substr(slash);
  // A name that ends in a digit may be an address in another spelling, "xn--" is checked when
  // parsed.
  const bool has_letter_last = host.back() >= 'a' && host.back() <= 'z';
  return has_letter_last && std::all_of(host.begin(), host.end(), is_plain) &&
         host.find("xn--") == std::string_view::npos && host.front() != '.' &&
         host.find("..") == std::string_view::npos &&
         std::all_of(path.begin(), path.end(), is_plain_in_path) &&
         path.find("/.") == std::string_view::npos;
}

/// The host of `url` and each domain above it down to the registrable one.
void add_sites(const std::string& url, std::set<std::string>& sites) {
  const Result<Url> parsed = Url::parse(url);
  if (!parsed || parsed->host().empty()) return;
  const std::string registrable = registrable_domain(parsed->host());
  std::string_view domain = parsed->host();
  for (;;) {
    const bool is_new = sites.emplace(domain).second;
    const std::size_t dot = domain.find('.');
    if (!is_new || domain == registrable || dot == std::string_view::npos ||
        parsed->host_is_address())
      return;
    domain.remove_prefix(dot + 1);
  }
}

}  // namespace

std::string key_of_url(const std::string& url) {
  const std::string_view target = std::string_view(url).substr(0, url.find('#'));
  if (is_plain_url(target)) return std::string(target);
  const Result<Url> parsed = Url::parse(url);
  return parsed ? parsed->key() : url;
}

void add_link_terms(const Summary& summary, Xapian::Document& document) {
  const std::string own = key_of_page(summary.url);
  const std::size_t mark = summary.url.find('#');
  const std::string beside = mark == std::string::npos ? "" : summary.url.substr(0, mark + 1);
  // Links of a member to others of its container keep their fragments.
  const auto key_of = [&beside](const std::string& url) {
    return !beside.empty() && url.starts_with(beside) ? key_of_page(url) : key_of_url(url);
  };
  std::unordered_set<std::string> links;
  for (const Annotation& annotation : summary.own_annotations) {
    if (links.size() == kLinksIndexed) break;
    const std::string key = key_of(annotation.page);
    if (key == own) continue;
    const auto [term, is_new] = links.insert(link_term(kLinkPrefix, key));
    if (is_new) document.add_boolean_term(*term);
  }

  std::set<std::string> names = {own};
  for (const std::string& alias : summary.aliases) {
    if (names.size() > kAliasesIndexed) break;
    names.insert(key_of(alias));
  }
  for (const std::string& name : names) document.add_boolean_term(link_term(kAliasPrefix, name));

  std::unordered_set<std::string_view> origins;
  std::set<std::string> sites;
  for (const Annotation& annotation : summary.annotations_by_others) {
    if (sites.size() >= kSitesIndexed) break;
    if (origins.insert(origin_of(annotation.page)).second) add_sites(annotation.page, sites);
  }
  for (const std::string& site : sites)
    document.add_boolean_term(boolean_term(kAnnotatorPrefix, site));
}

std::uint32_t stem_hash(std::string_view stem) {
  return static_cast<std::uint32_t>(XXH3_64bits(stem.data(), stem.size()));
}

LinkText hashed(const std::vector<std::string>& stems) {
  LinkText text;
  for (const std::string& stem : stems) text.push_back(stem_hash(stem));
  return text;
}

std::string write_link_texts(const std::vector<LinkText>& texts) {
  std::string value;
  std::size_t kept = 0;
  for (const LinkText& text : texts) {
    if (text.empty() || text.size() > kLinkTextWords) continue;
    if (++kept > kLinkTextsKept) break;
    value += static_cast<char>(text.size());
    for (const std::uint32_t word : text) {
      for (unsigned shift = 0; shift < 32; shift += 8) value += static_cast<char>(word >> shift);
    }
  }
  return value;
}

std::vector<LinkText> read_link_texts(std::string_view value) {
  std::vector<LinkText> texts;
  while (!value.empty()) {
    const std::size_t words = static_cast<unsigned char>(value[0]);
    value.remove_prefix(1);
    if (value.size() < 4 * words) break;
    LinkText& text = texts.emplace_back(words);
    for (std::size_t i = 0; i < 4 * words; ++i)
      text[i / 4] |= std::uint32_t{static_cast<unsigned char>(value[i])} << (i % 4 * 8);
    value.remove_prefix(4 * words);
  }
  return texts;
}

}  // namespace porthole::indexer
