#pragma once

/// The scope of a collection: which URLs it may ask for, and which site each belongs to.
///
/// In:  the <scope> of the specification; a URL.
/// Out: accepted or not, with a reason that can be counted and the rule that decided.
///
///   Result<Scope> scope = Scope::make(specification);
///   const Decision decision = scope->decide(url);
///   if (!decision.accepted) drop(url, decision.reason, decision.detail);
///
/// Before any rule, a URL is refused that no rule could mean: of a scheme that nothing here speaks,
/// with a user name or password, of more than kMaxUrlBytes or kMaxPathSegments, or with a path that
/// goes in circles (kMaxSegmentRepeats, kMaxRepeatedSegments). Then the rules are read from top to
/// bottom and the last one that matches decides; when none does, the URL is out of scope. Without
/// any rule everything that is left is accepted: the topic alone then holds the crawl together.
///
/// Thread safety: const members may be called from any thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {

inline constexpr std::size_t kMaxUrlBytes = 2048;
inline constexpr int kMaxPathSegments = 20;
/// A group of segments may stand this often in a row: `/a/b/a/b` may, `/a/b/a/b/a/b` may not.
inline constexpr int kMaxSegmentRepeats = 2;
/// Of a path at most one segment may stand more than kMaxSegmentRepeats times: links that lead into
/// each other in any order (`/a/b/b/a/a/b`) repeat several. One alone is a number or a folder that
/// many paths have (`/0/1/0/2/0`).
inline constexpr int kMaxRepeatedSegments = 1;

class Scope {
 public:
  /// Errors: kInvalid with file, line and hint for a pattern that is no RE2, and for a <site> whose
  /// prefix is no http or https URL.
  static Result<Scope> make(const collection::Specification& specification);
  ~Scope();
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;

  Decision decide(const Url& url) const;

  /// URLs rejected because a rule could not decide.
  std::int64_t undecided() const;

  /// The site that `url` belongs to: the longest <site prefix> that it begins with (http and https
  /// alike), as the specification writes it; else the registrable domain of its host; else, for a
  /// URL without a host, its scheme with a colon.
  std::string site_of(const Url& url) const;

  /// How many pages of `site` (as site_of() names it) may be gathered; 0 = no cap.
  std::int64_t pages_cap(std::string_view site) const;

 private:
  class Impl;
  explicit Scope(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::gatherer
