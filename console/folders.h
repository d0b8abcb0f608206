#pragma once

/// The folders that the command line gave to the console: each is a collection, or becomes one by
/// the start page. No path comes from the web: a call names a folder by its key.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "console/editor.h"
#include "console/job_runner.h"
#include "console/search_page.h"

namespace porthole::console {

/// An answer that costs something to make, kept for a while: two seconds, or twenty times as long
/// as it took to make, so that watching takes a twentieth of a core at most. Thread safety: any
/// thread; one makes the answer, the others wait for it.
class KeptAnswer {
 public:
  Result<std::string> get(const std::function<Result<std::string>()>& make) {
    const std::lock_guard lock(mutex_);
    const Time now = std::chrono::steady_clock::now();
    if (now < good_until_) return answer_;
    Result<std::string> made = make();
    if (!made) return made;
    const Time end = std::chrono::steady_clock::now();
    good_until_ = end + std::max<Time::duration>(kLeast, 20 * (end - now));
    answer_ = *made;
    return made;
  }
  /// The next get() makes it anew.
  void forget() {
    const std::lock_guard lock(mutex_);
    good_until_ = {};
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds kLeast{2};

  std::mutex mutex_;
  Time good_until_{};  // guarded by mutex_, as is the next
  std::string answer_;
};

/// The beginning of a collection that is made by the start page.
struct Beginning {
  std::string gateway{};             ///< "" for none.
  std::filesystem::path taxonomy{};  ///< Copied; "" for none.
};

/// Thread safety: any thread.
class ServedFolder {
 public:
  /// `program`: porthole, for jobs.
  ServedFolder(std::string folder, std::string key, const std::filesystem::path& program,
               Beginning beginning, SearchAddress search);

  const std::string& folder() const { return folder_; }  ///< As on the command line.
  const std::string& key() const { return key_; }        ///< Its last part: "cycling".
  const Beginning& beginning() const { return beginning_; }
  bool is_collection() const;
  /// Opened anew, since the specification may have changed. Errors: those of Collection::open().
  Result<collection::Collection> open() const;

  JobRunner& jobs() { return jobs_; }
  KeptAnswer& snapshot() { return snapshot_; }
  KeptAnswer& site_map() { return site_map_; }
  Editor& editor() { return editor_; }
  SearchPage& search_page() { return search_page_; }

 private:
  const std::string folder_, key_;
  const Beginning beginning_;
  JobRunner jobs_;
  KeptAnswer snapshot_, site_map_;
  Editor editor_;
  SearchPage search_page_;
};

class Folders {
 public:
  /// Errors: kUsage for none, and for two with the same last part.
  static Result<Folders> make(const std::vector<std::string>& folders,
                              const std::filesystem::path& program, const Beginning& beginning,
                              const SearchAddress& search);

  /// Null if there is none; the first for "".
  ServedFolder* find(std::string_view key) const;
  const std::vector<std::unique_ptr<ServedFolder>>& all() const { return all_; }

 private:
  std::vector<std::unique_ptr<ServedFolder>> all_;
};

}  // namespace porthole::console
