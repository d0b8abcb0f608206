#pragma once

/// Changes of a collection's specification and taxonomy, one at a time, each of which can be taken
/// back with all that it wrote: topics, examples, marks, seeds, rules, limits.
///
/// In:  a change, which writes porthole.xml, the taxonomy or expansion.json, and its name for
/// people. Out: the same files; what they were before, until the console ends.
///
/// Thread safety: any thread. Commands that change a file at the same time wait
/// (collection/edit/edit_lock.h).

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "training/open_taxonomy.h"

namespace porthole::console {

class Editor {
 public:
  static constexpr std::size_t kMostUndone = 50;

  using Change = std::function<Result<void>()>;
  using TopicChange = std::function<Result<void>(collection::TaxonomyFile&)>;

  /// Runs `change` on the collection in `folder`; what it has written is put back when it fails.
  /// Errors: those of the change, and of reading the files.
  Result<void> change(const std::string& folder, std::string name, const Change& change);

  /// Opens the taxonomy, makes it if there is none, applies the change and saves it. With
  /// SeedExamples::kYes new examples of good topics become seeds.
  /// Errors: those of the change, of open_or_make_taxonomy() and of save_taxonomy().
  Result<void> change_topics(const std::string& folder, std::string name,
                             training::SeedExamples seeds, const TopicChange& change);

  /// Puts the files back as they were before the last change; returns its name. Errors: kBusy when
  /// there is nothing to take back, or a file was changed since by something else.
  Result<std::string> undo(const std::string& folder);
  /// The names of the changes that can be taken back, the last one first.
  std::vector<std::string> undoable();

 private:
  using Text = std::optional<std::string>;  ///< Empty: the file does not exist.
  struct FileTexts {
    std::filesystem::path file;
    Text before, after;
  };
  struct Step {
    std::string name;
    std::vector<FileTexts> files;
  };
  static Result<std::vector<FileTexts>> read_files(const std::string& folder);

  std::mutex mutex_;
  std::vector<Step> steps_;  // guarded by mutex_
};

}  // namespace porthole::console
