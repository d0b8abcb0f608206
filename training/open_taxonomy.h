#pragma once

/// A collection opened with its taxonomy, for commands that change topics and examples.
///
///   Result<OpenTaxonomy> open = open_or_make_taxonomy("cycling");
///   open->file.add(examples);
///   save_taxonomy(*open, SeedExamples::kYes);
///
/// Thread safety: one thread. Who opens a taxonomy to change it waits for others who do
/// (collection/edit/edit_lock.h).

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "collection/edit/edit_lock.h"
#include "collection/taxonomy_file.h"

namespace porthole::training {

struct OpenTaxonomy {
  collection::Collection collection;
  collection::TaxonomyFile file;
  /// URLs of the examples of good topics when the taxonomy was opened.
  std::vector<std::string> good_examples{};
  std::optional<collection::EditLock> lock{};  ///< With Purpose::kChange.
};

enum class Purpose { kRead, kChange };

/// URLs of the examples of good topics and of topics below them.
std::vector<std::string> good_examples(const topics::Taxonomy& taxonomy);

/// Number of examples of all topics.
std::size_t count_examples(const topics::Taxonomy& taxonomy);

/// The text of a taxonomy without topics.
std::string empty_taxonomy();

/// Opens both.
/// Errors: those of Collection::open() and read_taxonomy_of(); with kChange of EditLock::take().
Result<OpenTaxonomy> open_taxonomy(const std::string& folder, Purpose purpose = Purpose::kRead);

/// The same; a collection without a taxonomy gets an empty one, `taxonomy.xml`, which
/// save_taxonomy() writes and names in the specification.
Result<OpenTaxonomy> open_or_make_taxonomy(const std::string& folder,
                                           Purpose purpose = Purpose::kRead);

enum class SeedExamples { kNo, kYes };

/// Saves the taxonomy, then names it in the specification if that names none. With kYes, examples
/// of good topics become seeds, if they were not examples of good topics before. Returns the new
/// seeds.
/// Errors: those of replace_file(), add_seeds() and name_taxonomy().
Result<std::vector<std::string>> save_taxonomy(const OpenTaxonomy& open, SeedExamples seeds);

}  // namespace porthole::training
