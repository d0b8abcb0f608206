#pragma once

/// The folders that the command line gave to the console: each is a collection, or becomes one by
/// the start page. No path comes from the web: a call names a folder by its key.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "console/editor.h"
#include "console/job_runner.h"
#include "console/kept_answer.h"
#include "console/search_page.h"

namespace porthole::console {

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
