#pragma once

/// URLs that a relevant page leads to beside its links: the folders above it (truncated paths), and
/// pages that link to it or to the front page of its host (backward links).
///
/// In:  <scope parents="yes"> and <backward> of the specification.
/// Out: hrefs, to be admitted as if the page linked to them.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2, last paragraph.
/// Thread safety: one thread.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// In-links from a file of pairs "source target", one a line, separated by a tab or spaces.
///
/// Each is a URL, or a host, which means its front page under https. A line that begins with # is a
/// comment.
/// Thread safety: const members, any thread. Memory: the file's size, about twice.
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

/// The folders above `url`, the nearest first, the front page of its host last; none for one that
/// is not of the web. "https://a.org/x/y?q" has "https://a.org/x/" and "https://a.org/".
std::vector<std::string> parent_folders(const Url& url);

class UrlSources {
 public:
  /// Most backward links that are taken of one source for one page, and for its front page.
  static constexpr std::size_t kMostOfSource = 100;

  UrlSources() = default;
  /// Opens what the specification names. Errors: those of LinkFile::read() and
  /// Collection::open(); kNotFound for a collection without pages.
  static Result<UrlSources> open(const collection::Specification& specification);

  bool is_empty() const {
    return !parents_ && files_.empty() && others_.empty() && services_.empty();
  }
  /// Each once, without `page` itself: the folders, then pages that link to it. A collection that
  /// cannot be read any more counts as one without links.
  std::vector<std::string> beside(const Url& page) const;

 private:
  bool parents_ = false;
  std::vector<LinkFile> files_;
  std::vector<std::unique_ptr<repository::Repository>> others_;
  std::vector<std::string> services_;
};

}  // namespace porthole::gatherer
