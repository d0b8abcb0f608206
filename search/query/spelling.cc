#include "search/query/spelling.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "search/index/term_list.h"

namespace porthole::search {
namespace {

constexpr unsigned kEdits = 2;
constexpr std::size_t kShort = 5;  // bytes; two edits make any other word of a short one
constexpr Xapian::doccount kRarePages = 5'000;  // a word in one of so many pages is rare
constexpr std::size_t kTimes = 10;     // as frequent is the word that a rare one may be meant for
constexpr std::size_t kBeginning = 2;  // bytes; typing errors in the first letters are rare
constexpr std::size_t kRead = 20'000;  // words with one prefix
constexpr std::size_t kCompared = 2'000;   // the most frequent of them
constexpr Xapian::doccount kMinPages = 2;  // a word of a single page may be mistyped itself

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::size_t kPart = 3;               // bytes of a part of a compound
constexpr std::size_t kCompound = 7;           // bytes of a compound
constexpr Xapian::doccount kFrequent = 20;     // a word in one of so many pages is not taken apart
constexpr std::size_t kMostWords = 8;          // of a query; longer ones have words enough
constexpr Xapian::doccount kFewestOfPart = 2;  // pages that have it

bool is_plain(const Node& node) {
  return node.kind == NodeKind::kWord && node.field.empty() && is_ascii(node.words[0]);
}

bool has_phrase(const Xapian::Database& database, const std::vector<std::string>& words) {
  Xapian::Enquire enquire(database);
  enquire.set_query({Xapian::Query::OP_PHRASE, words.begin(), words.end(), 2});
  enquire.set_weighting_scheme(Xapian::BoolWeight());
  return !enquire.get_mset(0, 1).empty();
}

/// The two words that pages write for `word`, whose rarer one is the most frequent; else none.
std::vector<std::string> parts_of(const Xapian::Database& database, const std::string& word) {
  std::vector<std::string> best;
  Xapian::doccount most = kFewestOfPart - 1;
  for (std::size_t at = kPart; at + kPart <= word.size(); ++at) {
    std::string first = word.substr(0, at), second = word.substr(at);
    const Xapian::doccount both =
        std::min(database.get_termfreq(first), database.get_termfreq(second));
    if (both <= most) continue;
    most = both;
    best = {std::move(first), std::move(second)};
  }
  return !best.empty() && has_phrase(database, best) ? best : std::vector<std::string>();
}

}  // namespace

std::string frequent_neighbour(const Xapian::Database& database, const QueryBuilder& builder,
                               const std::string& word) {
  const std::size_t has = builder.pages_with(word);
  if (word.size() < kShort || has_digit(word) || has == 0 ||
      has > 1 + database.get_doccount() / kRarePages)
    return {};
  std::string near = database.get_spelling_suggestion(word, 1);
  if (near.empty() || builder.pages_with(near) < has * kTimes ||
      builder.stemmed_terms(near) == builder.stemmed_terms(word))
    return {};
  return near;
}

std::string near_word(const Xapian::Database& database, const std::string& word,
                      const Deadline& deadline) {
  if (has_digit(word)) return {};
  std::string near = database.get_spelling_suggestion(word, word.size() <= kShort ? 1 : kEdits);
  if (!near.empty()) return near;
  // Letters of another script share their first bytes, so that every word would be near.
  const std::string bare = without_diacritics(word);
  if (!is_ascii(bare)) return {};
  std::vector<std::string> words;
  for (TermCount& one :
       frequent_terms(database, bare.substr(0, kBeginning), {kRead, kCompared, &deadline}).terms) {
    if (one.pages >= kMinPages) words.push_back(std::move(one.term));
  }
  return nearest_name(bare, words);
}

void add_other_words(const Xapian::Database& database, const QueryBuilder& builder,
                     const Deadline& deadline, Query& query) {
  std::vector<Node>& nodes = query.root.children;
  if (query.root.kind != NodeKind::kAnd || nodes.size() > kMostWords) return;
  for (std::size_t i = 0; i < nodes.size() && !deadline.has_passed(); ++i) {
    if (!is_plain(nodes[i])) continue;
    const std::string& word = nodes[i].words[0];
    if (i + 1 < nodes.size() && is_plain(nodes[i + 1])) {
      const std::string& next = nodes[i + 1].words[0];
      const std::string both = word + next;
      if (std::min(word.size(), next.size()) >= kPart && both.size() >= kCompound &&
          database.get_termfreq(both) >= kFewestOfPart) {
        nodes[i].synonyms.push_back({both});
        nodes[i + 1].synonyms.push_back({both});
      }
    }
    const std::string near = frequent_neighbour(database, builder, word);
    if (!near.empty()) nodes[i].synonyms.push_back({near});
    if (word.size() < kCompound || builder.pages_with(word) * kFrequent > database.get_doccount())
      continue;
    std::vector<std::string> parts = parts_of(database, word);
    if (!parts.empty()) nodes[i].synonyms.push_back(std::move(parts));
  }
}

}  // namespace porthole::search
