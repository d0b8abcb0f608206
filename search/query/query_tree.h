#pragma once

/// A query as it was read, and the limits on it.

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::search {

/// What a query may cost.
inline constexpr std::size_t kMaxQueryBytes = 2048;
inline constexpr std::size_t kMaxTerms = 32;  ///< query_limit.h says which of more.
inline constexpr std::size_t kMaxNesting = 8;
inline constexpr std::size_t kMaxPhraseWords = 16;
inline constexpr std::size_t kMinWildcardLetters = 3;
inline constexpr std::size_t kMaxExpansions = 100;
inline constexpr std::size_t kMaxWildcards = 4;
inline constexpr unsigned kMaxDistance = 100;  ///< Words between those of NEAR and ADJ.
inline constexpr unsigned kDistance = 10;      ///< The same where none is written.

/// The query that all pages answer.
inline constexpr std::string_view kAllPages = "*";

enum class NodeKind {
  kWord,     ///< words[0], stemmed.
  kPattern,  ///< Words of the form of words[0], with `*` and `?` in it.
  kPhrase,   ///< words side by side in this order, as written.
  kPairs,    ///< All of words, pairs of characters of a script without spaces.
  kNear,  ///< Children (kWord, or kOr of them) with at most `distance` words from one to the next.
  kAdjacent,       ///< The same, in this order.
  kFilter,         ///< words[0] is the value of a boolean field, or a whole value of a property.
  kFilterPattern,  ///< The same of all values of the form of words[0], with `*` in it.
  kUrlFilter,      ///< The same, where `field` holds the keys of URLs.
  kSlotRange,      ///< The value in `slot` lies in `range`; one without ends holds all pages.
  kNumberRange,    ///< A value of the property `field` is a number in `range`.
  kDateRange,      ///< A value of the property `field` is a date in `range`, seconds since 1970.
  kLinksTo,     ///< Pages that link to a page with one of words, keys of URLs, by any of its URLs.
  kLinkedFrom,  ///< Pages that a page with one of words, keys of URLs, links to.
  kLike,  ///< Pages with the words that are most telling of a page with one of words, keys of URLs.
  kAnd,   ///< All children but those that are kNot; kRequired ones even in a relaxed search.
  kOr,    ///< Any child.
  kXor,   ///< An odd number of children: of two, one and not the other.
  kCondition,  ///< Its one child, as a condition.
  kNot,        ///< Not its one child; stands only under kAnd.
  kRequired,   ///< Its one child, asked for by `+`; stands only under kAnd.
};

/// It matches or does not, has no weight, and stays demanded in a relaxed search.
bool is_condition(NodeKind kind);

/// Both ends belong to it.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

struct Node {
  NodeKind kind = NodeKind::kAnd;
  std::string field{};  ///< Prefix of the field's terms (indexer/fields.h); "" = the text.
  std::vector<std::string> words{};  ///< Lower case.
  std::vector<Node> children{};
  unsigned distance = 0;  ///< Of kNear and kAdjacent.
  unsigned slot = 0;      ///< Of kSlotRange.
  Range range{};
  std::string written{};  ///< Of an operand: how the query has it.
  /// Of kWord: each is a word, or words side by side, that a page may have instead, for less weight
  /// (synonyms.h).
  std::vector<std::vector<std::string>> synonyms{};
};

/// An And or Or without children.
inline bool is_nothing(const Node& node) {
  const bool joins =
      node.kind == NodeKind::kAnd || node.kind == NodeKind::kOr || node.kind == NodeKind::kXor;
  return joins && node.children.empty();
}

/// By what results are sorted, those with equal values by their score.
struct SortOrder {
  std::string name;   ///< As in `sort:`.
  unsigned slot = 0;  ///< Value that decides.
  bool descending = true;
};

struct Query {
  std::string text;                ///< As read: valid UTF-8, at most kMaxQueryBytes, trimmed.
  Node root;                       ///< A kAnd, perhaps without children.
  std::optional<SortOrder> order;  ///< Nothing: by score.
  std::vector<std::string> notes;  ///< Sentences on what was read otherwise than written.
  bool empty() const { return root.children.empty(); }
};

}  // namespace porthole::search
