#pragma once

/// Queries made from words that stand in a document of an index, drawn with a fixed seed.

#include <xapian.h>

#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace porthole::benchmarks {

using Words = std::vector<std::string>;
using Random = std::mt19937_64;

/// The words of a random document of twenty words or more.
Words draw_words(const Xapian::Database& index, Random& random);
/// Letters and digits alone, three or more, where there is one.
std::string draw_word(const Words& words, Random& random);
/// Two neighbours in quotation marks.
std::string draw_phrase(const Words& words, Random& random);

struct QueryKind {
  const char* name;
  std::function<std::string(const Words&, Random&)> draw;
};
/// One word, three with OR, two with AND, a phrase of two.
const std::vector<QueryKind>& query_kinds();

/// `count` queries of that kind.
std::vector<std::string> draw_queries(const QueryKind& kind, const Xapian::Database& index, std::size_t count);

}  // namespace porthole::benchmarks
