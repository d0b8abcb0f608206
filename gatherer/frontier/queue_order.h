#pragma once

/// The order in which waiting URLs are taken: a list of what is compared, first things first.
///
///   tries ascending, relevance descending, load ascending        (the default)
///
/// tries: fetches attempted; relevance: the strategy's rating; load: distinct URLs fetched of the host so
/// far, so that one site is not read to its end first; hops: links from the nearest seed. What is equal in
/// all of them is taken in the order in which it became known.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2: (numtries ascending, relevance
/// descending, serverload ascending), and that other lexical orders can be put in its place at any time.
/// Thread safety: const members, any thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// A URL as it waits.
struct Waiting {
  repository::UrlId id = 0;
  double relevance = 0;
  std::uint32_t tries = 0;
  std::uint32_t hops = 0;
  std::uint32_t load = 0;
  friend bool operator==(const Waiting&, const Waiting&) = default;
};

class QueueOrder {
 public:
  /// The order of the paper.
  QueueOrder();
  /// By tries and relevance alone: among equals the one known longest.
  static QueueOrder by_relevance();

  /// Reads "tries asc, relevance desc, load asc": names of the above, each once, each with "asc" or "desc"
  /// ("desc" is understood for relevance, "asc" for the others). Errors: kInvalid.
  static Result<QueueOrder> parse(std::string_view text);
  std::string text() const;

  bool before(const Waiting& a, const Waiting& b) const;

  friend bool operator==(const QueueOrder&, const QueueOrder&) = default;

 private:
  enum class Field : std::uint8_t { kTries, kRelevance, kLoad, kHops };
  struct Key {
    Field field = Field::kTries;
    bool descending = false;
    friend bool operator==(const Key&, const Key&) = default;
  };
  void add(Key key) { keys_[size_++] = key; }
  static double value(const Waiting& waiting, Field field);
  static std::string_view name(Field field);

  std::array<Key, 4> keys_{};
  std::size_t size_ = 0;  ///< Of keys_ that are used.
};

}  // namespace porthole::gatherer
