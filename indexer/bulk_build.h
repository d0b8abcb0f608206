#pragma once

/// Bulk load of a new index: writes small segments and merges them by compaction.
///
/// In:  documents, each page once.
/// Out: an index that replaces the previous one.
///
/// Xapian collects the postings of a commit in sorted maps, whose cost per posting grows with their
/// size. Segments of few documents keep them small, and merging sorted tables is cheap.
/// Each segment is written by a process of its own (child_process.h) while the next one is filled.
/// A sealed segment is complete and on disk; its name says which summaries it covers ("50-100-0":
/// those after serial 50 up to 100, never merged). A killed build resumes from its sealed segments.
/// The old index stays unchanged until the new one is complete.
///
///   FOLDER.building/making       a segment that is being written; discarded on resume
///   FOLDER.building/50-100-0     a sealed segment
///   FOLDER.building/whole        the merged index, before it replaces the old one
///
/// Thread safety: one thread; the caller holds the write lock of the index in `folder`. Errors: all
/// members throw Xapian::Error and std::filesystem::filesystem_error.

#include <xapian.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "indexer/child_process.h"

namespace porthole::indexer {

class BulkBuild {
 public:
  /// Resumes an earlier build of `folder` with the same `fields` (fields_as_json).
  BulkBuild(const std::filesystem::path& folder, std::string fields);

  /// Removes the files of an earlier build.
  static void forget(const std::filesystem::path& folder);

  /// The last serial that a sealed segment covers; 0 at first.
  std::int64_t serial() const { return serial_; }
  std::int64_t documents() const { return static_cast<std::int64_t>(ids_.size()); }
  /// Stemmers of the resumed segments.
  const std::set<std::string>& languages() const { return languages_; }

  bool has(const std::string& id) const { return ids_.contains(id); }
  /// Requires: !has(id).
  void add(const std::string& id, Xapian::Document document);
  void add_spelling(std::string word);
  /// True when the open segment has enough documents.
  bool is_full() const { return waiting_.size() >= kDocuments; }
  /// Begins to seal the open segment, which covers the summaries up to `serial`; `languages` are
  /// its stemmers. The next call, finish() or merge() waits for its end.
  void seal(std::int64_t serial, const std::string& languages);
  /// Waits until the segment that seal() began is on disk.
  void finish();

  /// Merges all segments into an index without spelling data, and returns its folder. Requires: all
  /// segments are sealed.
  std::filesystem::path merge();
  /// Makes the spelling data of the merged index. Segments store only the words: Xapian compresses
  /// each of the many small entries of spelling data whenever it writes or merges them.
  static void make_spelling(Xapian::WritableDatabase& merged);

 private:
  static constexpr std::size_t kDocuments = 80;  // in a segment
  static constexpr std::size_t kTogether = 50;   // segments of one level that are merged at once

  struct Segment {
    std::int64_t after = 0, last = 0;
    int level = 0;  // of merges
  };
  std::filesystem::path path_of(const Segment& segment) const;
  void write_segment(const std::string& languages) const;
  std::vector<Segment> find_segments() const;
  void take_up(const Segment& segment);
  void merge_full_levels();
  void merge_last(std::size_t count);
  void compact(std::size_t count, const std::filesystem::path& target) const;

  std::filesystem::path folder_;  // FOLDER.building
  std::string fields_;
  std::vector<Segment> segments_;
  std::unordered_set<std::string> ids_;
  std::set<std::string> languages_;
  std::vector<Xapian::Document> waiting_;  // for the open segment
  std::vector<std::string> words_;         // of the open segment, for spelling data
  std::int64_t serial_ = 0;
  std::optional<ChildProcess> writing_;  // of the segment that is sealed next
  Segment next_;
};

}  // namespace porthole::indexer
