#pragma once

/// Holds the words of a schema against what is asked of one. Inside this room only.

#include <vector>

#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

/// The classes under which every other class must stand: pages, and what is said about them.
inline constexpr std::string_view kRootClasses[] = {"urn:porthole:summary:1#Page",
                                                    "urn:porthole:summary:1#Annotation"};

/// What is wrong with `words` beside `known` (Vocabulary::add() says what is asked); in the order of
/// the file. A schema that comes first, before anything is known, is our own.
std::vector<Problem> check_schema(const Definitions& words, const Vocabulary& known);

}  // namespace porthole::summarizer
