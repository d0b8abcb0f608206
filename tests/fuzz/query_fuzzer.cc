// Fuzzer for queries: parsing, with all fields of the vocabulary, and conversion to Xapian queries.
//
//   cmake --preset fuzz && ninja -C build/fuzz query_fuzzer &&
//     build/fuzz/bin/query_fuzzer -max_total_time=300

#include <xapian.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/text/text.h"
#include "indexer/fields.h"
#include "search/query/query.h"
#include "search/query/query_builder.h"
#include "search/query/query_limit.h"
#include "summarizer/schema/vocabulary.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

using search::Node;
using search::NodeKind;

std::size_t check_node(const Node& node, std::size_t depth) {
  demand(depth <= 2 * search::kMaxNesting + 4, "nesting has a limit");
  std::size_t terms = node.words.size();
  for (const std::string& word : node.words)
    demand(clean_utf8(word) == word, "words are text", word);
  for (const Node& child : node.children) {
    const bool only_under_and = child.kind == NodeKind::kNot || child.kind == NodeKind::kRequired;
    demand(!only_under_and || node.kind == NodeKind::kAnd, "not and + stand under and");
    terms += check_node(child, depth + 1);
  }
  return terms;
}

const search::QueryFields& all_fields() {
  static const search::QueryFields kFields(
      {indexer::field_table(summarizer::Vocabulary::built_in())});
  return kFields;
}

/// An index without pages: what is asked of it is built and matched like any other question.
void ask(const search::Query& query) {
  static const Xapian::WritableDatabase kIndex("", Xapian::DB_BACKEND_INMEMORY);
  static const std::vector<std::string> kLanguages = {"en", "de"};
  static const search::Ranking kRanking;
  const auto bounds =
      std::make_shared<search::Bounds>(search::Bounds{search::Deadline(std::chrono::seconds(10))});
  static const auto kPages = std::make_shared<const search::PageTables>(search::PageTables({}));
  static const search::ConditionTerms kTerms;
  const search::QueryBuilder builder({kIndex, kLanguages, kTerms, kPages}, kRanking, bounds);
  for (const auto mode : {search::MatchMode::kAll, search::MatchMode::kAny}) {
    Xapian::Enquire enquire(kIndex);
    enquire.set_query(builder.reranked(builder.candidates(query, mode, {}), query));
    demand(enquire.get_mset(0, 10).empty(), "an empty index has no answer", query.text);
  }
  (void)builder.parts(builder.without_stop_words(query), {});
}

void read(std::string_view bytes) {
  const search::QueryFields& fields = all_fields();
  const auto query = search::parse_query(bytes, fields);
  if (!query) return;
  demand(query->text.size() <= search::kMaxQueryBytes && clean_utf8(query->text) == query->text,
         "its text is clean");
  demand(query->root.kind == NodeKind::kAnd, "the root is an and");
  demand(check_node(query->root, 0) <= search::kMaxQueryBytes, "so many words and no more");
  const auto again = search::parse_query(query->text, fields);
  demand(again && again->text == query->text, "a query's text is its own query", query->text);
  search::Query limited = *query;
  search::limit_terms(limited,
                      {{"the", "of"}, [](const std::string& word) { return word.size(); }});
  demand(search::count_terms(limited) <= search::kMaxTerms, "what is asked has a limit");
  (void)searched_words(limited);
  ask(limited);
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  porthole::testing::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
