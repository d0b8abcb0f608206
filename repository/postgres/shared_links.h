#pragma once

/// SharedLinks: the Links of SharedRepository (repository/shared_repository.h).
///
/// Private to repository/. Lifetime: what it is made of outlives it. Thread safety: as Database.

#include <functional>
#include <string>
#include <vector>

#include "repository/postgres/url_numbers.h"
#include "repository/sql/sql_repository.h"

namespace porthole::repository {

class SharedLinks final : public Links {
 public:
  SharedLinks(SqlLinks& links, const UrlNumbers& numbers) : links_(links), numbers_(numbers) {}

  // By the repository's numbers, as all but the last four.
  Result<std::vector<InLink>> in_links(UrlId id) override { return links_.in_links(id); }
  Result<std::vector<LinkRecord>> out_links(UrlId id) override { return links_.out_links(id); }
  Result<std::vector<InLink>> closed_in_links(UrlId id) override {
    return links_.closed_in_links(id);
  }
  Result<std::vector<LinkRecord>> closed_out_links(UrlId id) override {
    return links_.closed_out_links(id);
  }
  Result<void> for_each(
      const std::function<bool(const std::string&, const LinkRecord&)>& visit) override {
    return links_.for_each(visit);
  }
  Result<void> for_each_open(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_open_citation(const std::function<void(UrlId, UrlId)>& visit) override;
  Result<void> for_each_in_order(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_citation(const std::function<void(UrlId, UrlId)>& visit) override;

 private:
  std::function<void(const LinkRecord&)> translated(
      const std::function<void(const LinkRecord&)>& visit) const;
  std::function<void(UrlId, UrlId)> translated(
      const std::function<void(UrlId, UrlId)>& visit) const;
  SqlLinks& links_;
  const UrlNumbers& numbers_;
};

}  // namespace porthole::repository
