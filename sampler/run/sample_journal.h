#pragma once

/// The pages that a sample has read, kept so that a run that ended anyhow is walked again to where it was.
///
/// In:  pages as they are read.
/// Out: the same, by the URL that was asked for.
///
///   DIR/samples/NAME/journal.jsonl   a line with what the sample is (its options and starts), then a line a page;
///                                    only ever added to, a batch at a time, after its archive records are on disk
///   DIR/samples/NAME/archive/        every answer of the web, as WARC/1.1
///
/// What a batch was cut short of is not there: a last line without its end is passed over and cut off.
/// Thread safety: one thread, one process (a lock beside the journal).

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "repository/lock.h"

namespace porthole::sampler {

/// A page as it was read. URLs are hrefs without fragments.
struct SampledPage {
  std::string asked;
  std::string url;                    ///< After redirects.
  std::string failure;                ///< Why there is no page; "" when there is one, and all below counts.
  bool fetched = false;               ///< From the web now, not from the repository.
  bool on_topic = false;
  bool in_wider = false;
  double relevance = 0;
  std::string topic;
  std::vector<std::string> links{};     ///< That may be followed; each once.
  std::vector<std::string> in_links{};  ///< Pages that link here, as the repository or a file of links says.
  std::size_t out_degree = 0;           ///< Distinct pages that it links to, wherever.
  std::string language;
  std::string media_type;
  std::string year;                     ///< Of its last change or publication, by what it says; "" = it does not.
};

/// Where the archive ended.
struct ArchiveEnd {
  std::string file;
  std::int64_t size = 0;
};

/// Visits the pages of the journal in `folder`, which another process may be adding to; lines that are no page, such as one
/// half written, are passed over. Errors: kPermission, kStorage when there is none that can be read.
Result<void> for_each_journaled_page(const std::filesystem::path& folder,
                                     const std::function<void(const SampledPage&)>& visit);

class SampleJournal {
 public:
  /// Opens the sample in `folder`, or begins it with `begin`, which has the members "options" and "starts". With `afresh`
  /// what is there is thrown away, unless another process is at it.
  ///
  /// Errors: kUsage when the sample there was begun with other options (it says which); kBusy; kInvalid for a file
  /// that is no journal; kPermission, kDiskFull, kStorage.
  static Result<SampleJournal> open(const std::filesystem::path& folder, const nlohmann::json& begin, bool afresh);
  ~SampleJournal();
  SampleJournal(SampleJournal&& other) noexcept;
  SampleJournal& operator=(SampleJournal&&) = delete;

  /// As it was begun.
  const nlohmann::json& begun() const { return begun_; }
  /// By the key of the URL that was asked for; null when it never was. Lifetime: until the next append().
  const SampledPage* find(const std::string& key) const;
  std::filesystem::path folder() const { return file_.parent_path(); }
  std::size_t pages() const { return pages_.size(); }
  std::size_t fetched() const { return fetched_; }
  const ArchiveEnd& archive_end() const { return end_; }

  /// Returns when they are on disk. Errors: kDiskFull, kStorage; the journal then ends where it ended before.
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

}  // namespace porthole::sampler
