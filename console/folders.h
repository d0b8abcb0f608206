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
#include "console/job_runner.h"
#include "console/kept_answer.h"
#include "console/taxonomy_editor.h"

namespace porthole::console {

/// Thread safety: any thread.
class ServedFolder {
 public:
  /// `program`: porthole, for jobs. `gateway`: of a collection that is made here; "" for none.
  ServedFolder(std::string folder, std::string key, const std::filesystem::path& program,
               std::string gateway);

  const std::string& folder() const { return folder_; }  ///< As on the command line.
  const std::string& key() const { return key_; }        ///< Its last part: "cycling".
  const std::string& gateway() const { return gateway_; }
  bool is_collection() const;
  /// Opened anew, since the specification may have changed. Errors: those of Collection::open().
  Result<collection::Collection> open() const;

  JobRunner& jobs() { return jobs_; }
  KeptAnswer& snapshot() { return snapshot_; }
  KeptAnswer& site_map() { return site_map_; }
  TaxonomyEditor& editor() { return editor_; }

 private:
  const std::string folder_, key_, gateway_;
  JobRunner jobs_;
  KeptAnswer snapshot_, site_map_;
  TaxonomyEditor editor_;
};

class Folders {
 public:
  /// Errors: kUsage for none, and for two with the same last part.
  static Result<Folders> make(const std::vector<std::string>& folders,
                              const std::filesystem::path& program, const std::string& gateway);

  /// Null if there is none; the first for "".
  ServedFolder* find(std::string_view key) const;
  const std::vector<std::unique_ptr<ServedFolder>>& all() const { return all_; }

 private:
  std::vector<std::unique_ptr<ServedFolder>> all_;
};

}  // namespace porthole::console
