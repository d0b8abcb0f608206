#pragma once

/// A collection: one folder, one topic. Says where its parts are and who may write.

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

class Collection {
 public:
  /// Opens the collection in `folder`. Errors: kNotFound with the `porthole new` line to type when
  /// there is no porthole.xml; those of read_specification().
  static Result<Collection> open(const std::filesystem::path& folder);

  /// Makes folder, porthole.xml and archive/. Errors: kInvalid when a collection is already there;
  /// kPermission, kDiskFull, kStorage. Nothing is left behind on failure.
  static Result<Collection> create(const std::filesystem::path& folder, const std::string& specification);

  /// A collection that is kept in `folder` and goes by `specification`, whatever porthole.xml says: for
  /// trials beside the user's own. Nothing is written.
  static Collection of(std::filesystem::path folder, Specification specification);

  const std::filesystem::path& folder() const { return folder_; }
  const Specification& specification() const { return specification_; }
  std::filesystem::path specification_file() const { return folder_ / "porthole.xml"; }
  std::filesystem::path repository_file() const;
  std::filesystem::path archive_folder() const { return folder_ / "archive"; }
  std::filesystem::path model_folder() const { return folder_ / "model"; }
  std::filesystem::path index_folder() const { return folder_ / "index"; }

 private:
  std::filesystem::path folder_;
  Specification specification_;
};

/// Replaces `file` by `text` so that a crash leaves the old or the new text, never a mixture
/// (temporary name, fsync, rename, fsync of the folder). Errors: kPermission, kDiskFull, kStorage.
Result<void> replace_file(const std::filesystem::path& file, const std::string& text);

}  // namespace porthole::collection
