#pragma once

/// Other words for what a query asks for, as the index keeps them.
///
/// In:  pairs of words or phrases that a collection gives.
/// Out: Xapian's own synonyms, which other programs can read: under each key its synonyms as
/// written, lower case.
///
/// Thread safety: functions without state. Errors: Xapian::Error is thrown.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace Xapian {
class Database;
class WritableDatabase;
}  // namespace Xapian

namespace porthole::indexer {

/// A query for `of` looks for `word` besides, and not the other way round.
struct Synonym {
  std::string of;
  std::string word;
};

/// By synonym_key(), the words of each synonym with spaces between.
using Synonyms = std::map<std::string, std::set<std::string>>;

/// What two ways to write a word or phrase have in common: its words in lower case, without
/// diacritics and the English plural ("Light Curves" gives "light curve"). "" for a text without
/// words.
std::string synonym_key(std::string_view text);

/// Makes `synonyms` all that `database` has. True when it had others; it is not committed.
bool write_synonyms(Xapian::WritableDatabase& database, const std::vector<Synonym>& synonyms);

Synonyms read_synonyms(const Xapian::Database& database);

}  // namespace porthole::indexer
