#pragma once

/// A collection: the folder of one topic, with its specification and the paths of its parts.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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
  static Result<Collection> create(const std::filesystem::path& folder,
                                   const std::string& specification);

  /// Makes a collection in `folder` that uses `specification` in place of porthole.xml, for
  /// experiments. Nothing is written.
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

/// Replaces `file` by `text` atomically: after a crash the file has the old or the new text
/// (temporary name, fsync, rename, fsync of the folder). Errors: kPermission, kDiskFull, kStorage.
Result<void> replace_file(const std::filesystem::path& file, const std::string& text);

/// The folders, absolute, of the collections with which one shares its pages: <shares> of its
/// specification, which the schema has accepted.
/// Errors: kInvalid with line and column where it names itself; those of reading the file. Empty
/// for a collection without one (Collection::of()).
Result<std::vector<std::filesystem::path>> shares_of(const Collection& collection);
/// The same of a specification in `file`.
Result<std::vector<std::filesystem::path>> shares_in(const std::filesystem::path& file);

/// Makes the folder of a collection of private sources (mailboxes, databases) readable by its owner
/// alone: mode 0700 for folders, 0600 for files. Removes the permissions of group and others from
/// the folder first, then from everything in it. Symbolic links are not followed. Errors:
/// kPermission naming the file whose permissions cannot be changed.
Result<void> make_private(const std::filesystem::path& folder);

/// True if `folder` is private already, by make_private() or its owner.
bool is_private(const std::filesystem::path& folder);

}  // namespace porthole::collection
