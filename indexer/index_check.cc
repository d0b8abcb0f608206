#include "indexer/index_check.h"

#include <xapian.h>

#include <sstream>
#include <utility>

#include "indexer/index_state.h"

namespace porthole::indexer {

Result<IndexCheck> check_index(const std::filesystem::path& folder) {
  const Result<IndexState> state = read_index_state(folder);
  if (!state) return fail(state.error());
  IndexCheck check{state->documents, state->serial, state->is_current, {}};
  constexpr std::size_t kMostLines = 10;
  try {
    std::ostringstream report;
    const std::size_t errors = Xapian::Database::check(folder.string(), 0, &report);
    if (errors == 0) return check;
    std::istringstream lines(report.str());
    for (std::string line; std::getline(lines, line) && check.faults.size() < kMostLines;) {
      if (!line.empty()) check.faults.push_back(std::move(line));
    }
    if (check.faults.empty()) check.faults.push_back(std::to_string(errors) + " errors");
  } catch (const Xapian::Error& error) {
    check.faults.push_back(error.get_msg());
  }
  return check;
}

}  // namespace porthole::indexer
