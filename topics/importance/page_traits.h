#pragma once

/// Features of a page from which its importance is predicted.
///
/// In:  a page as it was parsed, its terms counted (term_counts.h), and how rare terms are.
/// Out: seven numbers, each ln(1 + x) of
///
///   volume         terms of the page: words without stop words and numbers
///   location       directories from the host to the file in its URL
///   specificity    mean IDF of its characteristic terms: the ten with the largest
///                  log(1 + n(d, t)) IDF(t)
///   brokerage      other pages that it links to, each once
///   link ratio     other pages that it links to (the paper: links) to words
///   numbers        numbers to words
///   domain         how well its registrable domain is known: see importance_model.h
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4.2, items 1 to 7 and the
/// logarithm. How characteristic terms are found stands in an earlier paper of theirs; the way
/// above is ours. Domain traffic, which was bought from a service that is no more, is replaced.
/// Cost: a pass over the text and the links. Thread safety: const members, any thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "topics/classify/model_bytes.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

enum class Trait : std::uint8_t {
  kVolume,
  kLocation,
  kSpecificity,
  kBrokerage,
  kLinkRatio,
  kNumbers,
  kDomain
};
inline constexpr std::size_t kTraits = 7;

using PageTraits = std::array<double, kTraits>;  ///< By Trait, ln(1 + x).

/// IDF(t) = ln((1 + N) / (1 + N(t))): N pages, N(t) of them with the term t.
class Rarity {
 public:
  Rarity() = default;
  /// Counts document frequencies over `pages`.
  static Rarity of(const std::vector<TermCounts>& pages);

  double idf(TermHash term) const;

  void put(ByteWriter& out) const;
  static Rarity take(ByteReader& in);

 private:
  Rarity(std::uint64_t pages, std::vector<TermHash> terms, std::vector<std::uint32_t> pages_with);

  std::uint64_t pages_ = 0;
  std::vector<TermHash> terms_;            ///< Terms of two pages or more.
  std::vector<std::uint32_t> pages_with_;  ///< By term.
  TermTable table_;
  std::vector<double> idf_;  ///< By term.
  double unknown_ = 0;       ///< IDF of a term that is in none.
};

/// Input for the traits of a page. Lifetime: that of its references.
struct TraitSource {
  std::string_view url;
  std::string_view text;
  const std::vector<Link>& links;
  const TermCounts& terms;
};

/// `domain` is x of the last trait, before the logarithm.
PageTraits traits_of(const TraitSource& page, const Rarity& rarity, double domain);

}  // namespace porthole::topics
