#include "search/query/query_limit.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

namespace porthole::search {
namespace {

bool is_joint(const Node& node) {
  return node.kind == NodeKind::kAnd || node.kind == NodeKind::kOr || node.kind == NodeKind::kXor ||
         node.kind == NodeKind::kNot || node.kind == NodeKind::kRequired;
}

std::size_t terms_of(const Node& node) {
  std::size_t terms = node.children.empty() && node.words.empty() && !is_joint(node)
                          ? 1
                          : 0;  // a range has no words
  terms += node.kind == NodeKind::kLinksTo || node.kind == NodeKind::kLinkedFrom ||
                   node.kind == NodeKind::kLike
               ? 1  // several keys of one URL
               : node.words.size();
  for (const Node& child : node.children) terms += terms_of(child);
  return terms;
}

/// Calls `visit` for each plain word under AND and OR, in order, and removes those for which it
/// returns false.
template <class Visit>
void visit_words(Node& node, const Visit& visit) {
  if (node.kind != NodeKind::kAnd && node.kind != NodeKind::kOr) return;
  std::erase_if(node.children, [&](Node& child) {
    if (child.kind == NodeKind::kWord && child.field.empty()) return !visit(child.words[0]);
    visit_words(child, visit);
    return false;
  });
}

/// Removes nodes beyond `left` terms, and nodes that become empty.
void cut_rest(Node& node, std::size_t& left) {
  std::erase_if(node.children, [&](Node& child) {
    if (is_joint(child)) {
      cut_rest(child, left);
      return child.children.empty();
    }
    const std::size_t terms = terms_of(child);
    if (terms > left) return true;
    left -= terms;
    return false;
  });
}

using Words = std::vector<std::string>;

Words words_in(Node& root) {
  Words words;
  visit_words(root, [&](const std::string& word) {
    words.push_back(word);
    return true;
  });
  return words;
}

/// Indexes of first occurrences in `words`, without stop words if other words remain.
std::vector<std::size_t> telling_places(const Words& words, const StopWords& stop_words) {
  std::unordered_set<std::string> seen;
  std::vector<std::size_t> all, others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!seen.insert(words[i]).second) continue;
    all.push_back(i);
    if (!stop_words.contains(words[i])) others.push_back(i);
  }
  return others.empty() ? all : others;
}

/// The `wanted` indexes of `places` whose words have the lowest document frequency, in their order;
/// words without pages are the last choice.
void keep_rarest(std::vector<std::size_t>& places, const Words& words, std::size_t wanted,
                 const WordFacts& facts) {
  std::vector<std::pair<std::size_t, std::size_t>> by_pages;
  for (const std::size_t place : places) {
    const std::size_t pages = facts.pages(words[place]);
    by_pages.emplace_back(pages == 0 ? std::numeric_limits<std::size_t>::max() : pages, place);
  }
  std::sort(by_pages.begin(), by_pages.end());
  by_pages.resize(wanted);
  places.clear();
  for (const auto& [pages, place] : by_pages) places.push_back(place);
}

std::string note_on(std::size_t words, std::size_t kept, bool by_rarity) {
  const std::string all = "The query has " + std::to_string(words) + " words; ";
  if (!by_rarity) return all + "repeats and stop words were left out.";
  return all + "it was searched by " + std::to_string(kept) +
         " of them, the rarest in the collection.";
}

std::string note_on_conditions() {
  return "The query has more than " + std::to_string(kMaxTerms) +
         " phrases, filters and words in fields; the last of them, and all other words, were "
         "left out.";
}

}  // namespace

std::size_t count_terms(const Query& query) { return terms_of(query.root); }

void limit_terms(Query& query, const WordFacts& facts) {
  const std::size_t terms = count_terms(query);
  if (terms <= kMaxTerms) return;
  const Words words = words_in(query.root);
  const std::size_t rest = terms - words.size();
  const std::size_t room = rest < kMaxTerms ? kMaxTerms - rest : 0;
  std::vector<std::size_t> kept = telling_places(words, facts.stop_words);
  const bool by_rarity = kept.size() > room;
  if (by_rarity) keep_rarest(kept, words, room, facts);
  query.notes.push_back(room > 0 ? note_on(words.size(), kept.size(), by_rarity)
                                 : note_on_conditions());
  std::vector<bool> is_kept(words.size(), false);
  for (const std::size_t place : kept) is_kept[place] = true;
  std::size_t place = 0;
  visit_words(query.root, [&](const std::string&) { return is_kept[place++]; });
  std::size_t left = kMaxTerms;
  cut_rest(query.root, left);
}

}  // namespace porthole::search
