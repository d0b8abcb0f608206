#pragma once

/// SitePages: the pages of each site of a repository, and a sample of them from which one learns
/// what the pages of a site have in common (navigation.h, site_template.h, site_titles.h).

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

inline constexpr std::int64_t kLeastPages = 4;  ///< Smaller sites have nothing in common.
inline constexpr std::size_t kSampledPages = 50;

/// Read once, when first asked: pages stored later are not seen.
///
/// Ownership: keeps a reference to `repository`, which must outlive it. Thread safety: one thread.
class SitePages {
 public:
  explicit SitePages(repository::Repository& repository) : repository_(repository) {}

  /// The number of pages of the site. Errors: the repository's.
  Result<std::int64_t> count(const std::string& site);
  /// At most `most` pages of the site, evenly spread. Errors: the repository's.
  Result<std::vector<repository::UrlId>> some(const std::string& site, std::size_t most);
  /// At most kSampledPages pages of the site; none of a site with fewer than kLeastPages. Errors:
  /// the repository's.
  Result<std::vector<repository::UrlId>> sample(const std::string& site);

 private:
  Result<void> read();

  repository::Repository& repository_;
  bool is_read_ = false;
  std::map<std::string, std::vector<repository::UrlId>, std::less<>> pages_;
};

}  // namespace porthole::summarizer
