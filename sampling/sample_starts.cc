#include "sampling/sample_starts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/url/url.h"
#include "sampler/hash_rng.h"

namespace porthole::sampling {
namespace {

constexpr std::size_t kMostStarts = 200;
constexpr std::uint64_t kStartsStream = std::uint64_t{1} << 48;

/// The rank of a page within its site, the draw, the page.
struct StartCandidate {
  std::size_t rank = 0;
  std::uint64_t draw = 0;
  std::string href;
  repository::UrlId id = 0;
};

/// The pages that starts are taken from, in order.
Result<std::vector<StartCandidate>> drawn(repository::Repository& repository,
                                          const repository::Pages::Filter& filter,
                                          std::uint64_t random_seed) {
  std::vector<StartCandidate> candidates;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_site;
  TRY(repository.pages().for_each(
      filter, [&](const repository::UrlRecord& url, const repository::PageRecord& page,
                  std::int64_t, std::int64_t) {
        if (page.duplicate_of != 0) return true;
        sampler::HashRng rng(random_seed, kStartsStream, static_cast<std::uint64_t>(url.id));
        by_site[url.site].push_back(candidates.size());
        candidates.push_back({0, rng.next(), url.href, url.id});
        return true;
      }));
  for (auto& [site, pages] : by_site) {
    std::sort(pages.begin(), pages.end(),
              [&](auto a, auto b) { return candidates[a].draw < candidates[b].draw; });
    for (std::size_t rank = 0; rank < pages.size(); ++rank) candidates[pages[rank]].rank = rank;
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const StartCandidate& a, const StartCandidate& b) {
              return std::pair(a.rank, a.draw) < std::pair(b.rank, b.draw);
            });
  return candidates;
}

Result<bool> is_on_topic(const StartCandidate& candidate, repository::Repository& repository,
                         const SamplePredicate& predicate) {
  const Result<Url> url = Url::parse(candidate.href);
  if (!url) return false;
  if (const std::optional<bool> known = predicate.by_url(*url)) return *known;
  TRY_AS(page, repository.pages().get(candidate.id));
  return *page && predicate.judge(*url, (*page)->document).on_topic;
}

Result<std::vector<std::string>> pages_on_topic(repository::Repository& repository,
                                                const SampleOptions& options,
                                                const SamplePredicate& predicate) {
  const bool is_judged = !options.topic.has_own_predicate();  // When it was gathered.
  TRY_AS(candidates,
         drawn(repository, {.relevant_only = is_judged}, options.walk.region.random_seed));
  std::vector<std::string> starts;
  for (StartCandidate& candidate : *candidates) {
    if (starts.size() == kMostStarts) break;
    if (!is_judged) {
      TRY_AS(wanted, is_on_topic(candidate, repository, predicate));
      if (!*wanted) continue;
    }
    starts.push_back(std::move(candidate.href));
  }
  return starts;
}

}  // namespace

Result<std::vector<std::string>> sample_starts(const collection::Collection& collection,
                                               repository::Repository* repository,
                                               const SampleOptions& options,
                                               const SamplePredicate& predicate) {
  std::vector<std::string> texts = options.starts;
  if (texts.empty() && repository != nullptr) {
    TRY_AS(on_topic, pages_on_topic(*repository, options, predicate));
    texts = std::move(*on_topic);
  }
  if (options.starts.empty()) {
    for (const collection::Seed& seed : collection.specification().seeds) texts.push_back(seed.url);
  }
  std::vector<std::string> starts;
  for (const std::string& text : texts) {
    const Result<Url> url = Url::parse(text);
    if (url && url->is_web()) {
      if (starts.size() < kMostStarts) starts.push_back(url->without_fragment().href());
    } else if (!options.starts.empty()) {
      return fail(ErrorCode::kUsage, "--start " + text + " is not an http or https URL");
    }
  }
  if (!starts.empty()) return starts;
  return fail({ErrorCode::kIncomplete, "there is no page to begin a walk with",
               collection.specification_file().string(), 0, 0,
               "give some on the topic: --start URL, or porthole seeds add DIR URL"});
}

}  // namespace porthole::sampling
