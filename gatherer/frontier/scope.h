#pragma once

/// Scope: decides which URLs a collection may fetch, and to which site each belongs.
///
/// In:  the <scope> of the specification; a URL.
/// Out: accepted or rejected, with a countable reason and the deciding rule.
///
///   Result<Scope> scope = Scope::make(specification);
///   const Decision decision = scope->decide(url);
///   if (!decision.accepted) drop(url, decision.reason, decision.detail);
///
/// Some URLs are rejected before any rule is consulted: those with an unsupported scheme, with a
/// user name or password, longer than kMaxUrlBytes or kMaxPathSegments, with a path that repeats
/// itself as in crawler traps (kMaxSegmentRepeats, kMaxRepeatedSegments), and known addresses of
/// "share this page" links (share_addresses.h). The rules are then evaluated from top to bottom and
/// the last match decides; a URL that no rule matches is out of scope. Without any rule all other
/// URLs are accepted: only the topic then limits the crawl. A run may limit the scope further
/// (Specification::confines).
///
/// Thread safety: const members may be called from any thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {

inline constexpr std::size_t kMaxUrlBytes = 2048;
inline constexpr int kMaxPathSegments = 20;
/// Consecutive repetitions allowed for a group of segments: `/a/b/a/b` passes, `/a/b/a/b/a/b` does
/// not.
inline constexpr int kMaxSegmentRepeats = 2;
/// Number of segments of a path that may occur more than kMaxSegmentRepeats times. Links that lead
/// into each other (`/a/b/b/a/a/b`) repeat several segments; a single one is a number or a folder
/// that is common in paths (`/0/1/0/2/0`).
inline constexpr int kMaxRepeatedSegments = 1;

class Scope {
 public:
  /// Errors: kInvalid with file, line and hint for a pattern that is not valid RE2 syntax, and for
  /// a <site> whose prefix is not an http or https URL.
  static Result<Scope> make(const collection::Specification& specification);
  ~Scope();
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;

  Decision decide(const Url& url) const;

  /// False if the limits of this run alone (Specification::confines) refuse `url`.
  bool is_in_run(const Url& url) const;

  /// The answers of a plug-in may change while the specification stays.
  bool has_plugin_rules() const;
  /// True if pages in `language` (Document::language) are kept; always for "", an unknown one.
  bool accepts_language(std::string_view language) const;

  /// Number of URLs rejected because a rule failed.
  std::int64_t undecided() const;

  /// The site of `url`: the longest <site prefix> that it begins with (http and https alike), as
  /// written in the specification; else the registrable domain of its host; else, for a URL without
  /// a host, its scheme with a colon.
  std::string site_of(const Url& url) const;

  /// The maximum number of pages of `site` (as site_of() names it); 0 = no limit.
  std::int64_t pages_cap(std::string_view site) const;
  /// The cap that a <site> element states for `site`; absent if none does.
  std::optional<std::int64_t> own_cap(std::string_view site) const;

 private:
  class Impl;
  explicit Scope(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::gatherer
