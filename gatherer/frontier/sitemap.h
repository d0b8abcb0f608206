#pragma once

/// Sitemap parser (sitemaps.org protocol).
///
/// In:  the bytes of a sitemap (XML, a feed or plain text, optionally gzipped) and its origin.
/// Out: the URLs of pages or of further sitemaps.
///
///   SitemapSource source{.url = *Url::parse("https://example.com/sitemap.xml")};
///   Result<Sitemap> sitemap = read_sitemap(body, source);
///   for (const SitemapEntry& entry : sitemap->entries) ...
///
/// A sitemap may list URLs of its own host only: entries of other hosts are rejected and counted,
/// unless the robots.txt of that host named this sitemap, or an index that led to it
/// (cross-submission). http and https, and all ports, count as one host. The protocol's rule that a
/// sitemap in a folder may list only URLs in that folder is not enforced.
///
/// Entries before an error are kept: a truncated document, or one beyond a limit, yields the
/// entries up to that place and sets `problem`.
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
/// Levels of sitemaps to follow: an index, the sitemaps that it lists, and two more for sites that
/// nest their indexes, which the protocol does not foresee.
inline constexpr int kSitemapLevels = 4;

struct SitemapEntry {
  std::string url;                  ///< http or https, serialised.
  std::optional<WallTime> lastmod;  ///< Absent when not given or not a valid W3C date.
  double priority = 0.5;            ///< In [0, 1]; 0.5 when not given or out of range.
};

enum class SitemapKind : std::uint8_t {
  kPages,  ///< Entries are pages: <urlset>, a feed, or plain text with a URL a line.
  kIndex,  ///< Entries are sitemaps: <sitemapindex>.
};

struct Sitemap {
  SitemapKind kind = SitemapKind::kPages;
  std::vector<SitemapEntry> entries;  ///< In document order, at most kSitemapEntries.
  std::size_t foreign = 0;            ///< Entries rejected for their host.
  std::size_t invalid = 0;  ///< Entries that are not http or https URLs, or exceed 2,048 bytes.
  std::string problem;      ///< Why parsing stopped early; "" when it did not.
};

struct SitemapSource {
  Url url;                              ///< After redirects.
  std::vector<std::string> named_by{};  ///< Hosts whose robots.txt named it, as Url::host().
};

/// Parses one sitemap.
///
/// Errors: kInvalid when it is neither an XML sitemap (an <urlset>, a <sitemapindex> or a feed in
/// RSS or Atom) nor text with a URL in it; kTooLarge when a
/// limit was exceeded before any entry.
Result<Sitemap> read_sitemap(std::string_view bytes, const SitemapSource& source);

/// When a feed says that one of its entries was changed: the latest of <updated> and <published>
/// (RFC 4287), <pubDate> (RSS 2.0), <modified> and <issued> (Atom 0.3, Dublin Core), <date> (Dublin
/// Core). `fragment` is Link::fragment of the entry: its elements other than title, link and text,
/// as XML. Dates are W3C dates or those of e-mail (RFC 5322); of one entry the first eight count.
/// Absent when the entry has no date that can be read.
std::optional<WallTime> date_of_entry(std::string_view fragment);

/// Parses a W3C date and time (a profile of ISO 8601) in any of its six precisions, from "2026" to
/// "2026-11-20T18:20:53.5+01:00". Returns the first moment of the period that it names.
///
/// Source: https://www.w3.org/TR/NOTE-datetime. Errors: kInvalid.
Result<WallTime> parse_w3c_date(std::string_view text);

}  // namespace porthole::gatherer
