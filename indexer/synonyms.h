#pragma once

/// Synonyms of words and phrases in the index.
///
/// In:  pairs of words or phrases that a collection gives.
/// Out: the synonym table of Xapian, which other programs can read: lower-case synonyms by key.
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

/// A query for `of` also searches `word`, but not the reverse.
struct Synonym {
  std::string of;
  std::string word;
};

/// Synonyms by synonym_key(); the words of each are separated by spaces.
using Synonyms = std::map<std::string, std::set<std::string>>;

/// Normalised form of a word or phrase: lower case, without diacritics and the English
/// plural ("Light Curves" gives "light curve"). "" for a text without words.
std::string synonym_key(std::string_view text);

/// Whether these are the synonyms of `database`.
bool has_synonyms(const Xapian::Database& database, const std::vector<Synonym>& synonyms);
/// Replaces the synonyms of `database`, without a commit.
void write_synonyms(Xapian::WritableDatabase& database, const std::vector<Synonym>& synonyms);

Synonyms read_synonyms(const Xapian::Database& database);

}  // namespace porthole::indexer
