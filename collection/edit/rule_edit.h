#pragma once

/// Changes the rules of the scope and the strategy in the text of a specification.
///
///   add_rule(text, {.accept = false, .hosts = {"*.example.org"}})
///
/// In:  the text of a valid specification.
/// Out: the text after the change; everything else is unchanged (comments and layout included).
///
/// Errors of all functions: kInvalid for text that is not XML, or an empty element <collection/>.
/// Thread safety: pure functions.

#include <string>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

/// The words of a rule: `host=*.example.org`, `path=\.iso$`, `prefix=https://example.org/old/`,
/// `scheme=ftp`. Errors: kUsage for another condition, or none.
Result<ScopeRule> rule_of(const std::string& words, bool accept);

/// Adds a rule at the end of <scope>, where it decides before all others. A scope without rules
/// lets everything in: a rule that rejects is added behind one that accepts everything then.
Result<std::string> add_rule(const std::string& text, const ScopeRule& rule);

/// Removes the rule that begins on `line` (ScopeRule::line). Errors: kNotFound for none.
Result<std::string> remove_rule(const std::string& text, int line);

/// Sets the strategy with exactly these options. Errors: kInvalid for a strategy of a plug-in in
/// the text, which is changed by hand.
Result<std::string> set_strategy(const std::string& text, const Strategy& strategy);

}  // namespace porthole::collection
