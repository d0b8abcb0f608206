// Fuzzer for trained models: any bytes after a valid head. The first byte selects a topic model or
// an importance model. Checks that a model that is read is written unchanged, and that its results
// are in range.
//
//   cmake --preset fuzz && ninja -C build/fuzz model_fuzzer &&
//     build/fuzz/bin/model_fuzzer -max_total_time=300

#include <xxhash.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/fuzz/laws.h"
#include "topics/classify/model_bytes.h"
#include "topics/classify/model_file.h"
#include "topics/importance/importance_model.h"

namespace porthole::testing {
namespace {

using topics::ImportanceModel;

constexpr std::size_t kMostTerms = 20;

/// Else nothing would get past the checksum.
std::string with_head(std::string_view magic, std::uint32_t version, std::string_view bytes) {
  topics::ByteWriter head;
  head.put(version);
  head.put(static_cast<std::uint64_t>(XXH64(bytes.data(), bytes.size(), 0)));
  return std::string(magic) + head.take() + std::string(bytes);
}

void read_importance_model(std::string_view bytes) {
  const auto model = ImportanceModel::from_bytes(with_head("PHSM", 1, bytes));
  if (!model) return;
  const std::string written = model->bytes();
  const auto again = ImportanceModel::from_bytes(written);
  demand(again && again->bytes() == written,
         "a model of importance is the same when it is read again");
  const std::vector<Link> links;
  const topics::TermCounts terms = topics::count_terms("a page", "", "of galaxies and stars");
  const topics::TraitSource page{
      .url = "https://known.example/a", .text = "galaxies", .links = links, .terms = terms};
  const double importance = model->importance(page, "known.example");
  demand(std::isnan(importance) || (importance >= 0 && importance <= 1),
         "importance is from 0 to 1");
  demand(model->tree().leaves() > 0, "a tree has leaves");
}

void read_topic_model(std::string_view bytes) {
  const auto model = topics::load_model(with_head("PHTM", 2, bytes));
  if (!model) return;
  const std::string written = topics::save_model(**model);
  const auto again = topics::load_model(written);
  demand(again && topics::save_model(**again) == written,
         "a topic model is the same when it is read again");
  const auto said = (*model)->classify(topics::count_terms("a page", "", "of galaxies and stars"));
  demand(std::isnan(said.relevance) || (said.relevance >= 0 && said.relevance <= 1),
         "relevance is from 0 to 1");
  const std::size_t topics_known = (*model)->taxonomy().size();
  demand(said.best < topics_known, "the best topic is one of the taxonomy");
  demand(said.topics.size() <= topics_known, "a topic is weighed once");
  demand((*model)->distinctive_terms(said.best, kMostTerms).size() <= kMostTerms,
         "so many terms and no more");
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole::testing;
  give_to_one_of({read_importance_model, read_topic_model}, data, size);
  return 0;
}
