#include "indexer/index_check.h"

#include <unistd.h>
#include <xapian.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sstream>
#include <system_error>
#include <utility>

#include "indexer/child_process.h"
#include "indexer/fields.h"
#include "indexer/index_digests.h"

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

/// Xapian opens the tables that it checks for writing, too, and changes nothing.
Result<void> check_writable(const std::filesystem::path& folder) {
  std::error_code failed;
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::filesystem::path& file = at->path();
    if (file.extension() != ".glass" || ::access(file.c_str(), W_OK) == 0) continue;
    return fail(ErrorCode::kPermission,
                "it was not checked: " + file.string() + ": " + std::strerror(errno),
                "run the same command as a user who may write the index");
  }
  return {};
}

/// Compares the files with their digests, then lets Xapian check them.
void check_files(const std::filesystem::path& folder, IndexCheck& check) {
  DigestComparison compared = compare_index_digests(folder, Xapian::Database(folder.string()));
  check.is_compared = compared.is_compared;
  check.faults = std::move(compared.faults);
  ChildProcess child("the process that read it", [&folder] { read_whole(folder.string()); });
  child.wait();
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
  TRY_AS(state, read_index_state(folder));
  TRY(check_writable(folder));
  IndexCheck check{state->documents, state->serial, state->is_current, false, {}};
  try {
    check_files(folder, check);
  } catch (const Xapian::Error& error) {
    for (std::string& line : first_lines(error.get_msg())) check.faults.push_back(std::move(line));
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(ErrorCode::kStorage, error.what());
  }
  return check;
}

Result<IndexState> read_index_state(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored) || std::filesystem::is_empty(folder, ignored))
    return fail(ErrorCode::kNotFound, "there is no index yet");
  try {
    const Xapian::Database database(folder.string());
    IndexState state;
    state.documents = database.get_doccount();
    const std::string serial = database.get_metadata(kMetaSerial);
    std::from_chars(serial.data(), serial.data() + serial.size(), state.serial);
    state.is_current = database.get_metadata(kMetaVersion) == kIndexVersion;
    state.has_off_topic = database.get_metadata(kMetaTopic).starts_with("all");
    return state;
  } catch (const Xapian::Error& error) {
    return fail(ErrorCode::kStorage, "the index cannot be read: " + error.get_msg(),
                "remove the folder " + folder.string() +
                    " and run porthole index: it is built "
                    "again from the summaries");
  }
}

std::string index_library() { return std::string("Xapian ") + Xapian::version_string(); }

}  // namespace porthole::indexer
