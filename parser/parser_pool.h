#pragma once

/// Warm worker processes that read pages, each page under limits of its own.
///
/// In:  pages with a ticket that the caller chooses.
/// Out: the same tickets with a Document, in the order in which they are done.
///
///   auto pool = ParserPool::start({});
///   (*pool)->submit(1, {url, content_type, body});
///   ... poll on add_poll_fds, then collect(done) ...
///
/// A page that crashes its worker or passes a limit costs nothing but itself: the worker is started
/// again at once and the page sent once more to be read by the linear scan, so that its Document
/// comes back with status kFallback and the reason; where a summarizer was to read it, with status
/// kFailed. What a worker sends is checked like any other
/// input: a worker under someone else's control can forge the Document of its page, no more.
///
/// Thread safety: none; one thread owns a pool.

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/result.h"
#include "plugins/host/health.h"
#include "plugins/host/setup.h"
#include "parser/document_memory.h"
#include "parser/parse.h"

namespace porthole::parser {

class ParserPool {
 public:
  struct Options {
    int workers = 2;                          ///< Processes, at least 1.
    std::chrono::seconds cpu{5};              ///< CPU time for a page.
    std::chrono::seconds wall{15};            ///< Time on the clock for a page, whatever it does.
    std::int64_t memory_bytes = 512LL << 20;  ///< Address space of a worker; 0 for no limit.
    /// porthole-parser; when empty: environment PORTHOLE_PARSER, else beside the running
    /// executable, else in ../libexec/porthole from there.
    std::filesystem::path program;
    /// Where answers are looked for first, and kept; null for nowhere. Outlives the pool.
    DocumentMemory* memory = nullptr;
    /// Who reads the formats that are not built in, and those that are where they say so.
    std::vector<plugins::PluginUse> summarizers{};
    /// What summarizers may say: plugins::Setup::words.
    std::vector<std::string> words{};
  };

  struct Parsed {
    std::uint64_t ticket = 0;
    Document document;
  };

  struct Statistics {
    std::uint64_t parsed = 0;     ///< Documents handed out, of whatever status.
    std::uint64_t crashed = 0;    ///< Workers that died of a page other than by a time limit.
    std::uint64_t timed_out = 0;  ///< Workers that were stopped at a limit of CPU or time.
  };

  /// Starts the workers and has each read an empty page.
  ///
  /// Errors: kNotFound when the program is not there; kUnsupported when it is no parser of this
  /// version; kPermission when the system refuses a process.
  static Result<std::unique_ptr<ParserPool>> start(Options options);

  /// Ends the workers; pages under way are given up.
  ~ParserPool();
  ParserPool(const ParserPool&) = delete;
  ParserPool& operator=(const ParserPool&) = delete;

  /// A worker is free: submit will take a page.
  bool idle() const;

  /// Hands a page to a free worker; false (and nothing happens) when there is none. Does not block.
  bool submit(std::uint64_t ticket, ParseInput input);

  /// Appends what to poll on for the pages under way.
  void add_poll_fds(std::vector<pollfd>& fds) const;

  /// collect() has something to hand out already.
  bool ready() const;

  /// When collect must be called even if no descriptor is ready; time_point::max() when none is.
  SteadyTime deadline() const;

  /// Reads and writes what is ready, ends workers that are over time, starts dead ones again, and
  /// appends the documents that are done. Does not block.
  void collect(std::vector<Parsed>& done);

  /// Pages submitted and not yet collected.
  int under_way() const;

  /// Reads one page and waits for it. Requires: under_way() == 0.
  Document parse_one(ParseInput input);

  const Statistics& statistics() const;

  /// How the summarizers fare. One that fails too often in a row is not used any more.
  const plugins::Health& health() const;

 private:
  class Impl;
  explicit ParserPool(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::parser
