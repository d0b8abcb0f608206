#pragma once

/// Generates queries from words of an index's documents and titles, with a fixed seed.

#include <xapian.h>

#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace porthole::labs {

using Words = std::vector<std::string>;
using Random = std::mt19937_64;

/// Returns the words of a random document of twenty words or more.
Words draw_words(const Xapian::Database& index, Random& random);
/// Returns the words of a random title with at least two words of letters and digits alone, three
/// bytes or more.
Words draw_title(const Xapian::Database& index, Random& random);
/// Returns a word of letters and digits alone, three or more, where there is one.
std::string draw_word(const Words& words, Random& random);
/// Returns two adjacent words in quotation marks.
std::string draw_phrase(const Words& words, Random& random);
/// Returns the first three such words, as a user would type them.
std::string first_words(const Words& title);

struct QueryKind {
  const char* name;
  std::function<std::string(const Xapian::Database&, Random&)> draw;
};
/// Words of a title; of running text, where a frequent word is drawn as often as it stands there:
/// one, three with OR, two with AND, a phrase of two.
const std::vector<QueryKind>& query_kinds();

/// `count` queries of that kind.
std::vector<std::string> draw_queries(const QueryKind& kind, const Xapian::Database& index,
                                      std::size_t count);

}  // namespace porthole::labs
