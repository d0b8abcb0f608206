#pragma once

/// A path pattern of robots.txt, and what it is compared with.
///
/// In:  `/fish*.php$` as a line has it; the path and query of a URL.
/// Out: whether the one matches the other, and how specific it is.
///
/// Both sides are read octet by octet (RFC 9309 2.2.2). An octet and its percent-encoding are one
/// (`%7E` and `~`, `%e3` and `%E3` and the raw byte), with the exception of the delimiters of the
/// part that the octet stands in: `%2F` and `%3F` are not `/` and `?` in a path, `%26` and `%3D`
/// are not `&` and `=` in a query. So `/f?u=https://a.b` and `/f?u=https%3A%2F%2Fa.b` are one, as
/// in the standard's table, and `/a%2Fb` is not `/a/b`. `*` and `$` are special in a pattern alone;
/// `%2A` and `%24` there mean the characters themselves (2.2.3).
///
/// Thread safety: values; const members may be called from any thread.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::gatherer {

/// The path and query of one URL, ready to be compared with many patterns.
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

  /// The pattern matches from the first octet of `target` on.
  ///
  /// Takes at most |target| * min(|target|, |pattern|) steps, however many stars there are.
  bool matches(const RobotsTarget& target) const;

  /// The length that decides between two patterns that match: octets as RFC 9309 2.2.2 encodes them
  /// (unreserved characters 1, percent-encodings and bytes outside ASCII 3), `*` and `$` included.
  std::size_t octets() const { return octet_count_; }

 private:
  std::u16string octets_;  // runs of `*` are one kStar, a final `$` is ends_
  std::size_t octet_count_ = 0;
  std::size_t literal_count_ = 0;  // octets_ without the stars
  bool ends_ = false;
};

}  // namespace porthole::gatherer
