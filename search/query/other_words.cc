#include "search/query/other_words.h"

#include <string>
#include <utility>
#include <vector>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "search/query/spelling.h"

namespace porthole::search {
namespace {

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
