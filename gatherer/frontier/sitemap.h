#pragma once

/// Sitemaps: what a site itself says it has.
///
/// In:  the bytes of a sitemap (XML, plain text, either of them gzipped) and where it came from.
/// Out: the URLs in it, of pages or of further sitemaps.
///
///   SitemapSource source{.url = *Url::parse("https://example.com/sitemap.xml")};
///   Result<Sitemap> sitemap = read_sitemap(body, source);
///   for (const SitemapEntry& entry : sitemap->entries) ...
///
/// A sitemap speaks for its own host: an entry of another host is refused and counted, unless the
/// robots.txt of that host named this sitemap, or an index that led to it (the protocol's
/// cross-submission). http and https, and all ports, count as one host. One rule of the protocol is
/// not enforced: a sitemap in a folder may name pages outside of it.
///
/// What comes before an error stays: a document that breaks off, or goes beyond a limit, gives the
/// entries up to there and says so in `problem`.
///
/// Source: https://www.sitemaps.org/protocol.html.
/// Thread safety: any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/url/url.h"

namespace porthole::gatherer {

/// The protocol's limits on one sitemap: URLs, and bytes after decompression.
inline constexpr std::size_t kSitemapEntries = 50'000;
inline constexpr std::size_t kSitemapBytes = 50 << 20;
/// Levels of sitemaps that are followed: an index, and the sitemaps of pages that it names.
inline constexpr int kSitemapLevels = 2;

struct SitemapEntry {
  std::string url;                  ///< http or https, serialised.
  std::optional<WallTime> lastmod;  ///< Absent when not given or no W3C date.
  double priority = 0.5;            ///< In [0, 1]; 0.5 when not given or out of range.
};

enum class SitemapKind : std::uint8_t {
  kPages,  ///< Entries are pages: <urlset>, or plain text with a URL a line.
  kIndex,  ///< Entries are sitemaps: <sitemapindex>.
};

struct Sitemap {
  SitemapKind kind = SitemapKind::kPages;
  std::vector<SitemapEntry> entries;  ///< In document order, at most kSitemapEntries.
  std::size_t foreign = 0;            ///< Entries refused for their host.
  std::size_t invalid = 0;  ///< Entries that are no http or https URL, or longer than 2,048 bytes.
  std::string problem;      ///< Why reading stopped early; "" when it did not.
};

struct SitemapSource {
  Url url;                              ///< After redirects.
  std::vector<std::string> named_by{};  ///< Hosts whose robots.txt named it, as Url::host().
};

/// Reads one sitemap.
///
/// Errors: kInvalid when it is neither a sitemap in XML (an <urlset> or <sitemapindex> without a
/// document type declaration) nor text with a URL in it; kTooLarge when a limit was passed before
/// any entry.
Result<Sitemap> read_sitemap(std::string_view bytes, const SitemapSource& source);

}  // namespace porthole::gatherer
