#pragma once

/// Journal of a sample: stores the pages that it has read, so that an interrupted run is replayed
/// to where it was.
///
/// In:  pages as they are read.
/// Out: the same, by the URL that was asked for.
///
///   DIR/samples/NAME/journal.jsonl   a line with the options and starts of the sample, then a line
///                                    a page; append-only, a batch at a time, after its archive
///                                    records are on disk
///   DIR/samples/NAME/archive/        every answer of the web, as WARC/1.1
///
/// An incomplete last line of an interrupted batch is ignored and cut off.
/// Thread safety: one thread, one process (a lock beside the journal).

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "repository/lock.h"

namespace porthole::sampling {

/// A page as it was read. URLs are hrefs without fragments.
struct SampledPage {
  std::string asked;
  std::string url;  ///< After redirects.
  std::string
      failure;  ///< Why there is no page; "" when there is one, and the fields below are valid.
  bool fetched = false;  ///< Fetched from the web in this run, not read from the repository.
  bool on_topic = false;
  bool in_wider = false;
  double relevance = 0;
  std::string topic;
  std::vector<std::string> links{};  ///< Links to follow, each once.
  std::vector<std::string>
      in_links{};              ///< Pages that link here, as the repository or a file of links says.
  std::size_t out_degree = 0;  ///< Number of distinct link targets.
  std::string language;
  std::string media_type;
  std::string year;  ///< Year of its last change or publication, as it states; "" = not stated.
};

/// End of the archive at the last batch.
struct ArchiveEnd {
  std::string file;
  std::int64_t size = 0;
};

/// Visits the pages of the journal in `folder`, which another process may be appending to; lines
/// that are not a page, such as an incomplete one, are ignored. Errors: kPermission, kStorage when
/// there is none that can be read.
Result<void> for_each_journaled_page(const std::filesystem::path& folder,
                                     const std::function<void(const SampledPage&)>& visit);

class SampleJournal {
 public:
  /// Opens the sample in `folder`, or begins it with `begin`, which has the members "options" and
  /// "starts". With `afresh` an existing sample is deleted, unless another process uses it.
  ///
  /// Errors: kUsage when the sample there was begun with other options (it says which); kBusy;
  /// kInvalid for a file that is not a journal; kPermission, kDiskFull, kStorage.
  static Result<SampleJournal> open(const std::filesystem::path& folder,
                                    const nlohmann::json& begin, bool afresh);
  ~SampleJournal();
  SampleJournal(SampleJournal&& other) noexcept;
  SampleJournal& operator=(SampleJournal&&) = delete;

  /// The first line: options and starts.
  const nlohmann::json& begun() const { return begun_; }
  /// Finds a page by the key of the requested URL; null when it was never requested. Lifetime:
  /// until the next append().
  const SampledPage* find(const std::string& key) const;
  std::filesystem::path folder() const { return file_.parent_path(); }
  std::size_t pages() const { return pages_.size(); }
  std::size_t fetched() const { return fetched_; }
  const ArchiveEnd& archive_end() const { return end_; }

  /// Appends pages and returns when they are on disk. Errors: kDiskFull, kStorage; the journal then
  /// ends where it ended before.
  Result<void> append(std::vector<SampledPage> pages, const ArchiveEnd& end);

 private:
  SampleJournal(std::filesystem::path file, repository::Lock lock, int descriptor);
  Result<void> load(const nlohmann::json& begin);
  Result<void> write(const std::string& lines);
  void take(const nlohmann::json& line);
  void put(SampledPage page);

  std::filesystem::path file_;
  repository::Lock lock_;
  int descriptor_;
  std::int64_t size_ = 0;
  nlohmann::json begun_;
  std::unordered_map<std::string, SampledPage> pages_;  ///< By key.
  std::size_t fetched_ = 0;
  ArchiveEnd end_;
};

}  // namespace porthole::sampling
