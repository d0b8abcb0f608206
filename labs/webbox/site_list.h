#pragma once

/// Parses the list of sites of a web in a box, which maps documentation folders of packages to
/// sites, with the patterns that it has.
///
/// In:  a text file, a line a site, columns divided by tabs; lines that are empty or begin with #
///      are skipped.
/// Out: the sites in the order of the file.
///
///   name  package  root  base  topic  [exclude  [aliases]]
///   golly golly usr/share/golly/Help golly.sourceforge.io/Help/ recreation/games -
///         ^golly\.sf\.net/?$=>golly.sourceforge.io/Help/index.html          (on one line)
///
/// - name: lower-case letters, digits and hyphens, unique.
/// - package: a Debian package, or `_NAME` for a folder of the cache that is not fetched.
/// - root: the folder in the package whose files are the site's.
/// - base: host/path/ under which they are served, without scheme; http and https are one.
/// - topic: a path in a taxonomy, coarse to fine: science/astronomy.
/// - exclude: a pattern found in the paths, relative to root, that are left
///   out.
/// - aliases: FROM=>TO;FROM=>TO: an address host/path that FROM matches from its beginning, and
///   that is not a file, is redirected to TO, where \1 to \9 are FROM's groups. No `;` or `=>` in
///   either.
/// A hyphen stands for none in the last two.

#include <filesystem>
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

// The regular expressions of a list of sites: Perl's, because they use look-ahead, which RE2
// leaves out on purpose. They come from a file that the user chose and never from the web, so
// exponential patterns, which RE2 excludes, are the author's responsibility; PCRE's match limit
// stops them, and the subject then counts as not matching.

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
/// and `\\` by a backslash.
std::string expand_groups(std::string_view form, const std::vector<std::string>& groups);

struct Alias {
  Pattern from;
  std::string to;

  /// Where `address` (host/path, as requested) is redirected to, if `from` matches it and the
  /// result differs.
  std::optional<std::string> rewrite(const std::string& address) const;
};

struct Site {
  std::string name;
  std::string package;
  std::string root;  ///< Relative, without "..".
  std::string base;  ///< Lower-case host, path, ends in '/'.
  std::string topic;
  std::optional<Pattern> exclude;
  std::vector<Alias> aliases;
  int line = 0;

  std::string_view host() const;
  bool is_packaged() const { return package.front() != '_'; }
  /// A page that lists packages or links to many sites: the package is `_hub`.
  bool is_hub() const { return package == "_hub"; }
};

/// Errors: kNotFound when the file is not there, kInvalid with file, line and column for the first
/// line that is wrong, or when there is no site at all.
Result<std::vector<Site>> read_site_list(const std::filesystem::path& file);

/// The same for text that is already in memory; `file` is what errors name.
Result<std::vector<Site>> parse_site_list(std::string_view text, const std::string& file);

// Generates the `<site>` lines of a specification for a box: the output of `webbox --write-sites`.

/// One line a site, in the order of the list, to be pasted into <limits> of a specification:
///   <site prefix="https://docs.python.org/3/"/>
/// Hub sites get pages="0", which lifts the cap.
std::string sites_as_xml(const std::vector<Site>& sites);

}  // namespace porthole::labs
