#include "indexer/synonyms.h"

#include <xapian.h>

#include "base/text/diacritics.h"
#include "base/text/words.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"

namespace porthole::indexer {
namespace {

// The words of `text`, each changed by `change`, with spaces between.
template <class Change>
std::string joined_words(std::string_view text, Change change) {
  std::string joined;
  Tokenizer words(text);
  while (words.next()) {
    if (!words.has_position()) continue;
    if (!joined.empty()) joined += ' ';
    joined += change(words.word());
  }
  return joined;
}

Synonyms by_key(const std::vector<Synonym>& synonyms) {
  Synonyms made;
  for (const Synonym& one : synonyms) {
    const std::string key = synonym_key(one.of);
    const std::string word = joined_words(one.word, [](std::string_view part) { return part; });
    const bool fits = !key.empty() && key.size() <= kMaxTermBytes && !word.empty() &&
                      word.size() <= kMaxTermBytes;
    if (fits && synonym_key(word) != key) made[key].insert(word);
  }
  return made;
}

}  // namespace

std::string synonym_key(std::string_view text) {
  return joined_words(text, [](std::string_view word) {
    std::string buffer;
    return std::string(singular(without_diacritics(word), buffer));
  });
}

bool has_synonyms(const Xapian::Database& database, const std::vector<Synonym>& synonyms) {
  return by_key(synonyms) == read_synonyms(database);
}

void write_synonyms(Xapian::WritableDatabase& database, const std::vector<Synonym>& synonyms) {
  for (const auto& [key, words] : read_synonyms(database)) database.clear_synonyms(key);
  for (const auto& [key, words] : by_key(synonyms)) {
    for (const std::string& word : words) database.add_synonym(key, word);
  }
}

Synonyms read_synonyms(const Xapian::Database& database) {
  Synonyms synonyms;
  for (auto key = database.synonym_keys_begin(); key != database.synonym_keys_end(); ++key) {
    std::set<std::string>& words = synonyms[*key];
    for (auto word = database.synonyms_begin(*key); word != database.synonyms_end(*key); ++word)
      words.insert(*word);
  }
  return synonyms;
}

}  // namespace porthole::indexer
