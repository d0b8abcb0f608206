#include "porthole/open_collection.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "porthole/output.h"

namespace porthole::cli {

Result<OpenCollection> open_collection(const std::string& folder, repository::Access access) {
  Result<collection::Collection> collection = collection::Collection::open(folder);
  if (!collection) return fail(collection.error());
  std::error_code ignored;
  if (!std::filesystem::exists(collection->repository_file(), ignored)) {
    return fail(ErrorCode::kNotFound, "nothing was gathered yet in " + folder,
                "run: porthole gather " + shell_word(folder));
  }
  auto repository = repository::open_sqlite(collection->repository_file(), access);
  if (!repository) return fail(repository.error());
  return OpenCollection{std::move(*collection), std::move(*repository)};
}

}  // namespace porthole::cli
