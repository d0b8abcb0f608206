#include "search/index/commit_watch.h"

#include "search/index/commit.h"

namespace porthole::search {

std::string CommitWatch::newest() {
  const std::lock_guard lock(mutex_);
  try {
    return look();
  } catch (const Xapian::Error&) {
    indexes_.clear();  // replaced, or two commits further: opened anew the next time
    return "";
  }
}

std::string CommitWatch::look() {
  if (indexes_.empty()) {
    for (const std::filesystem::path& folder : folders_) indexes_.emplace_back(folder.string());
  }
  std::string names;
  for (Xapian::Database& index : indexes_) {
    index.reopen();
    if (!has_number(index)) return "";
    names += commit_of(index) + ' ';
  }
  return names;
}

}  // namespace porthole::search
