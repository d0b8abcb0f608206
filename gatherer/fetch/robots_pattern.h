#pragma once

/// RobotsPattern: matches a path pattern of robots.txt against the path and query of a URL.
///
/// In:  `/fish*.php$` as written in a rule; the path and query of a URL.
/// Out: whether they match, and the specificity of the pattern.
///
/// Both sides are compared octet by octet (RFC 9309 2.2.2). An octet equals its percent-encoding
/// (`%7E` and `~`, `%e3` and `%E3` and the raw byte), except for the delimiters of the part that
/// the octet stands in: `%2F` and `%3F` differ from `/` and `?` in a path, `%26` and `%3D` from `&`
/// and `=` in a query. So `/f?u=https://a.b` equals `/f?u=https%3A%2F%2Fa.b`, as in the standard's
/// table, and `/a%2Fb` differs from `/a/b`. `*` and `$` are special in patterns only; `%2A` and
/// `%24` there mean the characters themselves (2.2.3).
///
/// Thread safety: values; const members may be called from any thread.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::gatherer {

/// The path and query of one URL, prepared for matching against many patterns.
class RobotsTarget {
 public:
  /// `path_and_query` as Url::request_target() gives it.
  explicit RobotsTarget(std::string_view path_and_query);

 private:
  friend class RobotsPattern;
  std::u16string octets_;
};

class RobotsPattern {
 public:
  /// `written` is the value of an Allow or Disallow line, without comment and outer white space.
  explicit RobotsPattern(std::string_view written);

  /// True if the pattern matches a prefix of `target`.
  ///
  /// Takes at most |target| * min(|target|, |pattern|) steps, for any number of stars.
  bool matches(const RobotsTarget& target) const;

  /// The specificity that decides between two matching patterns: octets as RFC 9309 2.2.2 encodes
  /// them (unreserved characters 1, percent-encodings and bytes outside ASCII 3), `*` and `$`
  /// included.
  std::size_t octets() const { return octet_count_; }

 private:
  std::u16string octets_;  // runs of `*` become one kStar, a final `$` sets ends_
  std::size_t octet_count_ = 0;
  std::size_t literal_count_ = 0;  // octets_ without the stars
  bool ends_ = false;
};

}  // namespace porthole::gatherer
