#pragma once

/// QueueOrder: the sort order of the frontier, a list of keys compared lexicographically.
///
///   tries ascending, relevance descending, load ascending        (the default)
///
/// The precedence that the specification gives a URL (<priority>) comes before all keys: a larger
/// one is fetched first. tries: fetches attempted; relevance: the strategy's rating; load: distinct
/// URLs fetched of the host so far, which spreads the crawl over sites; hops: links from the
/// nearest seed. URLs equal in all keys are taken in the order of discovery.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2: the default (numtries
/// ascending, relevance descending, serverload ascending), which can be replaced at any time.
/// Thread safety: const members, any thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// The sort keys of a queued URL.
struct Waiting {
  repository::UrlId id = 0;
  double relevance = 0;
  std::uint32_t tries = 0;
  std::uint32_t hops = 0;
  std::uint32_t load = 0;
  int precedence = 0;
  friend bool operator==(const Waiting&, const Waiting&) = default;
};

class QueueOrder {
 public:
  /// The order of the paper.
  QueueOrder();
  /// Orders by tries and relevance; ties by discovery, oldest first.
  static QueueOrder by_relevance();

  /// Parses "tries asc, relevance desc, load asc": names of the keys above, each at most once, each
  /// with "asc" or "desc" (default: "desc" for relevance, "asc" for the others). Errors: kInvalid.
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
  std::size_t size_ = 0;  ///< Number of keys_ in use.
};

}  // namespace porthole::gatherer
