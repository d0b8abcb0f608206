#pragma once

/// ClusterSimulation: several gatherers on a generated web that is too large to be kept, without
/// network, disk and clock.
///
/// In:  a web (sizes of sites, links); gatherers with cores; a server of the repository; what a
/// page
///      costs each of them, as measured.
/// Out: for each size that the crawl reaches: pages a second, what they wait for, links between
///      gatherers, their balance; and what the death of one costs.
///
/// Pages are numbered, sites are ranges of numbers whose sizes follow the laboratory's generator
/// (labs/generated/dials.h: flatness), and so do links (links, between_sites; a tree of four
/// children a page within a site; links between sites prefer few pages: rank n * u * v). They are
/// drawn when a page is fetched, and never stored. Nothing is rated: the pages of a site are
/// fetched in the order in which they became known, sites in the order in which they may be asked.
///
/// Events: a host may be asked again; a page was parsed; a gatherer dies, its leases run out, all
/// have loaded the repository again. A gatherer has so many requests at once, its processors parse
/// one page after the other, and the server of the repository writes one after the other; two
/// batches of it may wait.
///
/// Memory: 4 bytes and a bit a page of the web, 40 bytes a site. Thread safety: one thread.

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <vector>

#include "repository/buckets.h"

namespace porthole::labs {

struct ClusterDials {
  // The web.
  std::uint32_t pages = 1'000'000;
  std::uint32_t sites = 20'000;
  double flatness = 5;
  std::uint32_t links = 40;
  double between_sites = .3;
  std::uint64_t seed = 1;

  // The cluster; times in seconds.
  int gatherers = 4;
  int cores = 2;              ///< A gatherer has.
  int at_once = 64;           ///< Requests that a gatherer has.
  double delay = 5;           ///< Between an answer of a host and the next request to it.
  double answer = .3;         ///< From a request to its answer.
  double parse = .0028;       ///< Processor time of a page in the gatherer.
  double write = .0006;       ///< Time of a page in the server of the repository.
  int batch = 128;            ///< Pages of a commit.
  double commit_every = .25;  ///< A commit at least so often.
  double lease = 30;
  double load = 4e-6;  ///< Time in which a gatherer reads one URL when it takes over.

  // The crawl.
  std::uint64_t known = std::numeric_limits<std::uint64_t>::max();  ///< Ends with so many URLs.
  std::uint64_t fetched = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t death_at = 0;  ///< One gatherer dies when so many URLs are known; 0: none.
};

/// The crawl since the line before.
struct ClusterLine {
  double time = 0;  ///< Seconds since the crawl began.
  std::uint64_t known = 0, fetched = 0;
  double rate = 0;          ///< Pages a second.
  double parsing = 0;       ///< Share of the gatherers' processor time that was used.
  double writing = 0;       ///< The same of the server.
  double waiting = 0;       ///< Share of the requests at once that were not used at its end.
  std::uint64_t hosts = 0;  ///< With URLs that wait, at its end.
  double elsewhere = 0;     ///< Share of the links that lead into buckets of another gatherer.
  double imbalance = 0;     ///< Pages of the gatherer with most, of the mean.
};

struct ClusterDeath {
  std::uint64_t lost = 0;  ///< Pages that were asked for and not committed.
  double unasked = 0;      ///< Seconds until the last of its hosts may be asked again.
  double paused = 0;       ///< The part of that in which no gatherer asked anybody.
};

struct ClusterReport {
  std::vector<ClusterLine>
      lines;           ///< At each power of ten of known URLs from 1,000, and at the end.
  ClusterDeath death;  ///< Zeros without one.
};

/// Requires: pages >= sites > 0, gatherers > 1 if one dies; the other dials above zero.
class ClusterSimulation {
 public:
  explicit ClusterSimulation(const ClusterDials& dials);
  ClusterReport run();

 private:
  enum class What : std::uint8_t { kHostRests, kParsed, kLeaseEnds, kLoaded };
  struct Event {
    double time = 0;
    std::uint64_t number = 0;  ///< Events of one time in the order in which they were made.
    What what = What::kHostRests;
    std::uint32_t of = 0;  ///< The site, or the page.
    int gatherer = -1;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  struct Site {
    std::uint32_t first = 0, last = 0;  ///< Its queue; kNone: it is empty.
    double ready = 0;                   ///< It may be asked from then on.
    std::uint16_t bucket = 0;
    bool is_expected = false;  ///< An event or a gatherer has it.
  };
  struct Gatherer {
    std::deque<std::uint32_t> ready;           ///< Sites that may be asked.
    std::vector<std::uint32_t> asked, parsed;  ///< Pages that are under way, and not committed.
    double processors_free = 0, last_commit = 0;
    std::uint64_t pages = 0;
    bool is_dead = false;
  };

  void add(double time, What what, std::uint32_t of, int gatherer = -1);
  std::uint32_t site_of(std::uint32_t page) const;
  int owner_of(const Site& site) const { return owners_[site.bucket]; }
  std::uint32_t target(std::uint32_t page, std::uint32_t site, std::uint32_t link) const;
  void become_known(std::uint32_t page, std::uint32_t site);
  void push(std::uint32_t page, std::uint32_t site);
  void expect(std::uint32_t site);
  void start(int gatherer);
  void ask(int gatherer, std::uint32_t site);
  void parsed(const Event& event);
  void follow_links(std::uint32_t page, int gatherer);
  void handle(const Event& event);
  void die();
  void take_over();
  void loaded();
  void add_line();

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  ClusterDials dials_;
  std::vector<std::uint32_t> first_page_;  ///< The first page of each site, and the end.
  std::vector<Site> sites_;
  std::vector<std::uint32_t> next_;  ///< The page after each in the queue of its site.
  std::vector<bool> known_;
  std::array<int, repository::kBuckets> owners_{};
  std::vector<Gatherer> gatherers_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t events_made_ = 0;
  std::uint64_t step_ = 0;  ///< Spreads the ranks of links between sites over the pages.
  double now_ = 0, server_free_ = 0, paused_until_ = 0, died_at_ = 0;
  std::uint64_t known_count_ = 0, fetched_ = 0, waiting_hosts_ = 0;
  std::uint64_t links_ = 0, links_elsewhere_ = 0;
  double parse_time_ = 0, write_time_ = 0;
  std::uint64_t next_line_ = 1000;
  bool has_died_ = false;
  ClusterLine last_;  ///< Sums at the line before.
  ClusterReport report_;
};

}  // namespace porthole::labs
