#pragma once

/// SiteTemplate: tells boilerplate by repetition. A block that other pages of the site have, too,
/// is part of its template, whatever the page's own features say; a block that none of them has is
/// more likely to be content.
///
/// In:  the blocks of a sample of the site's pages (site_pages.h).
/// Out: which blocks of a page are content.
///
/// With p the content model's probability of a block (docs/content.md), n the number of other pages
/// sampled and s the number of those that have a block with the same hash, the block is content if
///
///     ln(p / (1 - p)) + b(s, n) > 0,   b(0, n) = kUnique ln(1 + min(n, kEnough)),   b(s, n) =
///     -kRepeated s.
///
/// The constants were chosen on one half of the sites of the web in a box and measured on the
/// other (docs/content.md, "Site templates").

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "repository/repository.h"
#include "summarizer/site_pages.h"

namespace porthole::summarizer {

/// The blocks that the sampled pages of one site have in common. Memory: at most kMaxHashes
/// numbers.
class SiteTemplate {
 public:
  static constexpr double kUnique = 1.2;
  static constexpr std::size_t kEnough = 10;  ///< Pages beyond it add no evidence.
  static constexpr double kRepeated = 0.5;
  static constexpr std::size_t kMaxHashes = 1u << 17;  ///< Further blocks are not counted.

  void add_page(repository::UrlId page, const std::vector<Block>& blocks);
  /// Sets `is_content` of the blocks of `page`. Without other pages they stay as they are.
  void mark(repository::UrlId page, std::vector<Block>& blocks) const;

 private:
  std::unordered_set<repository::UrlId> pages_;
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;  ///< Pages by hash of a block.
};

/// The templates of all sites of a repository, made when a site is first asked for and kept for one
/// run. Thread safety: one thread.
class SiteTemplates {
 public:
  /// Keeps references to both, which must outlive it.
  SiteTemplates(repository::Repository& repository, SitePages& sites)
      : repository_(repository), sites_(sites) {}

  /// Lifetime of the result: this object's. Errors: the repository's.
  Result<const SiteTemplate*> of(const std::string& site);

 private:
  repository::Repository& repository_;
  SitePages& sites_;
  std::unordered_map<std::string, SiteTemplate> templates_;
};

}  // namespace porthole::summarizer
