#include "search/query/spelling.h"

#include <vector>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "search/index/term_list.h"

namespace porthole::search {
namespace {

constexpr unsigned kEdits = 2;
constexpr std::size_t kShort = 5;          // bytes; two edits make any other word of a short one
constexpr std::size_t kBeginning = 2;      // bytes; typing errors in the first letters are rare
constexpr std::size_t kRead = 20'000;      // words with one prefix
constexpr std::size_t kCompared = 2'000;   // the most frequent of them
constexpr Xapian::doccount kMinPages = 2;  // a word of a single page may be mistyped itself

}  // namespace

std::string near_word(const Xapian::Database& database, const std::string& word,
                      const Deadline& deadline) {
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
