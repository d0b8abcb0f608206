#pragma once

/// Chooses among what others say about a page: what counts for the anchor field, what is shown.
///
/// A site that links to a page from its navigation bar says the same thing a thousand times. It is
/// heard once: a text counts once for each site that says it.

#include <string>
#include <string_view>
#include <vector>

#include "indexer/document_data.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// A text that others say of the page, and how many occurrences of its words that is worth: what
/// each site that says it gives, at least one. A site of relevance 1 gives two with an anchor
/// and 1.5 with a title or an alternative text; one of relevance 0, half of that.
struct SaidOfPage {
  std::string text;
  int occurrences = 0;
};

/// The texts of anchors, titles and alternatives by others, distinct by site and by words; texts
/// that say nothing of any page ("next", "click here", bare URLs) are left out. The page's own site
/// counts as one site.
std::vector<SaidOfPage> anchor_texts(const summarizer::Summary& summary);

/// What others say of the page with links to it, but not for the link itself: the words before and
/// behind it, above its list, its name. Distinct, without what says nothing, at most kSurroundings
/// and kSurroundingBytes together.
std::vector<std::string_view> surrounding_texts(const summarizer::Summary& summary);
inline constexpr std::size_t kSurroundings = 100;
inline constexpr std::size_t kSurroundingBytes = 4 << 10;

/// How many sites annotate the page, with and without its own.
struct AnnotatingSites {
  int all = 0;
  int others = 0;
};
AnnotatingSites annotating_sites(const summarizer::Summary& summary);

/// The most telling annotations by others, best first, distinct by text, at most kAnnotationsKept.
/// Anchors, titles and alternatives come before surroundings, then other sites before the page's
/// own, then longer texts before shorter ones (up to a sentence).
std::vector<ShownAnnotation> shown_annotations(const summarizer::Summary& summary);

/// The scheme and authority that `url` begins with.
std::string_view origin_of(std::string_view url);

/// What a site is here: the registrable domain of the URL's host; the URL itself when it has no
/// host.
std::string site_of(std::string_view url);

}  // namespace porthole::indexer
