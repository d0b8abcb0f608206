#include "parser/properties/common_features.h"

namespace porthole::parser {

std::size_t subject_feature(std::size_t article, Subject subject) {
  switch (subject) {
    case Subject::kArticle:
      return article;
    case Subject::kThread:
      return article + 1;
    case Subject::kPage:
      return article + 2;
    case Subject::kProduct:
      return article + 3;
    case Subject::kList:
    case Subject::kOther:
      break;
  }
  return article + 4;
}

std::size_t distance_feature(std::size_t before, const PageView& page, std::size_t at) {
  constexpr std::size_t kNearBytes = 300, kMiddleBytes = 2000;
  if (page.heading.empty()) return before + 4;
  if (at < page.heading.begin) return before;
  if (at <= page.heading.end + kNearBytes) return before + 1;
  return at <= page.heading.end + kMiddleBytes ? before + 2 : before + 3;
}

void set_agreement(Candidate::Features& features, std::size_t two, std::size_t parts) {
  for (std::size_t i = 0; i < 3; ++i) features.set(two + i, parts >= i + 2);
}

Candidate& offer_none(Candidates& candidates, std::size_t none, const PageView& page, Sign json,
                      Sign meta) {
  Candidate& one = *candidates.offer("", "", "", none);
  one.features.set(none + 1, page.is_article);
  one.features.set(none + 2, page.is_product);
  one.features.set(none + 3, page.is_thread);
  one.features.set(none + 4, page.is_home);
  one.features.set(none + 5, page.evidence.has_subject(Subject::kList));
  one.features.set(none + 6, !page.evidence.first(json).empty());
  one.features.set(none + 7, !page.evidence.first(meta).empty());
  return one;
}

}  // namespace porthole::parser
