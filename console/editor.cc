#include "console/editor.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file_limits.h"
#include "base/xml/tree.h"
#include "collection/edit/edit_lock.h"

namespace porthole::console {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnTaxonomy =
    "taxonomy.xml";  // A specification that names none yet gets this one.
constexpr const char* kDecisions = "expansion.json";  // training/expansion_decision.h

Result<std::optional<std::string>> text_of(const fs::path& file) {
  Result<std::string> text = xml::read_file(file, kLargestSpecification);
  if (text) return std::optional(std::move(*text));
  if (text.error().code == ErrorCode::kNotFound) return std::optional<std::string>();
  return fail(text.error());
}

Result<void> put(const fs::path& file, const std::optional<std::string>& text) {
  if (text) return collection::replace_file(file, *text);
  std::error_code ignored;
  fs::remove(file, ignored);
  return {};
}

}  // namespace

Result<std::vector<Editor::FileTexts>> Editor::read_files(const std::string& folder) {
  TRY_AS(collection, collection::Collection::open(folder));
  const std::string& named = collection->specification().topic.taxonomy_file;
  std::vector<FileTexts> files;
  for (const fs::path& file :
       {collection->specification_file(),
        collection->folder() / (named.empty() ? fs::path(kOwnTaxonomy) : fs::path(named)),
        collection->folder() / kDecisions}) {
    TRY_AS(text, text_of(file));
    files.push_back({file, std::move(*text), {}});
  }
  return files;
}

Result<void> Editor::change(const std::string& folder, std::string name, const Change& change) {
  const std::lock_guard lock(mutex_);
  TRY_AS(of_all, collection::EditLock::take(folder));
  TRY_AS(files, read_files(folder));
  if (auto changed = change(); !changed) {
    for (const FileTexts& one : *files) {
      const auto now = text_of(one.file);
      if (now && *now == one.before) continue;
      if (auto back = put(one.file, one.before); !back) return back;
    }
    return changed;
  }
  bool differs = false;
  for (FileTexts& one : *files) {
    TRY_AS(text, text_of(one.file));
    one.after = std::move(*text);
    differs = differs || one.after != one.before;
  }
  if (!differs) return {};
  if (steps_.size() == kMostUndone) steps_.erase(steps_.begin());
  std::erase_if(*files, [](const FileTexts& one) { return one.after == one.before; });
  steps_.push_back({std::move(name), std::move(*files)});
  return {};
}

Result<void> Editor::change_topics(const std::string& folder, std::string name,
                                   training::SeedExamples seeds, const TopicChange& change) {
  return this->change(folder, std::move(name), [&]() -> Result<void> {
    TRY_AS(open, training::open_or_make_taxonomy(folder));
    const std::string before = open->file.text();
    if (auto changed = change(open->file); !changed) return changed;
    if (open->file.text() == before) return {};
    TRY(training::save_taxonomy(*open, seeds));
    return {};
  });
}

Result<std::string> Editor::undo(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  TRY_AS(of_all, collection::EditLock::take(folder));
  if (steps_.empty())
    return fail(ErrorCode::kBusy, "no change can be taken back",
                "changes since the start of the console can");
  for (const FileTexts& one : steps_.back().files) {
    TRY_AS(now, text_of(one.file));
    if (*now == one.after) continue;
    const std::string name = fs::path(one.file).filename().string();
    steps_.clear();
    return fail(ErrorCode::kBusy, name + " of " + folder + " was changed by something else since",
                "change it back by hand");
  }
  for (const FileTexts& one : steps_.back().files) {
    TRY(put(one.file, one.before));
  }
  std::string name = std::move(steps_.back().name);
  steps_.pop_back();
  return name;
}

std::vector<std::string> Editor::undoable() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const Step& step : steps_) names.push_back(step.name);
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace porthole::console
