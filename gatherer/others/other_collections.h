#pragma once

/// OtherCollections: the collections with which a crawl shares its pages (<shares> of the
/// specification).
///
/// In:  their folders; URLs that are about to be asked for; the judge of the crawl.
/// Out: the answers that the others have had, from their archives, in place of requests; the URLs
///      of their pages that this crawl's judge finds relevant.
///
/// Each is locked for as long as this lives: the hosts are asked by one crawl at a time. Answers
/// are as old as they are there.
///
/// Thread safety: one thread.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/judge/page_judge.h"
#include "repository/lock.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// The beginning of UrlRecord::detail of a page that was taken; the name of the collection follows.
inline constexpr std::string_view kTakenFrom = "taken from the collection ";

class OtherCollections {
 public:
  /// `own_lock`: the lock file of the collection that they give pages to; it waits three seconds
  /// for one whose lock file has a greater name, which gives up at once when both want each
  /// other's. Errors: kBusy when one of them is written to; those of Collection::open() and
  /// open_repository(). One in which nothing was gathered yet has nothing to give.
  static Result<std::unique_ptr<OtherCollections>> open(
      const std::vector<std::filesystem::path>& folders, const std::filesystem::path& own_lock);

  struct Answer {
    FetchResponse response;
    std::string from;  ///< The name of the collection.
  };
  /// The answer of the first that has one to stay: a page that is not gone, a redirect, or a status
  /// that says that there is none. Nothing for others, and where the archive cannot be read.
  std::optional<Answer> find(const Url& url, std::int64_t body_limit);

  /// The pages that `is_wanted` and the judge finds relevant, copies apart, each once. Errors:
  /// those of the repositories.
  Result<std::vector<Url>> relevant(const PageJudge& judge,
                                    const std::function<bool(const Url&)>& is_wanted);

  /// Their repositories. Lifetime: this object's.
  std::vector<repository::Repository*> repositories() const;

 private:
  struct Other {
    std::string name;
    std::filesystem::path archive;
    repository::Lock lock;
    std::unique_ptr<repository::Repository> repository;
    std::set<repository::UrlId> gone;
  };
  static std::optional<FetchResponse> answer_of(const Other& other,
                                                const repository::UrlRecord& record,
                                                std::int64_t body_limit);
  static Result<void> add_relevant(const Other& other, const PageJudge& judge,
                                   const std::function<bool(const Url&)>& is_wanted,
                                   std::vector<Url>& relevant);

  std::vector<Other> others_;
};

}  // namespace porthole::gatherer
