#include "sampler/recall.h"

#include <algorithm>
#include <limits>

namespace porthole::sampler {

Recall estimate_recall(const std::vector<Recaptured>& sample, std::size_t crawled) {
  const auto pages = static_cast<std::size_t>(std::count_if(
      sample.begin(), sample.end(), [](const Recaptured& page) { return page.page_known; }));
  const auto sites = static_cast<std::size_t>(std::count_if(
      sample.begin(), sample.end(), [](const Recaptured& page) { return page.site_known; }));
  Recall out;
  out.pages = share_interval(pages, sample.size());
  out.sites = share_interval(sites, sample.size());
  const auto n1 = static_cast<double>(crawled);
  const auto n2 = static_cast<double>(sample.size());
  const auto m = static_cast<double>(pages);
  out.topic_size.estimate = (n1 + 1) * (n2 + 1) / (m + 1) - 1;
  out.topic_size.low = out.pages.high > 0 ? n1 / out.pages.high : n1;
  out.topic_size.high =
      out.pages.low > 0 ? n1 / out.pages.low : std::numeric_limits<double>::infinity();
  return out;
}

}  // namespace porthole::sampler
