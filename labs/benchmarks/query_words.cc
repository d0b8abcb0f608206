#include "labs/benchmarks/query_words.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"

namespace porthole::labs {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kFewestWords = 20;  // of a document that queries are made from

std::size_t below(Random& random, std::size_t count) { return random() % count; }

bool is_plain(const std::string& word) {
  return word.size() >= 3 &&
         std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c); });
}

indexer::DocumentData draw_document(const Xapian::Database& index, Random& random) {
  for (;;) {
    const auto id = static_cast<Xapian::docid>(1 + below(random, index.get_lastdocid()));
    try {
      const Xapian::Document document = index.get_document(id);
      auto data =
          indexer::read_document_data(document.get_data(), document.get_value(indexer::kShownSlot));
      if (data) return std::move(*data);
    } catch (const Xapian::DocNotFoundError&) {
      continue;
    }
  }
}

Words words_of(const std::string& text) {
  Words words;
  indexer::Tokenizer scanner(text);
  while (scanner.next()) words.emplace_back(scanner.word());
  return words;
}

}  // namespace

Words draw_words(const Xapian::Database& index, Random& random) {
  for (;;) {
    Words words = words_of(draw_document(index, random).text);
    if (words.size() >= kFewestWords) return words;
  }
}

Words draw_title(const Xapian::Database& index, Random& random) {
  for (;;) {
    Words words = words_of(draw_document(index, random).title);
    if (std::count_if(words.begin(), words.end(), is_plain) >= 2) return words;
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

std::string first_words(const Words& title) {
  std::string query;
  int count = 0;
  for (const std::string& word : title) {
    if (is_plain(word) && ++count <= 3) query += (query.empty() ? "" : " ") + word;
  }
  return query;
}

const std::vector<QueryKind>& query_kinds() {
  using Index = Xapian::Database;
  static const std::vector<QueryKind> all = {
      {"words of a title",
       [](const Index& index, Random& random) { return first_words(draw_title(index, random)); }},
      {"one word", [](const Index& index,
                      Random& random) { return draw_word(draw_words(index, random), random); }},
      {"three words, OR",
       [](const Index& index, Random& random) {
         const Words words = draw_words(index, random);
         const std::string first = draw_word(words, random), second = draw_word(words, random);
         return first + " OR " + second + " OR " + draw_word(words, random);
       }},
      {"two words, AND",
       [](const Index& index, Random& random) {
         const Words words = draw_words(index, random);
         const std::string first = draw_word(words, random);
         return first + " AND " + draw_word(words, random);
       }},
      {"phrase of two",
       [](const Index& index, Random& random) {
         return draw_phrase(draw_words(index, random), random);
       }},
  };
  return all;
}

std::vector<std::string> draw_queries(const QueryKind& kind, const Xapian::Database& index,
                                      std::size_t count) {
  Random random(kSeed);
  std::vector<std::string> queries;
  while (queries.size() < count) queries.push_back(kind.draw(index, random));
  return queries;
}

}  // namespace porthole::labs
