#pragma once

/// The two meanings of a fetch. A first fetch (FirstFetch) makes a page of the URL or drops it; a
/// page that is fetched again (Recrawl) stays as it was until it was read anew.
///
/// In:  URLs whose turn has come; their answers.
/// Out: outcomes, which are values; the states and places of URLs that follow from them.
///
/// Thread safety: one thread.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/url/url.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/fetch/stand_in.h"
#include "gatherer/frontier/url_table.h"

namespace porthole::gatherer {

/// The result of an answer, or of the page that was read from it.
struct Outcome {
  enum Kind : std::uint8_t {
    kParse,      ///< A document, for the parser.
    kUnchanged,  ///< The page is as it was.
    kRedirect,
    kTurnedAway,  ///< A challenge is in its place.
    kFailed,      ///< A later try may bring more.
    kDropped,     ///< The collection does not take it.
  };
  Kind kind;
  DropReason reason = DropReason::kNone;
  std::string detail = {};
};
/// `reads_part`: a document that broke off is parsed.
inline Outcome outcome_of_answer(const FetchedPage& answer, bool reads_part) {
  const FetchOutcome how = outcome_of(answer.response);
  if (how == FetchOutcome::kDocument || (how == FetchOutcome::kPart && reads_part))
    return {Outcome::kParse};
  if (how == FetchOutcome::kRedirect) return {Outcome::kRedirect, reason_of(answer.response)};
  if (std::optional<StandIn> told = stand_in_of(answer.response))
    return {Outcome::kTurnedAway, told->reason, std::move(told->detail)};
  return {Outcome::kFailed, reason_of(answer.response), answer.response.detail};
}

class FetchPolicy {
 public:
  virtual ~FetchPolicy() = default;

  // From the queue to the request.
  /// Puts what waits in order anew, where ratings or claims call for it.
  virtual void raise() = 0;
  /// False for a URL that was moved to another place in its queue.
  virtual bool is_next(UrlId id) = 0;
  /// The pages of the host are worth the requests for its sitemaps.
  virtual bool wants_sitemaps_of(HostId host) const = 0;
  /// Another URL stands for this one, or it is asked for later.
  virtual bool is_put_off(UrlId id, const Url& url) = 0;
  /// The URL is not requested. `until`: with kRobotsUnreachable, for so long.
  virtual void refuse(UrlId id, DropReason reason, std::string detail, WallTime until) = 0;
  virtual void begin(PageRequest& request) = 0;

  // From the answer on.
  virtual Outcome outcome_of(const FetchedPage& answer) const = 0;
  /// Applies an outcome other than kParse.
  virtual void end(const FetchedPage& page, const Outcome& outcome) = 0;
};

/// The policies of a run, and which of them holds for a URL.
struct FetchPolicies {
  const UrlTable& urls;
  FetchPolicy& first;
  FetchPolicy& again;
  FetchPolicy& of(UrlId id) const { return urls[id].state == UrlState::kFetched ? again : first; }
};

/// The fetch of a URL that is not yet a page. It drops the URL, puts it off, or makes it an alias.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.
class FirstFetch final : public FetchPolicy {
 public:
  struct Parts : CrawlCore {
    CrawlQueue& queue;
    LinkAdmission& links;
  };
  explicit FirstFetch(const Parts& parts) : parts_(parts) {}

  void raise() override { parts_.queue.raise(); }
  bool is_next(UrlId id) override { return parts_.queue.keeps_its_place(id); }
  bool wants_sitemaps_of(HostId) const override { return true; }
  bool is_put_off(UrlId id, const Url& url) override;
  void refuse(UrlId id, DropReason reason, std::string detail, WallTime until) override;
  void begin(PageRequest& request) override { parts_.urls.count_try(request.id); }
  Outcome outcome_of(const FetchedPage& answer) const override;
  void end(const FetchedPage& page, const Outcome& outcome) override;

 private:
  Outcome redirected(const FetchedPage& page);

  Parts parts_;
};

}  // namespace porthole::gatherer
