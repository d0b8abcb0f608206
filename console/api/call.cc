#include "console/api/call.h"

#include "collection/open_collection.h"

namespace porthole::console {

Result<repository::QueryRows> ask(const ServedFolder& folder, const std::string& sql,
                                  std::size_t rows) {
  TRY_AS(collection, folder.open());
  return repository::run_query(collection::storage_of(*collection), sql,
                               {.rows = rows, .time = kAskTime});
}

}  // namespace porthole::console
