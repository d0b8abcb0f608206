#include "porthole/show/said_by_others.h"

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "base/url/url.h"
#include "repository/known_url.h"

namespace porthole::cli {
namespace {

bool has(const std::string& text, const std::string& word) {
  return ascii_lower(text).find(word) != std::string::npos;
}

bool says_none(const repository::UrlRecord& url, const Document& page,
               const std::vector<std::string>& words) {
  return std::none_of(words.begin(), words.end(), [&](const std::string& word) {
    return has(page.text, word) || has(page.title, word) || has(page.description, word) ||
           has(url.href, word) ||
           std::any_of(page.properties.begin(), page.properties.end(),
                       [&](const Property& property) { return has(property.value, word); });
  });
}

/// The links of other pages to `target` whose text contains all of the words.
Result<SaidByOthers> links_that_say(repository::Repository& repository,
                                    const repository::UrlRecord& target,
                                    const std::vector<std::string>& words) {
  TRY_AS(links, repository.links().in_links(target.id));
  SaidByOthers found{target.href, "", "", 0};
  std::set<std::string> sources;
  bool quotes_another_site = false;
  for (const repository::InLink& link : *links) {
    const bool says_all = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return has(link.link.anchor, word);
    });
    if (!says_all || link.source_href == target.href) continue;
    sources.insert(link.source_href);
    const bool is_another_site = link.source_site != target.site;
    if (found.said.empty() || (is_another_site && !quotes_another_site)) {
      found.said = link.link.anchor;
      found.said_on = link.source_href;
      quotes_another_site = is_another_site;
    }
  }
  found.pages = static_cast<std::int64_t>(sources.size());
  return found;
}

}  // namespace

Result<std::optional<SaidByOthers>> find_said_by_others(repository::Repository& repository,
                                                        const search::Results& results,
                                                        const std::vector<std::string>& words) {
  for (const search::Hit& hit : results.hits) {
    const Result<Url> url = Url::parse(hit.url);
    if (!url) continue;
    TRY_AS(known, repository::find_known_url(repository, *url));
    if (!*known) continue;
    TRY_AS(page, repository.pages().get((*known)->id));
    if (!*page || !says_none(**known, (*page)->document, words)) continue;
    TRY_AS(found, links_that_say(repository, **known, words));
    if (found->pages > 0) return std::optional<SaidByOthers>(*found);
  }
  return std::optional<SaidByOthers>();
}

}  // namespace porthole::cli
