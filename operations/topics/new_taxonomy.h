#pragma once

/// The taxonomy of a new collection: a copy of an existing one, with topics from bookmarks and with
/// example pages of the wanted topic.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/taxonomy_file.h"

namespace porthole::operations {

struct NewTaxonomyOptions {
  std::string taxonomy;               ///< A file, or the name of a bundled one; "" = none.
  std::string bookmarks;              ///< A file (read_example_file()); "" = none.
  std::vector<std::string> examples;  ///< URLs of pages about the wanted topic.
  std::vector<std::string> good;      ///< Paths of the wanted topics.
  bool has_examples() const { return !bookmarks.empty() || !examples.empty(); }
  bool has_any() const { return !taxonomy.empty() || has_examples(); }
};

struct NewTaxonomy {
  collection::TaxonomyFile file;
  std::vector<Error> skipped;  ///< Bookmarks and examples that are not usable.
};

/// The file that `name` means: a file, or a bundled taxonomy (examples/taxonomies/).
std::filesystem::path taxonomy_place(const std::string& name);

/// The files of the bundled taxonomies. Errors: those of program_file().
Result<std::vector<std::filesystem::path>> bundled_taxonomies();

/// Reads it. Errors: those of TaxonomyFile::read(), with the bundled ones as the remedy of
/// kNotFound.
Result<collection::TaxonomyFile> read_taxonomy(const std::string& name);

/// Makes the taxonomy that will be saved in `folder`. Examples go to the one topic of `good`, or to
/// a new topic `name`, which is then good. Bookmarks of a single topic make that topic good.
/// Requires: options.has_any().
/// Errors: kUsage when examples are given and several good topics; those of the readers.
Result<NewTaxonomy> make_new_taxonomy(const NewTaxonomyOptions& options, const std::string& folder,
                                      const std::string& name);

}  // namespace porthole::operations
