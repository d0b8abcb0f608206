#pragma once

/// Parses the list of sites of a web in a box, which maps documentation folders of packages to
/// sites.
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
/// - exclude: a pattern (labs/webbox/pattern.h) found in the paths, relative to root, that are left
///   out.
/// - aliases: FROM=>TO;FROM=>TO: an address host/path that FROM matches from its beginning, and
///   that is not a file, is redirected to TO, where \1 to \9 are FROM's groups. No `;` or `=>` in
///   either.
/// A hyphen stands for none in the last two.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "labs/webbox/pattern.h"

namespace porthole::labs {

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

}  // namespace porthole::labs
