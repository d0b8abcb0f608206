#include "search/query/spelling.h"

#include <algorithm>
#include <string_view>
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

}  // namespace porthole::search
