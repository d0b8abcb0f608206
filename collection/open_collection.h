#pragma once

/// Opens a collection together with its repository.

#include <memory>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/open_repository.h"
#include "repository/repository.h"

namespace porthole::collection {

struct OpenCollection {
  collection::Collection collection;
  std::unique_ptr<repository::Repository> repository;
};

/// Where the repository of a collection is: <storage> of its specification.
repository::StoragePlace storage_of(const Collection& collection);

/// Opens both. The repository must exist: only gather creates it. Files that the process writes
/// into a private collection are private, too (make_private()).
///
/// Errors: kNotFound with the command to type when there is no collection, or nothing was gathered
/// yet; those of Collection::open() and open_repository().
Result<OpenCollection> open_collection(const std::string& folder, repository::Access access);

/// The same before the first crawl, too: the repository is null then.
/// Errors: those of Collection::open() and open_repository().
Result<OpenCollection> open_with_or_without_repository(const std::string& folder,
                                                       repository::Access access);

/// Errors: kNotFound with the command to type when the collection has no page.
Result<void> check_has_pages(OpenCollection& open, const std::string& folder);

}  // namespace porthole::collection
