#include "collection/open_collection.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text/format.h"
#include "collection/private_files.h"

namespace porthole::collection {

Result<OpenCollection> open_collection(const std::string& folder, repository::Access access) {
  Result<collection::Collection> collection = collection::Collection::open(folder);
  if (!collection) return fail(collection.error());
  std::error_code ignored;
  if (!std::filesystem::exists(collection->repository_file(), ignored)) {
    return fail(ErrorCode::kNotFound, "nothing was gathered yet in " + folder,
                "run: porthole gather " + shell_word(folder));
  }
  if (collection::is_private(collection->folder())) ::umask(077);
  auto repository = repository::open_sqlite(collection->repository_file(), access);
  if (!repository) return fail(repository.error());
  return OpenCollection{std::move(*collection), std::move(*repository)};
}

Result<void> check_has_pages(OpenCollection& open, const std::string& folder) {
  const Result<repository::Counts> counts = open.repository->counts();
  if (!counts) return fail(counts.error());
  if (counts->fetched > 0) return {};
  return fail(
      ErrorCode::kNotFound, "no page was gathered yet in " + folder,
      "run: porthole gather " + shell_word(folder) + " (it tells why a seed could not be fetched)");
}

}  // namespace porthole::collection
