#include "search/query/synonyms.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/text/text.h"

namespace porthole::search {
namespace {

constexpr std::size_t kNamed = 5;  // synonyms in a note

bool is_plain_word(const Node& node) { return node.kind == NodeKind::kWord && node.field.empty(); }

std::string note_on(const std::string& words, const std::set<std::string>& synonyms) {
  std::string note = "\"" + words + "\" also finds pages that have";
  std::size_t named = 0;
  for (const std::string& one : synonyms) {
    if (named == kNamed) break;
    note += (named == 0 ? " " : " or ") + one;
    ++named;
  }
  if (synonyms.size() > named)
    note += " or one of " + std::to_string(synonyms.size() - named) + " more";
  return note + " instead; in quotation marks it does not.";
}

}  // namespace

SynonymTable::SynonymTable(const Xapian::Database& database)
    : synonyms_(indexer::read_synonyms(database)) {
  for (auto& [key, words] : synonyms_) {
    if (words.size() > kSynonymsEach)
      words.erase(std::next(words.begin(), kSynonymsEach), words.end());
  }
}

void SynonymTable::add_to(Query& query) const {
  std::size_t left = kSynonymsInAll;
  if (!synonyms_.empty()) add_to(query.root, query.notes, left);
}

void SynonymTable::add_to(Node& node, Notes& notes, std::size_t& left) const {
  if (node.kind != NodeKind::kAnd && node.kind != NodeKind::kOr) return;
  for (std::size_t i = 0; i < node.children.size();) {
    const std::size_t taken = add_to_run(node, i, notes, left);
    if (taken == 0) add_to(node.children[i], notes, left);
    i += std::max<std::size_t>(taken, 1);
  }
}

// Length of the longest run of children from `first` that has synonyms. Children of an OR form no
// runs.
std::size_t SynonymTable::add_to_run(Node& node, std::size_t first, Notes& notes,
                                     std::size_t& left) const {
  std::vector<std::string> runs;  // of one word, of two, ...
  const std::size_t most = node.kind == NodeKind::kOr ? 1 : kSynonymWords;
  for (std::size_t i = first;
       i < node.children.size() && runs.size() < most && is_plain_word(node.children[i]); ++i) {
    runs.push_back(runs.empty() ? node.children[i].words[0]
                                : runs.back() + " " + node.children[i].words[0]);
  }
  for (; !runs.empty(); runs.pop_back()) {
    const auto found = synonyms_.find(indexer::synonym_key(runs.back()));
    if (found == synonyms_.end()) continue;
    const std::size_t wanted = found->second.size() * runs.size();
    if (wanted > left) return 0;
    left -= wanted;
    for (std::size_t i = first; i < first + runs.size(); ++i) {
      for (const std::string& synonym : found->second) {
        std::vector<std::string>& words = node.children[i].synonyms.emplace_back();
        for (const std::string_view word : split(synonym, ' ')) words.emplace_back(word);
      }
    }
    const std::string note = note_on(runs.back(), found->second);
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    return runs.size();
  }
  return 0;
}

}  // namespace porthole::search
