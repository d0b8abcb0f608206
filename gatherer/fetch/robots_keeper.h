#pragma once

/// Keeps the robots.txt of every authority (scheme, host and port), fetched before its first page.
///
/// In:  the answers to requests for robots.txt.
/// Out: whether a path may be fetched; what to ask for next.
///
///   kUnknown -> (ask) -> kAsking -> kKnown          rules, or everything allowed or refused
///       ^                   |
///       +-- retry later ----+----> kDead            no such host, or an address we may not speak
///       to
///
/// kDead says something of the authority itself, and lasts for the run. Where a redirect led to a
/// place that cannot be spoken to, robots.txt is unreachable (RFC 9309 2.3.1.4): kKnown, everything
/// refused, asked for again after a day.
///
/// A URL of any other scheme has no robots.txt (RFC 9309 2.3): its authority is kKnown from the
/// start, and everything is allowed.
///
/// Source: RFC 9309 2.3 and 2.4, by robots.h.
/// Thread safety: one thread.

#include <chrono>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "base/clock.h"
#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/robots.h"
#include "repository/records.h"

namespace porthole::gatherer {

using AuthorityId = std::uint32_t;

class RobotsKeeper {
 public:
  enum class State : std::uint8_t { kUnknown, kAsking, kKnown, kDead };
  struct Authority {
    std::string name;  ///< "https://example.org:8443"
    State state = State::kUnknown;
    Robots rules = Robots::allow_all();
    DropReason dead = DropReason::kNone;  ///< For its URLs when kDead.
    WallTime until{};  ///< When kKnown: from then on robots.txt is asked for again.
    /// When kKnown: it could not be had, and nothing may be fetched until then.
    bool is_unreachable() const { return !rules.reason().empty(); }
    repository::HostRecord record;  ///< As stored.
    int tries = 0;
    int redirects = 0;
  };
  /// The next step after an answer.
  struct Next {
    std::optional<Url> follow = std::nullopt;  ///< Ask this at once.
    std::chrono::milliseconds retry_in{-1};    ///< Ask again after this long; negative = no.
    bool known = false;  ///< The authority is kKnown or kDead now: store its record.
  };

  /// `back_off` is how long the first retry waits (it doubles); zero behind a gateway.
  RobotsKeeper(std::string product_token, const Clock& clock, std::chrono::milliseconds back_off)
      : token_(std::move(product_token)), clock_(clock), back_off_(back_off) {}

  /// Servers of `scheme` have a robots.txt, too; without this only those of the web do.
  void also_ask(std::string scheme) { asked_schemes_.insert(std::move(scheme)); }

  AuthorityId id_of(const Url& url);
  Authority& operator[](AuthorityId id) { return authorities_[id]; }
  const Authority& operator[](AuthorityId id) const { return authorities_[id]; }
  /// Authorities that are known, by ids from 0.
  AuthorityId size() const { return static_cast<AuthorityId>(authorities_.size()); }

  /// Takes up what an earlier run stored; too old an answer is kept only to stand in.
  void restore(const repository::HostRecord& record);

  /// Forgets rules that are a day old: kKnown becomes kUnknown (RFC 9309 2.4).
  void expire(AuthorityId id);

  /// Begins to ask; returns the URL to fetch. Requires: state kUnknown.
  Url ask(AuthorityId id);
  Next answered(AuthorityId id, const FetchResponse& response, const Url& asked);

 private:
  void use(Authority& authority, const repository::HostRecord& record);
  Next unreachable(Authority& authority, const FetchResponse& response, const Url& asked,
                   const std::string& reason);
  void note_unreachable(Authority& authority) const;

  static constexpr int kTries = 3;
  std::set<std::string, std::less<>> asked_schemes_;
  std::string token_;
  const Clock& clock_;
  std::chrono::milliseconds back_off_;
  std::unordered_map<std::string, AuthorityId> ids_;
  std::deque<Authority> authorities_;
};

}  // namespace porthole::gatherer
