#pragma once

/// The syntax tree of a query, the limits of queries and their orders.

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::search {

/// Limits of a query.
inline constexpr std::size_t kMaxQueryBytes = 2048;
inline constexpr std::size_t kMaxTerms = 32;  ///< query_limit.h chooses among more.
inline constexpr std::size_t kMaxNesting = 8;
inline constexpr std::size_t kMaxPhraseWords = 16;
inline constexpr std::size_t kMinWildcardLetters = 3;
inline constexpr std::size_t kMaxExpansions = 100;
inline constexpr std::size_t kMaxWildcards = 4;
inline constexpr unsigned kMaxDistance = 100;  ///< Words between those of NEAR and ADJ.
inline constexpr unsigned kDistance = 10;      ///< The same where none is written.

/// The query that matches all pages.
inline constexpr std::string_view kAllPages = "*";

enum class NodeKind {
  kWord,     ///< words[0], stemmed.
  kPattern,  ///< Words that match words[0], which has `*` or `?`.
  kPhrase,   ///< words side by side in this order, as written.
  kPairs,    ///< All of words, pairs of characters of a script without spaces.
  kNear,  ///< Children (kWord, or kOr of them) with at most `distance` words from one to the next.
  kAdjacent,       ///< The same, in this order.
  kFilter,         ///< words[0] is the value of a boolean field, or a whole value of a property.
  kFilterPattern,  ///< The same for all values that match words[0], which has `*`.
  kUrlFilter,      ///< The same, where `field` holds the keys of URLs.
  kSlotRange,      ///< The value in `slot` lies in `range`; a range without ends matches all pages.
  kNumberRange,    ///< A value of the property `field` is a number in `range`.
  kDateRange,      ///< A value of the property `field` is a date in `range`, seconds since 1970.
  kLinksTo,     ///< Pages that link to a page with one of words, keys of URLs, by any of its URLs.
  kLinkedFrom,  ///< Pages that a page with one of words, keys of URLs, links to.
  kLike,  ///< Pages with the most characteristic words of a page with one of words, keys of URLs.
  kAnd,   ///< All children but those that are kNot; kRequired ones even in a relaxed search.
  kOr,    ///< Any child.
  kXor,   ///< An odd number of children: of two, one and not the other.
  kCondition,  ///< Its one child, as a condition.
  kNot,        ///< Not its one child; stands only under kAnd.
  kRequired,   ///< Its one child, required by `+`; stands only under kAnd.
};

/// True for filters: they have no weight and stay required in a relaxed search.
bool is_condition(NodeKind kind);

/// Closed interval.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

struct Node {
  NodeKind kind = NodeKind::kAnd;
  std::string field{};  ///< Prefix of the field's terms (indexer/fields.h); "" = the text.
  std::vector<std::string> words{};  ///< Lower case.
  std::vector<Node> children{};
  unsigned distance = 0;  ///< For kNear and kAdjacent.
  unsigned slot = 0;      ///< For kSlotRange.
  Range range{};
  std::string written{};  ///< Source text of an operand.
  /// For kWord: alternatives at a lower weight, each a word or a phrase (synonyms.h).
  std::vector<std::vector<std::string>> synonyms{};
};

/// An And or Or without children.
inline bool is_nothing(const Node& node) {
  const bool joins =
      node.kind == NodeKind::kAnd || node.kind == NodeKind::kOr || node.kind == NodeKind::kXor;
  return joins && node.children.empty();
}

/// Sort order by a value; ties are sorted by score.
struct SortOrder {
  std::string name;   ///< As in `sort:`.
  unsigned slot = 0;  ///< The value slot.
  bool descending = true;
};

struct Query {
  std::string text;  ///< The source text: valid UTF-8, at most kMaxQueryBytes, trimmed.
  Node root;         ///< A kAnd, perhaps without children.
  std::optional<SortOrder> order;  ///< Absent: by score.
  std::vector<std::string> notes;  ///< Messages about parts that were changed or dropped.
  bool has_and = false;            ///< AND stands in it: it asks for all of its words.
  bool empty() const { return root.children.empty(); }
};

/// The default order of `sort:`.
inline constexpr std::string_view kScoreOrder = "score";

/// The order of that name, case-insensitive; a leading `-` reverses it. Nothing for kScoreOrder and
/// unknown names.
std::optional<SortOrder> sort_order(std::string_view name);

struct NamedOrder {
  std::string_view name;
  unsigned slot;
  bool descending;
  std::string_view meaning;
};
const std::vector<NamedOrder>& sort_orders();

/// "score, date, oldest, ...".
std::string sort_order_names();

}  // namespace porthole::search
