#pragma once

/// A predictable model of importance for tests: the more pages a page links to, the more important
/// it is.

#include <cmath>
#include <filesystem>

#include "collection/collection.h"
#include "gatherer/judge/importance_training.h"
#include "tests/support/files.h"

namespace porthole::testing {

inline topics::ImportanceModel importance_by_links() {
  std::vector<topics::ImportanceExample> examples;
  for (std::uint32_t links = 0; links < 40; ++links) {
    topics::ImportanceExample example;
    example.traits[static_cast<std::size_t>(topics::Trait::kBrokerage)] = std::log1p(links % 10);
    example.label = links % 10;
    example.group = links;
    examples.push_back(example);
  }
  return topics::ImportanceModel::train(examples, {}, {}, "made up by a test");
}

/// As if `porthole train --importance` had made it.
inline void give_importance_model(const collection::Collection& collection) {
  std::filesystem::create_directories(collection.model_folder());
  write_whole_file(collection.model_folder() / gatherer::kImportanceFile,
                   importance_by_links().bytes());
}

}  // namespace porthole::testing
