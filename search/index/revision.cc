#include "search/index/revision.h"

#include <optional>

#include "indexer/fields.h"

namespace porthole::search {

namespace {

std::optional<Xapian::rev> xapian_revision(const Xapian::Database& index) {
  try {
    return index.get_revision();
  } catch (const Xapian::InvalidOperationError&) {
    return std::nullopt;
  } catch (const Xapian::UnimplementedError&) {
    return std::nullopt;
  }
}

}  // namespace

bool has_revision_number(const Xapian::Database& index) {
  return xapian_revision(index).has_value();
}

std::string revision_of(const Xapian::Database& index) {
  return index.get_uuid() + '/' + std::to_string(xapian_revision(index).value_or(0)) + '/' +
         index.get_metadata(indexer::kMetaCommit);
}

std::vector<std::string> revisions_of(const std::vector<Xapian::Database>& indexes) {
  std::vector<std::string> revisions;
  for (const Xapian::Database& index : indexes) revisions.push_back(revision_of(index));
  return revisions;
}

std::string RevisionWatch::newest() {
  const std::lock_guard lock(mutex_);
  try {
    return look();
  } catch (const Xapian::Error&) {
    indexes_.clear();  // replaced, or overwritten by later revisions: reopened by the next call
    return "";
  }
}

std::string RevisionWatch::look() {
  if (indexes_.empty()) {
    for (const std::filesystem::path& folder : folders_) indexes_.emplace_back(folder.string());
  }
  std::string names;
  for (Xapian::Database& index : indexes_) {
    index.reopen();
    if (!has_revision_number(index)) return "";
    names += revision_of(index) + ' ';
  }
  return names;
}

}  // namespace porthole::search
