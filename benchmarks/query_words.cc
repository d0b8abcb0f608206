#include "benchmarks/query_words.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/word_scanner.h"

namespace porthole::benchmarks {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kFewestWords = 20;  // of a document that queries are made from

std::size_t below(Random& random, std::size_t count) { return random() % count; }

bool is_plain(const std::string& word) {
  return word.size() >= 3 &&
         std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c); });
}

}  // namespace

Words draw_words(const Xapian::Database& index, Random& random) {
  for (;;) {
    const auto id = static_cast<Xapian::docid>(1 + below(random, index.get_lastdocid()));
    Words words;
    try {
      const Xapian::Document document = index.get_document(id);
      const auto data = indexer::read_document_data(document.get_data(),
                                                    document.get_value(indexer::kShownSlot));
      if (!data) continue;
      indexer::WordScanner scanner(data->text);
      while (scanner.next()) words.emplace_back(scanner.word());
    } catch (const Xapian::DocNotFoundError&) {
      continue;
    }
    if (words.size() >= kFewestWords) return words;
  }
}

std::string draw_word(const Words& words, Random& random) {
  for (int tries = 0; tries < 100; ++tries) {
    const std::string& word = words[below(random, words.size())];
    if (is_plain(word)) return word;
  }
  return words.front();
}

std::string draw_phrase(const Words& words, Random& random) {
  std::size_t at = 0;
  for (int tries = 0; tries < 100; ++tries) {
    at = below(random, words.size() - 1);
    if (is_plain(words[at]) && is_plain(words[at + 1])) break;
  }
  return '"' + words[at] + ' ' + words[at + 1] + '"';
}

const std::vector<QueryKind>& query_kinds() {
  static const std::vector<QueryKind> all = {
      {"one word", draw_word},
      {"three words, OR",
       [](const Words& words, Random& random) {
         const std::string first = draw_word(words, random), second = draw_word(words, random);
         return first + " OR " + second + " OR " + draw_word(words, random);
       }},
      {"two words, AND",
       [](const Words& words, Random& random) {
         const std::string first = draw_word(words, random);
         return first + " AND " + draw_word(words, random);
       }},
      {"phrase of two", draw_phrase},
  };
  return all;
}

std::vector<std::string> draw_queries(const QueryKind& kind, const Xapian::Database& index, std::size_t count) {
  Random random(kSeed);
  std::vector<std::string> queries;
  while (queries.size() < count) queries.push_back(kind.draw(draw_words(index, random), random));
  return queries;
}

}  // namespace porthole::benchmarks
