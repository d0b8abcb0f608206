#pragma once

/// Reads lists of pages: fetched as politely as a crawl fetches, and parsed, but not stored.
///
/// In:  URLs, and a collection's specification for how to ask and where.
/// Out: of each, in the order in which they are done, its document or why there is none.
///
/// Requests go through PoliteFetcher (polite_fetcher.h), as those of a crawl do: robots.txt,
/// pauses, Retry-After, queue modes and further tries are decided there. Redirects are followed,
/// each hop under the rules of its host.
///
/// Thread safety: one thread; a reader has processes of its own that end with it.

#include <poll.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/fetcher.h"
#include "parser/parser_pool.h"

namespace porthole::gatherer {

struct PageRead {
  std::size_t index = 0;  ///< In the list.
  std::string url;        ///< Where it was found, after redirects.
  std::string failure;    ///< "robots.txt: Disallow: /", "http 404"; "" when there is a document.
  DropReason reason = DropReason::kNone;  ///< The same as a code; kNone if the caller refused it.
  Document document;
};

/// Once for each page that was not given up; false gives up what is left.
using PageReadDone = std::function<bool(PageRead)>;

struct PageReaderOptions {
  const Clock* clock = nullptr;            ///< The system's when null.
  const std::atomic<int>* stop = nullptr;  ///< Not 0: give up what is left.
  PageReadDone done = nullptr;             ///< For read_pages() alone.
  /// Why a URL may not be asked for, redirects among them; "" = it may. Without this all may.
  std::function<std::string(const Url&)> why_not = nullptr;
  /// Every answer as it comes in, those for robots.txt and redirects among them.
  std::function<void(const Url&, const FetchResponse&)> answered = nullptr;
};

/// Reads one list after the other; what it knows of hosts (robots.txt, when each may be asked
/// again) holds for all of them.
///
/// Lifetime: the specification and what the options point to outlive it.
class PageReader {
 public:
  /// Errors: kIncomplete when the live web would be asked and the agent has no contact, or a
  /// recorded web is not there; those of open_network() and ParserPool::start().
  static Result<PageReader> open(const collection::Specification& specification,
                                 PageReaderOptions options);
  ~PageReader();
  PageReader(PageReader&&) noexcept;

  /// Errors: kNetwork when the gateway cannot be reached. After a list that was given up, or an
  /// error, it must not be used again.
  Result<void> read(const std::vector<std::string>& urls, const PageReadDone& done);

 private:
  class Impl;
  explicit PageReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Reads one list. Errors: those of PageReader.
Result<void> read_pages(const collection::Specification& specification,
                        const std::vector<std::string>& urls, const PageReaderOptions& options);

/// Hands fetched pages to the parser processes, first come first served, and gives each back with
/// its document.
///
/// Thread safety: one thread. Lifetime: the pool outlives it.
class PageParser {
 public:
  /// `most_links`: links of a page beyond it are cut. `agent`: ParseInput::agent.
  PageParser(parser::ParserPool& pool, int most_links, std::string agent)
      : pool_(pool), most_links_(most_links), agent_(std::move(agent)) {}

  /// Takes a page that waits for a free parser.
  void put(FetchedPage page) { waiting_.push_back(std::move(page)); }
  /// Hands pages to all parsers that are free.
  void submit();
  /// Appends the pages that are done.
  void collect(std::vector<ParsedPage>& done);

  std::size_t waiting() const { return waiting_.size(); }
  /// Pages that are waiting or being parsed.
  std::size_t under_way() const { return waiting_.size() + parsing_.size(); }

 private:
  parser::ParserPool& pool_;
  int most_links_;
  std::string agent_;
  std::deque<FetchedPage> waiting_;
  std::unordered_map<std::uint64_t, FetchedPage> parsing_;  ///< By ticket.
  std::uint64_t next_ticket_ = 1;
  std::vector<std::pair<std::uint64_t, Document>> parsed_;  ///< Kept for its memory.
};

}  // namespace porthole::gatherer
