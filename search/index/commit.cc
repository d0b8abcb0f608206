#include "search/index/commit.h"

#include <optional>

#include "indexer/fields.h"

namespace porthole::search {
namespace {

std::optional<Xapian::rev> revision_of(const Xapian::Database& index) {
  try {
    return index.get_revision();
  } catch (const Xapian::InvalidOperationError&) {
    return std::nullopt;
  } catch (const Xapian::UnimplementedError&) {
    return std::nullopt;
  }
}

}  // namespace

bool has_number(const Xapian::Database& index) { return revision_of(index).has_value(); }

std::string commit_of(const Xapian::Database& index) {
  return index.get_uuid() + '/' + std::to_string(revision_of(index).value_or(0)) + '/' + index.get_metadata(indexer::kMetaCommit);
}

std::vector<std::string> commits_of(const std::vector<Xapian::Database>& indexes) {
  std::vector<std::string> commits;
  for (const Xapian::Database& index : indexes) commits.push_back(commit_of(index));
  return commits;
}

}  // namespace porthole::search
