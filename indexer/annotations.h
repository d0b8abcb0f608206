#pragma once

/// Selects annotations of a page by others: for the anchor field and for display.
///
/// Deduplicates by site: a text counts once for each site, however many pages repeat it in their
/// navigation bars.

#include <string>
#include <string_view>
#include <vector>

#include "indexer/document_data.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// Removes outdated annotations; of those by others that one host repeats with equal kind and text,
/// all but the first, and of its own all but the first of each target.
void keep_annotations_to_index(summarizer::Summary& summary);

/// A text with its number of occurrences: the sum over the sites that use it, at least one. A site
/// of relevance 1 counts 2 for an anchor and 1.5 for a title or an alternative text; a site of
/// relevance 0 counts half of that.
struct WeightedText {
  std::string text;
  int occurrences = 0;
};

/// Texts of anchors, titles and alternatives by others, distinct by site and by words, without
/// texts that fit any page ("next", "click here", bare URLs). The page's own site counts as one
/// site.
std::vector<WeightedText> anchor_texts(const summarizer::Summary& summary);

/// Texts around links to the page: words before and after the link, the heading of its list, its
/// name. Distinct, without texts that fit any page, at most kSurroundings and kSurroundingBytes in
/// all.
std::vector<std::string_view> surrounding_texts(const summarizer::Summary& summary);
inline constexpr std::size_t kSurroundings = 100;
inline constexpr std::size_t kSurroundingBytes = 4 << 10;

/// Number of sites that annotate the page, with and without its own.
struct AnnotatingSites {
  int all = 0;
  int others = 0;
};
AnnotatingSites annotating_sites(const summarizer::Summary& summary);

/// Annotations by others for display, best first, distinct by text, at most kAnnotationsKept.
/// Anchors, titles and alternatives come before surroundings, then other sites before the page's
/// own, then longer texts before shorter ones (up to a sentence).
std::vector<ShownAnnotation> shown_annotations(const summarizer::Summary& summary);

/// Scheme and authority of `url`.
std::string_view origin_of(std::string_view url);

/// The registrable domain of the URL's host; the URL itself when it has no host.
std::string site_of(std::string_view url);

}  // namespace porthole::indexer
