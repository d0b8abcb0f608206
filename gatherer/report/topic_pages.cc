#include "gatherer/report/topic_pages.h"

#include <algorithm>
#include <utility>

namespace porthole::gatherer {
namespace {

/// A collection without a topic is named after its folder; that name is not used to judge pages.
bool has_topic(const collection::Specification& specification) {
  const collection::Topic& topic = specification.topic;
  return !topic.taxonomy_file.empty() || !topic.terms.empty() || topic.title != specification.name;
}

}  // namespace

Result<TopicPages> TopicPages::read(const collection::Collection& collection, repository::Repository& repository) {
  const collection::Specification& specification = collection.specification();
  TopicPages made(specification.topic.taxonomy_file.empty() ? topics::JudgedBy::kWords : topics::JudgedBy::kClassifier);
  made.has_topic_ = has_topic(specification);
  auto visited = repository.for_each_page({}, [&](const auto& url, const auto& page, auto, auto) {
    if (page.duplicate_of != 0 || page.noindex) return true;
    made.pages_.push_back({url.id, url.href, url.site, page.relevance.value(), url.seed});
    made.sites_.add(url.site, page.relevance.value());
    return true;
  });
  if (!visited) return fail(visited.error());
  std::sort(made.pages_.begin(), made.pages_.end(), [](const Page& a, const Page& b) { return a.id < b.id; });
  return made;
}

std::optional<topics::Standing> TopicPages::standing_of(repository::UrlId page) const {
  const auto found =
      std::lower_bound(pages_.begin(), pages_.end(), page, [](const Page& one, repository::UrlId id) { return one.id < id; });
  if (!has_topic_ || found == pages_.end() || found->id != page) return std::nullopt;
  return sites_.standing(found->site, found->relevance, found->is_seed);
}

void TopicPages::for_each(const std::function<void(const std::string& href, bool on_topic)>& each) const {
  for (const Page& page : pages_) {
    each(page.href, !has_topic_ || sites_.standing(page.site, page.relevance, page.is_seed).on_topic);
  }
}

}  // namespace porthole::gatherer
