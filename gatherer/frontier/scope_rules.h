#pragma once

/// Compiles the rules of a <scope> and evaluates them for URLs.
///
/// In:  the lines of <scope>; a URL.
/// Out: the decision of the last matching rule.
///
/// Thread safety: compiled rules may be used from any thread.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/fetch/fetcher.h"
#include "plugins/scope_rule.h"

namespace porthole::gatherer {

struct Decision {
  bool accepted = false;
  DropReason reason = DropReason::kNone;
  /// For people: the rule as `reject host="*.example.com"`, or the exceeded limit.
  std::string detail;
  int line = 0;  ///< The rule's line in the specification; 0 if no rule decided.
};

/// One compiled line of <scope>.
struct CompiledRule {
  int line = 0;
  std::string text;                            ///< `reject path="\.iso$"`
  std::function<Verdict(const Url&)> verdict;  ///< kNoOpinion: the rule does not match.
};

/// Evaluates the rules; the last match decides. If a rule throws, the URL is rejected with the
/// reason kRuleFailed, whatever the other rules say.
Decision decide_by_last_match(const std::vector<CompiledRule>& rules, const Url& url);

/// The conditions of a rule, as `reject path="\.iso$"`; of one of a plug-in nothing.
std::string text_of(const collection::ScopeRule& rule);

/// Compiles one rule. The rule matches if all of its conditions hold:
///
/// - scheme: the list contains the URL's scheme.
/// - host: one of the globs matches the host (`*` any characters, `?` one; `*.x` also means `x`).
/// - path: the RE2 pattern is found in path and query, percent-encoded as they are.
/// - prefix: the serialised URL begins with it; a prefix that is a valid URL is serialised first.
///
/// A rule of a plug-in (plugins/scope_rule.h) is created and configured here.
///
/// Errors: kInvalid with line and hint for a pattern that is not valid RE2 syntax, and for a
/// plug-in that cannot be used.
Result<CompiledRule> compile_rule(const collection::ScopeRule& rule);

/// UrlPattern: an RE2 regular expression that is searched in serialised URLs.
class UrlPattern {
 public:
  /// Errors: kInvalid with the reason for a pattern that is not valid RE2 syntax.
  static Result<UrlPattern> make(const std::string& pattern);
  bool matches(const Url& url) const;

 private:
  class Impl;
  explicit UrlPattern(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

/// True for a known address of "share this page" links: forms of Facebook, X, LinkedIn and others,
/// which show the page that they are given and nothing of their own.
///
/// Source: the links that AddToAny, ShareThis and the share buttons of WordPress (Jetpack) write.
bool is_share_address(const Url& url);

/// The <priority> rules of a specification, which fetch URLs that match earlier or later than all
/// others, whatever the strategy: the value of the last rule that matches, 0 if none does.
class Precedence {
 public:
  Precedence() = default;
  /// Errors: those of compile_rule().
  static Result<Precedence> make(const std::vector<collection::PriorityRule>& rules);

  bool empty() const { return rules_.empty(); }
  int of(const Url& url) const;
  /// As above; 0 for text that is not a URL.
  int of(std::string_view href) const;

 private:
  struct Rule {
    CompiledRule matches;
    int value = 0;
  };
  std::vector<Rule> rules_;
};

/// UrlRecord::priority of a URL that the strategy rates `rating`: the order of these numbers is
/// that of the queue. Ratings beyond 1e9 (kSeedPriority) count as that.
double stored_priority(double rating, int precedence);

/// The parts of a stored priority. Ratings of URLs with a precedence are rounded to 1e-5.
struct StoredPriority {
  double rating = 0;
  int precedence = 0;
};
StoredPriority parts_of_priority(double stored);

}  // namespace porthole::gatherer
