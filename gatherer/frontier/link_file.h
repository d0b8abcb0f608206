#pragma once

/// Reads in-links from a file of pairs "source target", one a line, separated by a tab or spaces.
///
/// Each is a URL, or a host, which means its front page under https. A line that begins with # is a
/// comment.
/// Thread safety: const members, any thread. Memory: the file's size, about twice.

#include <cstddef>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace porthole::gatherer {

class LinkFile {
 public:
  LinkFile() = default;
  /// Errors: kInvalid, with its line, for a line that is not a pair of URLs or hosts; kTooLarge
  /// beyond 1 GiB; kNotFound, kPermission.
  static Result<LinkFile> read(const std::filesystem::path& file);

  /// The hrefs of pages that link to the URL of this key (Url::key()), in the file's order; at most
  /// `most`.
  std::vector<std::string> in_links(const std::string& key, std::size_t most) const;

 private:
  std::unordered_map<std::string, std::vector<std::string>> sources_;
};

}  // namespace porthole::gatherer
