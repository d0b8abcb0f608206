#pragma once

/// WARC writer: appends captures as WARC/1.1 records, one gzip member a record.
///
/// In:  captures: a request and its answer, and the links found in it.
/// Out: files `porthole-YYYYMMDDhhmmssmmm-SSSSS-HOST.warc.gz` in the archive folder, each beginning
///      with a warcinfo record; a new one is begun when the last has grown over the limit.
///
/// A capture is three records in a row: `response`, `request` (when there is a request head) and
/// `metadata`, the latter two tied to the response by WARC-Concurrent-To. The metadata is
/// application/warc-fields: via, hopsFromSeed, fetchTimeMs, and a line
/// `outlink: URL ELEMENT/ATTRIBUTE anchor text` a link.
///
/// The body is recorded as it was received, content coding and all, but without its transfer
/// coding: a `Transfer-Encoding` line of the head then reads `X-Recorded-Transfer-Encoding`, a
/// `Content-Length` that is not the length of the recorded body `X-Recorded-Content-Length`, and a
/// right Content-Length is added.
///
/// Source: ISO 28500:2017 (WARC/1.1); its Annex C for the file names.
/// Thread safety: one thread at a time.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/capture_store.h"
#include "archive/file.h"
#include "archive/place.h"
#include "base/result.h"

namespace porthole::archive {

class WarcWriter final : public CaptureStore {
 public:
  /// Opens the archive in `folder` (created when missing) for writing. No file is begun before the
  /// first write.
  ///
  /// `continue_file` and `continue_size` are where the archive ended at the last commit of its
  /// owner; the file is written on from there. Records beyond that place are
  ///   - cut off, and newer files of ours removed, when no commit took them in (a crash left them);
  ///   - an error when a commit did: the owner was replaced by an older copy of itself. With
  ///     options.set_aside they are left as they are, and a new file is begun;
  ///   - left as they are, with a warning and a new file, without a mark (CommitMark).
  /// With "" nothing is removed and a new file is begun. A file that is gone, shorter than it
  /// was, or the file of another archive under its name is an error; with options.set_aside it is
  /// left alone, and a new one is begun with a warning.
  ///
  /// Errors: kStorage for an older owner and a lost file, before anything is changed; kBusy when
  /// another writer has the file; kPermission, kDiskFull, kStorage.
  static Result<std::unique_ptr<WarcWriter>> open(const std::filesystem::path& folder,
                                                  WarcWriterOptions options,
                                                  const std::string& continue_file,
                                                  std::int64_t continue_size);
  ~WarcWriter() override;
  WarcWriter(const WarcWriter&) = delete;
  WarcWriter& operator=(const WarcWriter&) = delete;

  /// Begins a file if none is open, so that its name can be committed before anything is written
  /// into it: a crash before the first commit then leaves no records that nobody knows. Errors: as
  /// write().
  Result<void> begin();

  /// Appends the records of `capture` and returns the place of its response record.
  ///
  /// Errors: kDiskFull, kStorage; the file then ends where it ended before. kStorage, too, when
  /// another program has written to the file, removed or replaced it: nothing is written then.
  Result<Place> write(const Capture& capture) override;

  /// Returns when everything written is on disk. Call it before committing a Place.
  Result<void> sync() override;

  /// Call it when file() and size() are committed: a crash from now on leaves what is before them.
  /// Errors: kDiskFull, kStorage.
  Result<void> committed() override;

  /// The file being written and its size: what to commit beside the places in it ("" and 0 before
  /// anything was written).
  std::string file() const override;
  std::int64_t size() const override;

 private:
  class Impl;
  explicit WarcWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Commit mark: stores, in the archive folder, where the archive ended at its newest commit.
///
/// The owner of an archive (a repository, the journal of a sample) commits the same place.
/// Comparing the two distinguishes a crash from a restored copy: records beyond the owner's place
/// were never committed when the mark is not beyond it either, and were committed by a newer copy
/// when it is.
///
///   FOLDER/committed   "NAME OFFSET" and spaces, always of one size: overwritten in place
///
/// The mark is set after each commit. The first one is synced, later ones are not: a crash or a
/// power loss may leave it older than the owner's place, never newer and never without a place.
/// Private to archive/. Thread safety: one thread at a time.
class CommitMark {
 public:
  /// Reads the mark of the archive in `folder`.
  /// Errors: kPermission, kStorage.
  static Result<CommitMark> read(const std::filesystem::path& folder);

  /// The committed place; empty when there is no readable mark.
  const std::optional<Place>& place() const { return place_; }

  /// Errors: kPermission, kDiskFull, kStorage.
  Result<void> set(const Place& place);

 private:
  explicit CommitMark(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  File file_;  ///< Open from the first set() on.
  std::optional<Place> place_;
};

}  // namespace porthole::archive
