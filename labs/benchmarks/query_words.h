#pragma once

/// Queries made from words that stand in a document of an index, or in its title, drawn with a fixed seed.

#include <xapian.h>

#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace porthole::labs {

using Words = std::vector<std::string>;
using Random = std::mt19937_64;

/// The words of a random document of twenty words or more.
Words draw_words(const Xapian::Database& index, Random& random);
/// The words of a random title that has two of letters and digits alone, three bytes or more.
Words draw_title(const Xapian::Database& index, Random& random);
/// Letters and digits alone, three or more, where there is one.
std::string draw_word(const Words& words, Random& random);
/// Two neighbours in quotation marks.
std::string draw_phrase(const Words& words, Random& random);
/// The first three such words, as one would type them.
std::string first_words(const Words& title);

struct QueryKind {
  const char* name;
  std::function<std::string(const Xapian::Database&, Random&)> draw;
};
/// Words of a title; of running text, where a frequent word is drawn as often as it stands there: one, three with OR, two with AND, a phrase of two.
const std::vector<QueryKind>& query_kinds();

/// `count` queries of that kind.
std::vector<std::string> draw_queries(const QueryKind& kind, const Xapian::Database& index, std::size_t count);

}  // namespace porthole::labs
