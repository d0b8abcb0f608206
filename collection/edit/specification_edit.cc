#include "collection/edit/specification_edit.h"

#include "base/file_limits.h"
#include "base/xml/tree.h"
#include "collection/edit/edit_lock.h"

namespace porthole::collection {

Result<Specification> edit_specification(const Collection& collection, const TextChange& change,
                                         Keep keep) {
  const Result<EditLock> lock = EditLock::take(collection.folder());
  if (!lock) return fail(lock.error());
  const std::filesystem::path file = collection.specification_file();
  const Result<std::string> before = xml::read_file(file, kLargestSpecification);
  if (!before) return fail(before.error());
  const Result<std::string> after = change(*before);
  if (!after) return fail(after.error());
  Result<Specification> read = read_specification_text(*after, file);
  if (!read || keep == Keep::kNo || *after == *before) return read;
  if (auto written = replace_file(file, *after); !written) return fail(written.error());
  return read;
}

}  // namespace porthole::collection
