// The laws of queries on any bytes.
//
//   cmake --preset fuzz && ninja -C build/fuzz query_fuzzer && build/fuzz/bin/query_fuzzer -max_total_time=300

#include <cstdint>
#include <string>

#include "base/text.h"
#include "search/query.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

using search::Node;
using search::NodeKind;

std::size_t check_node(const Node& node, std::size_t depth) {
  demand(depth <= 2 * search::kMaxNesting + 4, "nesting has a limit");
  std::size_t terms = node.words.size();
  for (const std::string& word : node.words) demand(clean_utf8(word) == word, "words are text", word);
  for (const Node& child : node.children) {
    const bool only_under_and = child.kind == NodeKind::kNot || child.kind == NodeKind::kRequired;
    demand(!only_under_and || node.kind == NodeKind::kAnd, "not and + stand under and");
    terms += check_node(child, depth + 1);
  }
  return terms;
}

void read(std::string_view bytes) {
  const search::QueryFields fields;
  const auto query = search::parse_query(bytes, fields);
  if (!query) return;
  demand(query->text.size() <= search::kMaxQueryBytes && clean_utf8(query->text) == query->text, "its text is clean");
  demand(query->root.kind == NodeKind::kAnd, "the root is an and");
  demand(check_node(query->root, 0) <= search::kMaxTerms * search::kMaxPhraseWords, "so many words and no more");
  const auto again = search::parse_query(query->text, fields);
  demand(again && again->text == query->text, "a query's text is its own query", query->text);
  (void)searched_words(*query);
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  porthole::testing::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
