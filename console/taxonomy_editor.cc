#include "console/taxonomy_editor.h"

#include <utility>

namespace porthole::console {

Result<void> TaxonomyEditor::change(const std::string& folder, training::SeedExamples seeds,
                                    const Change& change) {
  const std::lock_guard lock(mutex_);
  Result<training::OpenTaxonomy> open = training::open_or_make_taxonomy(folder);
  if (!open) return fail(open.error());
  std::string before = open->file.text();
  if (auto changed = change(open->file); !changed) return changed;
  if (open->file.text() == before) return {};
  if (const auto saved = training::save_taxonomy(*open, seeds); !saved) return fail(saved.error());
  if (steps_.size() == kMostUndone) steps_.erase(steps_.begin());
  steps_.push_back({std::move(before), open->file.text()});
  return {};
}

Result<void> TaxonomyEditor::undo(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  if (steps_.empty())
    return fail(ErrorCode::kBusy, "there is no change to take back", "changes since the start can");
  Result<training::OpenTaxonomy> open = training::open_taxonomy(folder);
  if (!open) return fail(open.error());
  if (open->file.text() != steps_.back().after) {
    steps_.clear();
    return fail(ErrorCode::kBusy, "the taxonomy was changed by something else since",
                "change it back by hand");
  }
  auto file = collection::TaxonomyFile::from_text(steps_.back().before, open->file.file());
  if (!file) return fail(file.error());
  if (auto saved = file->save(); !saved) return saved;
  steps_.pop_back();
  return {};
}

std::size_t TaxonomyEditor::undoable() {
  const std::lock_guard lock(mutex_);
  return steps_.size();
}

}  // namespace porthole::console
