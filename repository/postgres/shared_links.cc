#include "repository/postgres/shared_links.h"

namespace porthole::repository {

// Links to URLs of this gatherer that others found after load() come by the inbox.
std::function<void(const LinkRecord&)> SharedLinks::translated(
    const std::function<void(const LinkRecord&)>& visit) const {
  return [&](const LinkRecord& stored) {
    LinkRecord link = stored;
    link.source = numbers_.own(stored.source);
    link.target = numbers_.own(stored.target);
    if (link.source != 0 && link.target != 0) visit(link);
  };
}

Result<void> SharedLinks::for_each_open(const std::function<void(const LinkRecord&)>& visit) {
  return links_.for_each_open(numbers_.wanted_in_sql("t"), translated(visit));
}

Result<void> SharedLinks::for_each_in_order(const std::function<void(const LinkRecord&)>& visit) {
  return links_.for_each_in_order(numbers_.wanted_in_sql("t"), translated(visit));
}

std::function<void(UrlId, UrlId)> SharedLinks::translated(
    const std::function<void(UrlId, UrlId)>& visit) const {
  return [&](UrlId source, UrlId target) {
    const UrlId from = numbers_.own(source), to = numbers_.own(target);
    if (from != 0 && to != 0) visit(from, to);
  };
}

Result<void> SharedLinks::for_each_open_citation(const std::function<void(UrlId, UrlId)>& visit) {
  return links_.for_each_open_citation(numbers_.wanted_in_sql("t"), translated(visit));
}

Result<void> SharedLinks::for_each_citation(const std::function<void(UrlId, UrlId)>& visit) {
  return links_.for_each_citation(translated(visit));
}

}  // namespace porthole::repository
