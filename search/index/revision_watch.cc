#include "search/index/revision_watch.h"

#include "search/index/revision.h"

namespace porthole::search {

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
