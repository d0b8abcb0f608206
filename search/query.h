#pragma once

/// The query language: a line of text in, a tree of what is asked for out.
///
///   words           pages that have all of them          a OR b      either
///   "some words"    in this order, side by side          NOT a, -a   without
///   +word           must be there                        ( )         grouping
///   word*           words that begin so (3 letters)      AND         may be written
///   site:example.org  host:  title:word  title:"a b"  anchor:  url:  lang:en  type:pdf  topic:cycling
///   author:"Ada Lovelace"  implements:Notation  width:800     properties of the page
///   annotation:word  annotated-by-site:w3.org  linkto:URL  linkedfrom:URL     what is said, and links
///
/// What makes no sense, or passes a limit, is read in the nearest way that does, and a note says so; a
/// field that is none is an error. docs/search.md is the manual.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/query_fields.h"

namespace porthole::search {

/// What a query may cost, decided before the index is asked.
inline constexpr std::size_t kMaxQueryBytes = 512;
inline constexpr std::size_t kMaxTerms = 32;
inline constexpr std::size_t kMaxNesting = 8;
inline constexpr std::size_t kMaxPhraseWords = 16;
inline constexpr std::size_t kMinWildcardLetters = 3;
inline constexpr std::size_t kMaxExpansions = 100;
inline constexpr std::size_t kMaxWildcards = 4;

enum class NodeKind {
  kWord,      ///< words[0], stemmed.
  kPrefix,    ///< Words that begin with words[0].
  kPhrase,    ///< words side by side in this order, as written.
  kPairs,     ///< All of words, pairs of characters of a script without spaces.
  kFilter,    ///< words[0] is the value of a boolean field, or a whole value of a property.
  kUrlFilter,   ///< The same, where `field` holds the keys of URLs.
  kLinksTo,     ///< Pages that link to a page with one of words, keys of URLs, by any of its URLs.
  kLinkedFrom,  ///< Pages that a page with one of words, keys of URLs, links to.
  kAnd,       ///< All children but those that are kNot; kRequired ones even in a relaxed search.
  kOr,        ///< Any child.
  kCondition,   ///< Its one child, as a condition.
  kNot,       ///< Not its one child; stands only under kAnd.
  kRequired,  ///< Its one child, asked for by `+`; stands only under kAnd.
};

/// It matches or does not, has no weight, and stays demanded in a relaxed search.
bool is_condition(NodeKind kind);

struct Node {
  NodeKind kind = NodeKind::kAnd;
  std::string field;               ///< Prefix of the field's terms (indexer/fields.h); "" = the text.
  std::vector<std::string> words;  ///< Lower case.
  std::vector<Node> children;
};

struct Query {
  std::string text;                ///< As read: valid UTF-8, at most kMaxQueryBytes, trimmed.
  Node root;                       ///< A kAnd, perhaps without children.
  std::vector<std::string> notes;  ///< Sentences on what was read otherwise than written.
  bool empty() const { return root.children.empty(); }
};

/// Errors: kInvalid for a name before a colon that is no field, with those that are near to it.
Result<Query> parse_query(std::string_view text, const QueryFields& fields);

/// The words of `query` that are searched for in text (not those excluded), in order, each once.
std::vector<std::string> searched_words(const Query& query);

}  // namespace porthole::search
