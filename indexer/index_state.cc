#include "indexer/index_state.h"

#include <xapian.h>

#include <charconv>

#include "indexer/fields.h"
#include "indexer/off_topic.h"

namespace porthole::indexer {

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
