#pragma once

/// Takes up the links that other gatherers found into the buckets of this one (gatherer/share/).
///
/// In:  links with their annotations, their pages and their targets.
/// Out: URLs that were found again or are new to this gatherer; the strategy told of page and link;
///      rows of the next commit, with which the link leaves the inbox.
///
/// A link whose target is another name of a URL in a bucket of a third gatherer is passed on, a
/// hundred times at most: names may lead in a circle that no gatherer sees whole.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include "gatherer/crawl/committer.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/frontier/url_table.h"

namespace porthole::gatherer {

class InboxLinks {
 public:
  struct Parts : CrawlCore {
    CrawlQueue& queue;
    LinkAdmission& links;
    CommitBuilder& commits;
  };
  explicit InboxLinks(const Parts& parts) : parts_(parts) {}

  /// Takes up what has come. False when there was nothing.
  bool take_up();

 private:
  void take_up(const repository::InboxLink& link);
  UrlId known(UrlRecord stored);
  UrlId take_source(const repository::InboxSource& source);
  void tell_strategy(const repository::InboxLink& link, UrlId page, UrlId target);

  Parts parts_;
};

}  // namespace porthole::gatherer
