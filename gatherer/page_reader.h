#pragma once

/// Reads a list of pages: fetched as politely as a crawl fetches, and parsed, but not stored.
///
/// In:  URLs, and a collection's specification for how to ask and where.
/// Out: of each, in the order in which they are done, its document or why there is none.
///
/// robots.txt is asked of every host first, the delays of the specification lie between two requests to
/// a host, redirects are followed (each hop under the rules of its host), and what may pass is tried again.
/// Through a gateway or from a recorded web nothing is waited for, unless <politeness simulated="yes">.
///
/// Thread safety: one call runs in the calling thread, and starts processes of its own that are ended when
/// it returns.

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/result.h"
#include "collection/specification.h"

namespace porthole::gatherer {

struct PageRead {
  std::size_t index = 0;   ///< In the list.
  std::string url;         ///< Where it was found, after redirects.
  std::string failure;     ///< "robots.txt: Disallow: /", "http 404"; "" when there is a document.
  Document document;
};

struct PageReaderOptions {
  const Clock* clock = nullptr;               ///< The system's when null.
  const std::atomic<int>* stop = nullptr;     ///< Not 0: give up what is left.
  /// Once for each page that was not given up; false gives up what is left.
  std::function<bool(PageRead)> done;
};

/// Errors: kIncomplete when the live web would be asked and the agent has no contact, or a recorded web is
/// not there; kNetwork when the gateway cannot be reached; those of open_network() and ParserPool::start().
Result<void> read_pages(const collection::Specification& specification, const std::vector<std::string>& urls,
                        const PageReaderOptions& options);

}  // namespace porthole::gatherer
