#pragma once

/// Checks the limits of a crawl that the command line gives (--site, --prefix, --exclude,
/// --language,
/// --depth), for a new specification or for one run.
///
/// In:  the words of the command line.
/// Out: checked values; the specification of a run, limited by them.
///
/// Thread safety: pure functions.

#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

/// Returns `choice` with hosts and prefixes serialised and languages in lower case.
/// Errors: kUsage, naming the option, for a value that is not a host, a URL, a pattern or a code of
/// a language.
Result<ScopeChoice> checked(ScopeChoice choice);

/// The rules that accept the sites and prefixes of `choice`.
std::vector<ScopeRule> confining_rules(const ScopeChoice& choice);

/// Limits `specification` for a run: a URL must be accepted by its rules and lie on one of the
/// sites or below one of the prefixes; patterns are rejected beside those of its rules; languages
/// and depth replace its own; sources of URLs are added. Requires: checked().
void limit(Specification& specification, const ScopeChoice& choice);

}  // namespace porthole::collection
