#pragma once

/// Judges each page that was parsed and adds it, with its links and members, to the next commit.
///
/// In:  fetched pages with their documents.
/// Out: rows of the commit; the strategy told of the page; its links admitted, its members handed
/// to
///      the parser.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <cstdint>
#include <optional>
#include <string>

#include "gatherer/crawl/committer.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/member_pages.h"
#include "gatherer/crawl/recrawl.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/stand_in.h"
#include "gatherer/frontier/same_texts.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/judge/page_judge.h"
#include "parser/robots_directives.h"

namespace porthole::gatherer {

class PageStore {
 public:
  struct Parts : CrawlCore {
    PageCopies& copies;
    CommitBuilder& commits;
    CrawlQueue& queue;
    LinkAdmission& links;
    MemberPages& members;
    Recrawl& recrawl;
    const FetchPolicies& policies;
    SameTexts::StoredText stored_text = {};  ///< Empty: pages are told by themselves alone.
  };
  explicit PageStore(const Parts& parts) : parts_(parts), same_texts_(parts.stored_text) {}

  /// Takes up a page of an earlier run, which had `order`.
  void restore(std::int64_t order);
  /// Takes a page that the parser gave back; it is under way no more.
  void parsed(ParsedPage page);
  /// Takes up the pages that are held back (same_texts.h); false if there are none.
  bool release_held();
  /// As SameTexts::suspected().
  std::vector<HostId> suspected_hosts() { return same_texts_.suspected(); }
  /// Pages of this run that another collection had fetched.
  std::int64_t taken() const { return taken_; }

 private:
  /// The answer is another one than before, and stands in the place of the page.
  std::optional<StandIn> stand_in(const ParsedPage& page) const;
  /// The page is archived and not stored: it is a challenge, in another language, or in a format
  /// that no plug-in reads.
  void drop(ParsedPage page, DropReason reason, const std::string& detail);
  bool may_stand_in(const ParsedPage& page) const;
  bool is_again(UrlId id) const { return parts_.urls[id].state == UrlState::kFetched; }
  void take_changed(ParsedPage page);
  /// The answer is a page.
  void take_page(ParsedPage page);
  void store(ParsedPage page);
  void store_page(ParsedPage page, std::string digest, bool again);
  void hear_feed(UrlId feed, const Document& document);
  parser::RobotsDirectives directives_of(const FetchResponse& response) const;
  Judgement judge(UrlId id, const Document& document) const;
  repository::PageRecord record_of(const ParsedPage& page,
                                   const parser::RobotsDirectives& directives,
                                   const Judgement& judgement) const;
  void count(const repository::PageRecord& page, bool again, const std::string& from);
  void tell_strategy(const JudgedPage& page, bool is_copy);

  Parts parts_;
  SameTexts same_texts_;
  std::int64_t taken_ = 0;
  std::int64_t last_order_ = 0;  ///< More than there are pages once some were removed.
};

}  // namespace porthole::gatherer
