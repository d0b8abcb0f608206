#pragma once

/// Estimates the recall of a crawl by capture-recapture: the crawl is the capture, a uniform sample
/// of the topic the recapture, and the share of the sample that the crawl has is its recall.
///
/// By site: the share of the sample whose site the crawl has pages on topic of, that is the
/// probability that a page drawn from the topic lies on a site that the crawl knows. (A share of
/// sites, each counted once, cannot be estimated from a sample of pages: small sites are missing
/// from it.)
///
/// The size of the topic is Chapman's estimate; its bounds are the crawl's size over those of the
/// recall.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 1 (recall of a crawl by a focused
/// sample); Chapman 1951 (size); intervals by interval.h. Requires of the sample: independent
/// pages, drawn uniformly, not by the crawl's own choice. Thread safety: pure functions.

#include <cstddef>
#include <vector>

#include "sampler/interval.h"

namespace porthole::sampler {

/// A page of the sample, looked up in the crawl.
struct Recaptured {
  bool page_known = false;  ///< The crawl has it as a page on topic.
  bool site_known = false;  ///< The crawl has a page on topic of its site.
};

struct Recall {
  Interval pages;
  Interval sites;
  Interval topic_size;  ///< Pages on topic in all; `high` infinite when the recall may be 0.
};

/// `crawled`: number of pages on topic in the crawl.
Recall estimate_recall(const std::vector<Recaptured>& sample, std::size_t crawled);

}  // namespace porthole::sampler
