#include "collection/edit/specification_edit.h"

#include "base/file_limits.h"
#include "base/xml/tree.h"
#include "collection/edit/edit_lock.h"

namespace porthole::collection {

Result<Specification> edit_specification(const Collection& collection, const TextChange& change,
                                         Keep keep) {
  TRY_AS(lock, EditLock::take(collection.folder()));
  const std::filesystem::path file = collection.specification_file();
  TRY_AS(before, xml::read_file(file, kLargestSpecification));
  TRY_AS(after, change(*before));
  Result<Specification> read = read_specification_text(*after, file);
  if (!read || keep == Keep::kNo || *after == *before) return read;
  TRY(replace_file(file, *after));
  return read;
}

}  // namespace porthole::collection
