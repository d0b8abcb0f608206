#include "collection/open_collection.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text/format.h"
#include "collection/collection.h"

namespace porthole::collection {

repository::StoragePlace storage_of(const Collection& collection) {
  return repository::storage_place(collection.specification().storage, collection.folder());
}

Result<OpenCollection> open_with_or_without_repository(const std::string& folder,
                                                       repository::Access access) {
  TRY_AS(collection, collection::Collection::open(folder));
  const repository::StoragePlace place = storage_of(*collection);
  std::error_code ignored;
  bool is_there = std::filesystem::exists(place.file, ignored);
  if (place.is_postgres()) {
    TRY_AS(there, repository::open_if_there(place));
    is_there = *there != nullptr;
  }
  if (collection::is_private(collection->folder())) ::umask(077);
  if (!is_there) return OpenCollection{std::move(*collection), nullptr};
  TRY_AS(repository, repository::open_repository(place, access));
  return OpenCollection{std::move(*collection), std::move(*repository)};
}

Result<OpenCollection> open_collection(const std::string& folder, repository::Access access) {
  auto open = open_with_or_without_repository(folder, access);
  if (open && open->repository == nullptr) {
    return fail(ErrorCode::kNotFound, "nothing was gathered yet in " + folder,
                "run: porthole gather " + shell_word(folder));
  }
  return open;
}

Result<void> check_has_pages(OpenCollection& open, const std::string& folder) {
  TRY_AS(counts, open.repository->counts());
  if (counts->fetched > 0) return {};
  return fail(
      ErrorCode::kNotFound, "no page was gathered yet in " + folder,
      "run: porthole gather " + shell_word(folder) + " (it tells why a seed could not be fetched)");
}

}  // namespace porthole::collection
