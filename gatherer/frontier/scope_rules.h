#pragma once

/// The rules of a scope: compiled once, asked for every URL.
///
/// In:  the lines of <scope> as the specification has them; a URL.
/// Out: what the last line that matches says.
///
/// Thread safety: compiled rules may be asked from any thread.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/fetch/drop_reason.h"
#include "plugins/scope_rule.h"

namespace porthole::gatherer {

struct Decision {
  bool accepted = false;
  /// From a small fixed set, for counting: "out of scope"; "" when accepted.
  std::string reason;
  /// For people: the rule as `reject host="*.example.com"`, or the number that is over a limit.
  std::string detail;
  int line = 0;  ///< Of the rule in the specification; 0 = no rule decided.
  Held held = Held::kNo;  ///< kScope: the specification refuses it, and may be changed.
};

/// One line of <scope>, ready to be asked.
struct CompiledRule {
  int line = 0;
  std::string text;  ///< `reject path="\.iso$"`
  std::function<Verdict(const Url&)> verdict;  ///< kNoOpinion: it does not match.
};

/// The last rule that matches decides. A rule that throws cannot decide: the URL is then rejected
/// with the reason kUndecided, whatever other rules say.
Decision decide_by_last_match(const std::vector<CompiledRule>& rules, const Url& url);
inline constexpr std::string_view kUndecided = "scope rule failed";

/// One rule, all of whose conditions must hold.
///
/// - scheme: the URL's is in the list.
/// - host: one of the globs covers the host (`*` any characters, `?` one; `*.x` also means `x`).
/// - path: the RE2 pattern is found somewhere in path and query, percent-encoded as they are.
/// - prefix: the serialised URL begins with it; a prefix that is a URL itself is serialised first.
///
/// A rule that a plug-in decides (plugins/scope_rule.h) is made and configured here.
///
/// Errors: kInvalid with line and hint for a pattern that is no RE2, and for a plug-in that cannot
/// be used.
Result<CompiledRule> compile_rule(const collection::ScopeRule& rule);

}  // namespace porthole::gatherer
