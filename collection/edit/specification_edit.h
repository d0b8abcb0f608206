#pragma once

/// Changes the specification of a collection, which is checked before it is replaced.
///
/// In:  a collection; a function from the text of porthole.xml to another text.
/// Out: the specification after the change; with Keep::kNo nothing is written.
///
/// A crawl that runs follows what SpecificationWatch follows within a second.
/// Thread safety: any thread; changes that are made at the same time come one after the other
/// (edit_lock.h).

#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::collection {

using TextChange = std::function<Result<std::string>(const std::string& text)>;

enum class Keep { kNo, kYes };

/// Errors: those of `change`; those of read_specification() for its result, which is not written
/// then; those of EditLock::take() and replace_file().
Result<Specification> edit_specification(const Collection& collection, const TextChange& change,
                                         Keep keep);

}  // namespace porthole::collection
