#include "indexer/index_check.h"

#include <xapian.h>

#include <sstream>
#include <utility>

#include "indexer/child_process.h"
#include "indexer/index_state.h"

namespace porthole::indexer {

namespace {

constexpr std::size_t kMostLines = 10;

/// Reads every block of the index. Errors: throws Xapian::Error with what is damaged, a line each.
void read_whole(const std::string& folder) {
  std::ostringstream report;
  const std::size_t errors = Xapian::Database::check(folder, 0, &report);
  if (errors == 0) return;
  throw Xapian::DatabaseCorruptError(report.str().empty() ? std::to_string(errors) + " errors"
                                                          : report.str());
}

std::vector<std::string> first_lines(const std::string& text) {
  std::vector<std::string> first;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && first.size() < kMostLines;) {
    if (!line.empty()) first.push_back(std::move(line));
  }
  if (first.empty()) first.emplace_back("it is damaged");
  return first;
}

}  // namespace

Result<IndexCheck> check_index(const std::filesystem::path& folder) {
  const Result<IndexState> state = read_index_state(folder);
  if (!state) return fail(state.error());
  IndexCheck check{state->documents, state->serial, state->is_current, {}};
  try {
    ChildProcess child("the process that read it", [&folder] { read_whole(folder.string()); });
    child.wait();
  } catch (const Xapian::Error& error) {
    check.faults = first_lines(error.get_msg());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(ErrorCode::kStorage, error.what());
  }
  return check;
}

}  // namespace porthole::indexer
