#pragma once

/// A collection and its repository, as most verbs need them.

#include <memory>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::cli {

struct OpenCollection {
  collection::Collection collection;
  std::unique_ptr<repository::Repository> repository;
};

/// Opens both. A repository is never made here: only gather makes one.
///
/// Errors: kNotFound with the command to type when there is no collection, or nothing was gathered
/// yet; those of Collection::open() and open_sqlite().
Result<OpenCollection> open_collection(const std::string& folder, repository::Access access);

}  // namespace porthole::cli
