#pragma once

/// Features that authors and dates have in common.
///
/// They form groups; a property numbers the features of a group one after the other, in the order
/// given here, and passes the number of the first.
///
/// Thread safety: pure functions.

#include <algorithm>
#include <cstddef>

#include "parser/properties/candidates.h"
#include "parser/properties/page_view.h"

namespace porthole::parser {

/// The subject of the JSON-LD node that says it: article, thread, page, product, other.
std::size_t subject_feature(std::size_t article, Subject subject);

/// The distance of an offset of the text from the title: before it, near, middle, far; or no
/// heading.
std::size_t distance_feature(std::size_t before, const PageView& page, std::size_t at);

/// At least two, three, four parts of the page agree.
void set_agreement(Candidate::Features& features, std::size_t two, std::size_t parts);

/// Adds the candidate "none of them". Its features: none, and whether the page is an article, a
/// product, a thread, a home page, a list, and has `json` and `meta`. Valid until the next offer.
Candidate& offer_none(Candidates& candidates, std::size_t none, const PageView& page, Sign json,
                      Sign meta);

/// Removes the candidate "none of them" if `is_stated` holds for one of the candidates.
template <class IsStated>
void remove_none_if_any(Candidates& candidates, IsStated is_stated) {
  auto& all = candidates.all();
  if (std::any_of(all.begin(), all.end(), is_stated))
    std::erase_if(all, [](const Candidate& one) { return one.value.empty(); });
}

}  // namespace porthole::parser
