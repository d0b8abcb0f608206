#pragma once

/// A collection and its repository, as most verbs need them.

#include <memory>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::collection {

struct OpenCollection {
  collection::Collection collection;
  std::unique_ptr<repository::Repository> repository;
};

/// Opens both. A repository is never made here: only gather makes one. What the process writes
/// beside a collection that its owner alone may read is his alone, too
/// (collection/private_files.h).
///
/// Errors: kNotFound with the command to type when there is no collection, or nothing was gathered
/// yet; those of Collection::open() and open_sqlite().
Result<OpenCollection> open_collection(const std::string& folder, repository::Access access);

/// Errors: kNotFound with the command to type when the collection has no page.
Result<void> check_has_pages(OpenCollection& open, const std::string& folder);

}  // namespace porthole::collection
