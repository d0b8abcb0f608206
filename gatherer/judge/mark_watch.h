#pragma once

/// MarkWatch: notices that the taxonomy has other good topics while a crawl runs.
///
/// In:  the taxonomy's file, looked at ten times a second.
/// Out: a judge that judges by the new marks.
///
/// A file that cannot be read, or that marks a topic which the classifier has not learned, is told
/// in a warning, and the marks stay as they were. Other changes of the file take effect when the
/// classifier is trained again.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7: one update statement marking
/// the ancestor good fixed the stagnation.
/// Thread safety: one thread, that of the judge. Lifetime: the judge and the clock outlive it.

#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/file_stamp.h"
#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"

namespace porthole::gatherer {

class MarkWatch {
 public:
  /// `judge` is the one that make_page_judge() made for `collection`.
  MarkWatch(const collection::Collection& collection, PageJudge& judge, const Clock& clock);

  /// True if the judge has other marks since the last call.
  bool changed();

 private:
  Result<std::vector<std::string>> marked() const;

  std::filesystem::path folder_;
  std::string name_;  ///< The file, as the specification names it; "" without a taxonomy.
  std::filesystem::path file_;
  PageJudge& judge_;
  const Clock& clock_;
  std::vector<std::string> good_;
  FileStamp seen_{};
  SteadyTime looked_;
};

}  // namespace porthole::gatherer
