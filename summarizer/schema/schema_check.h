#pragma once

/// Validates the definitions of a schema. A private function of summarizer/schema.

#include <vector>

#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

/// Every class must be a subclass of one of these: pages and annotations.
inline constexpr std::string_view kRootClasses[] = {"urn:porthole:summary:1#Page",
                                                    "urn:porthole:summary:1#Annotation"};

/// The problems of `words`, given the vocabulary `known`, in file order; Vocabulary::add() lists
/// the rules. A schema added to an empty vocabulary is the built-in one.
std::vector<Problem> check_schema(const Definitions& words, const Vocabulary& known);

}  // namespace porthole::summarizer
