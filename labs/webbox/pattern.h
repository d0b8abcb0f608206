#pragma once

/// The regular expressions of a list of sites: Perl's, because they use look-ahead, which RE2
/// leaves out on purpose. They come from a file that the user chose and never from the web, so
/// exponential patterns, which RE2 excludes, are the author's responsibility; PCRE's match limit
/// stops them, and the subject then counts as not matching.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace Poco {
class RegularExpression;
}

namespace porthole::labs {

/// A compiled expression; cheap to copy. Matching is by bytes and minds case; `$` is the very end.
/// Thread safety: const members may be called from any thread.
class Pattern {
 public:
  /// Errors: kInvalid with PCRE's message; `column` of the error is its place in `text`, from 1.
  static Result<Pattern> compile(const std::string& text);

  /// Whether it matches anywhere in `subject`.
  bool is_found_in(const std::string& subject) const;

  /// The groups of a match that begins where `subject` begins: the whole match first, then group 1
  /// and on, "" for a group that took no part.
  std::optional<std::vector<std::string>> match_start(const std::string& subject) const;

  /// Whether some continuation of `prefix` (or `prefix` itself) is matched from its beginning.
  bool may_continue(const std::string& prefix) const;

 private:
  std::shared_ptr<const Poco::RegularExpression> compiled_;
};

/// `form` with `\1` to `\9` replaced by the groups of a match ("" for a group that is not there)
/// and
/// `\\` by a backslash.
std::string expand_groups(std::string_view form, const std::vector<std::string>& groups);

}  // namespace porthole::labs
