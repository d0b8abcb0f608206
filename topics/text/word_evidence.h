#pragma once

/// Which words tell the pages of a topic from other pages, learned from the pages of a crawl one by
/// one. A model for reading the words of links where no classifier was trained.
///
/// In:  the words of pages, each page with y in [0, 1], the degree to which it is on the topic.
/// Out: a weight for each word.
///
/// With A = sum of y and B = sum of (1 - y) over all pages, and a(t), b(t) the same sums over the
/// pages that contain t,
///
///   w(t) = ln((a(t) + 1) / (A + 2)) - ln((b(t) + 1) / (B + 2)),  within +-kMostWeight
///
/// so that a word is 0 that no page, or each page, contains. A page counts once for a word; of its
/// text the first kMostWords words are read. Words are folded and singular, without stop words.
///
/// Source: Robertson, Sparck Jones, "Relevance weighting of search terms", Journal of the American
/// Society for Information Science 27, 1976, weight F2 with both estimates smoothed (Laplace).
/// Memory: about 80 bytes a word, at most kMostKnown words. Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text/state_bytes.h"

namespace porthole::topics {

class WordEvidence {
 public:
  using WordId = std::uint32_t;
  static constexpr double kMostWeight = 2;
  static constexpr std::size_t kMostWords = 1000;
  static constexpr std::size_t kMostKnown = 100'000;
  static constexpr WordId kUnknown = 0;  ///< Its weight is 0.

  /// The number of a word (folded, singular); kUnknown when kMostKnown are known.
  WordId id_of(std::string_view word);
  void add(std::string_view title, std::string_view text, double y);
  double weight(WordId word) const;

  /// Calls `visit(word, a, b)` for the words that most pages contain, at most kMostStored, and for
  /// "" with A and B. restore() takes them back, in any order.
  void for_each(
      const std::function<void(std::string_view word, double on, double off)>& visit) const;
  void restore(std::string_view word, double on, double off);
  static constexpr std::size_t kMostStored = 20'000;

  void save(StateWriter& writer) const;
  /// Replaces everything by that of save(), with the same numbers of words.
  void load(StateReader& reader);

 private:
  struct Sums {
    float on = 0, off = 0;      ///< a(t), b(t)
    std::uint32_t counted = 0;  ///< The last page that was counted.
  };
  void read(std::string_view text, double y);

  std::unordered_map<std::string, WordId> ids_;
  std::vector<Sums> words_{Sums()};
  double on_ = 0, off_ = 0;  ///< A, B
  std::uint32_t pages_ = 0;
};

}  // namespace porthole::topics
