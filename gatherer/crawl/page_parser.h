#pragma once

/// Hands fetched pages to the parser processes, first come first served, and gives each back with
/// its document.
///
/// Thread safety: one thread. Lifetime: the pool outlives it.

#include <poll.h>

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gatherer/fetch/fetched_page.h"
#include "parser/parser_pool.h"

namespace porthole::gatherer {

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
