#include "repository/sql/database.h"

#include <algorithm>

namespace porthole::repository {

Result<void> Statement::run() {
  while (step()) {
  }
  if (failed()) return error();
  return {};
}

Result<void> Database::transaction(const std::function<Result<void>()>& work) {
  if (lock_) {
    if (auto held = lock_->check(); !held) return held;
  }
  return run_transaction(work);
}

std::string list_of(const std::int64_t* ids, std::size_t count) {
  if (count == 0) return "(NULL)";
  std::string list = "(";
  for (std::size_t i = 0; i < count; ++i) list.append(std::to_string(ids[i])).append(",");
  list.back() = ')';
  return list;
}

Result<void> run_for_ids(Database& database, std::string_view sql,
                         const std::vector<std::int64_t>& ids) {
  constexpr std::size_t kMost = 500;
  for (std::size_t at = 0; at < ids.size(); at += kMost) {
    const std::size_t count = std::min(kMost, ids.size() - at);
    TRY(database.execute(std::string(sql) + list_of(ids.data() + at, count)));
  }
  return {};
}

}  // namespace porthole::repository
