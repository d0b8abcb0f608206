// Adds schemas to a vocabulary: read, validate, merge.

#include <cassert>
#include <utility>

#include "summarizer/schema/rdfs_reader.h"
#include "summarizer/schema/schema_check.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::embedded {
std::string_view summary_schema(std::string_view name);  // embedded from schemas/ by the build
}

namespace porthole::summarizer {

const Vocabulary& Vocabulary::built_in() {
  static const Vocabulary* const words = [] {
    auto* const made = new Vocabulary;
    const auto wrong = made->add(embedded::summary_schema("summary.rdfs"), "summary.rdfs");
    assert(wrong.empty());
    (void)wrong;
    return made;
  }();
  return *words;
}

std::vector<Problem> Vocabulary::add(std::string_view rdfs, const std::string& schema) {
  Result<Definitions> words = read_rdfs(rdfs, schema);
  if (!words) return {{schema, words.error().line, words.error().message}};
  std::vector<Problem> wrong = check_schema(*words, *this);
  if (wrong.empty()) take(std::move(*words));
  return wrong;
}

}  // namespace porthole::summarizer
