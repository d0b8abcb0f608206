#pragma once

/// Links: reads the links of a repository, with their annotations and dates.
///
/// In:  an id.
/// Out: in-links and out-links; all links in several orders.
///
/// Errors, threads and ownership: those of Repository.

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

class Links {
 public:
  virtual ~Links() = default;

  /// In-links of `id` from fetched pages, links to its aliases included; by source, then position.
  virtual Result<std::vector<InLink>> in_links(UrlId id) = 0;
  virtual Result<std::vector<LinkRecord>> out_links(UrlId id) = 0;
  /// Closed links: those that were gone when their page was fetched again; in the same order.
  virtual Result<std::vector<InLink>> closed_in_links(UrlId id) = 0;
  virtual Result<std::vector<LinkRecord>> closed_out_links(UrlId id) = 0;

  /// Visits every link in the order in which the pages were fetched. The callback returns false to
  /// stop.
  virtual Result<void> for_each(
      const std::function<bool(const std::string& source_href, const LinkRecord&)>& visit) = 0;
  /// Visits links in the order in which their pages were fetched: those whose target is still
  /// queued, or was pruned by the strategy, or dropped because only nofollow links or duplicates
  /// lead there. Strategies rebuild their state from them.
  virtual Result<void> for_each_open(const std::function<void(const LinkRecord&)>& visit) = 0;
  /// Source and target of the same links, in the same order.
  virtual Result<void> for_each_open_citation(
      const std::function<void(UrlId source, UrlId target)>& visit) = 0;
  /// Visits every link, in the same order.
  virtual Result<void> for_each_in_order(const std::function<void(const LinkRecord&)>& visit) = 0;
  /// Source and target of every link, in no order, as they stand: the target may be an alias or a
  /// copy, or not be fetched.
  virtual Result<void> for_each_citation(
      const std::function<void(UrlId source, UrlId target)>& visit) = 0;
};

}  // namespace porthole::repository
