#pragma once

/// ParserPool: a pool of sandbox processes that parse pages, with time and memory limits for each
/// page.
///
/// In:  pages with a ticket chosen by the caller.
/// Out: the tickets with a Document each, in order of completion.
///
///   auto pool = ParserPool::start({});
///   (*pool)->submit(1, {url, content_type, body});
///   ... poll on add_poll_fds, then collect(done) ...
///
/// A page that crashes its process or exceeds a limit affects no other page: the process is
/// restarted and the page is sent again for the linear scan, so that its Document has status
/// kFallback and the reason; if a summarizer was to read it, kFailed. Replies of the processes are
/// validated like any other input: a compromised process can forge the Document of its page only.
///
/// Thread safety: none; one thread owns a pool.

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/result.h"
#include "parser/document_cache.h"
#include "parser/parse.h"
#include "plugins/host/health.h"
#include "plugins/host/setup.h"

namespace porthole::parser {

class ParserPool {
 public:
  struct Options {
    int workers = 2;                          ///< Number of processes, at least 1.
    std::chrono::seconds cpu{5};              ///< CPU time for a page.
    std::chrono::seconds wall{15};            ///< Wall-clock time for a page.
    std::int64_t memory_bytes = 512LL << 20;  ///< Address space of a process; 0 for no limit.
    /// porthole-parser; if empty: environment PORTHOLE_PARSER, else beside the running
    /// executable, else in ../libexec/porthole from there.
    std::filesystem::path program;
    /// Cache of results; null for none. Outlives the pool.
    DocumentCache* memory = nullptr;
    /// Plug-ins for formats that are not built in, and for built-in formats that they claim.
    std::vector<plugins::PluginUse> summarizers{};
    /// Class and property names allowed to summarizers: plugins::Setup::words.
    std::vector<std::string> words{};
  };

  struct Statistics {
    std::uint64_t parsed = 0;     ///< Documents returned, of any status.
    std::uint64_t crashed = 0;    ///< Processes that died for a reason other than a time limit.
    std::uint64_t timed_out = 0;  ///< Processes killed at a limit of CPU or wall-clock time.
  };

  /// Starts the processes and lets each parse an empty page.
  ///
  /// Errors: kNotFound if the program does not exist; kUnsupported if it is not a parser of this
  /// version; kPermission if the system refuses to start a process.
  static Result<std::unique_ptr<ParserPool>> start(Options options);

  /// Ends the processes; pages in progress are lost.
  ~ParserPool();
  ParserPool(const ParserPool&) = delete;
  ParserPool& operator=(const ParserPool&) = delete;

  /// True if a process is free, that is, if submit() will take a page.
  bool idle() const;

  /// Sends a page to a free process; returns false, without effect, if there is none. Does not
  /// block.
  bool submit(std::uint64_t ticket, ParseInput input);

  /// Appends the descriptors to poll for the pages in progress.
  void add_poll_fds(std::vector<pollfd>& fds) const;

  /// True if collect() has results already.
  bool ready() const;

  /// The time at which collect() must be called even if no descriptor is ready; time_point::max()
  /// if none.
  SteadyTime deadline() const;

  /// Reads and writes ready descriptors, kills processes that exceed a limit, restarts dead ones,
  /// and appends the finished documents with their tickets. Does not block.
  void collect(std::vector<std::pair<std::uint64_t, Document>>& done);

  /// Number of pages submitted and not yet collected.
  int under_way() const;

  /// Parses one page and waits for it. Requires: under_way() == 0.
  Document parse_one(ParseInput input);

  const Statistics& statistics() const;

  /// The summarizers that are in use.
  const std::vector<plugins::PluginUse>& summarizers() const;

  /// Failures of the summarizers. One that fails too often in a row is disabled.
  const plugins::Health& health() const;

 private:
  class Impl;
  explicit ParserPool(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::parser
