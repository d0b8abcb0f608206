#include "search/ranking/feedback.h"

#include <algorithm>
#include <string>

#include "indexer/fields.h"

namespace porthole::search {
namespace {

// Accepts stems of the text field: "Z" and a word, which never begins with a capital.
class TextStems final : public Xapian::ExpandDecider {
 public:
  bool operator()(const std::string& term) const override {
    return term.size() > kShortest && term.starts_with(indexer::kStemPrefix) &&
           !(term[1] >= 'A' && term[1] <= 'Z');
  }

 private:
  static constexpr std::size_t kShortest = 3;  // bytes, including "Z"
};

}  // namespace

std::vector<Part> related_words(Xapian::Enquire& enquire, const Xapian::MSet& first,
                                const Ranking& ranking) {
  std::vector<Part> parts;
  if (ranking.expansion_words == 0 || ranking.expansion <= 0 || first.empty()) return parts;
  Xapian::RSet relevant;
  std::uint32_t left = ranking.expansion_pages;
  for (auto it = first.begin(); it != first.end() && left > 0; ++it, --left)
    relevant.add_document(*it);
  enquire.set_expansion_scheme("bo1");
  const TextStems stems;
  const Xapian::ESet found = enquire.get_eset(ranking.expansion_words, relevant, &stems);
  if (found.empty()) return parts;
  const double most = found.begin().get_weight();
  for (auto it = found.begin(); it != found.end(); ++it) {
    const std::string term = *it;
    const double weight = ranking.expansion * it.get_weight() / most;
    parts.push_back({"related", term.substr(indexer::kStemPrefix.size()),
                     Xapian::Query(Xapian::Query::OP_SCALE_WEIGHT, Xapian::Query(term), weight)});
  }
  return parts;
}

}  // namespace porthole::search
