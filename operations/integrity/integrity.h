#pragma once

/// Checks the stored data of a collection against each other: repository, archive, summaries,
/// index.
///
/// In:  a collection; nothing is changed, and no lock is taken.
/// Out: findings, each with a remedy, and which parts are damaged.
///
/// - database: PRAGMA integrity_check; every page has its URL, its text and its blocks;
/// - archive: every record can be read and has the digest that it states; every page has its record
///   there, whose content has the page's digest; a record that is at another place than the
///   repository says is the repository's damage;
/// - pages: a fresh parse of the archived bytes of a sample, or of all, gives the title, text and
///   blocks that are stored;
/// - summaries: every page that needs one has one, and each can be read;
/// - index: its files have the digests that were written with them (indexer/index_digests.h);
///   Xapian's own check; nothing in it is newer than the repository; the pages on topic are its
///   documents, one for one (index_agreement.h).
///
/// A crawl may work on the collection meanwhile: the pages are read first, their records after
/// them.
///
/// Thread safety: any thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "operations/doctor/finding.h"

namespace porthole::operations {

struct Integrity {
  Findings findings;  ///< At most kMostFindings a part; the last one then says how many there are.
  bool repository_is_sound = true;
  bool archive_is_sound = true;
  bool summaries_are_sound = true;
  bool index_is_sound = true;
  bool index_is_compared = true;  ///< False: there is one without digests, or not readable.
  bool stopped = false;
  std::int64_t pages = 0, records = 0, summaries = 0, documents = 0;  ///< Checked.
  std::int64_t parsed = 0;       ///< Pages whose fresh parse was compared with what is stored.
  std::int64_t passed_over = 0;  ///< Parsed, and not comparable (fresh_parse.h).

  bool is_sound() const {
    return repository_is_sound && archive_is_sound && summaries_are_sound && index_is_sound;
  }
};

/// Pages that are parsed again unless all are; other ones each time.
inline constexpr std::int64_t kParsedPages = 200;

struct IntegrityOptions {
  std::int64_t parsed_pages = kParsedPages;  ///< About so many of the pages are parsed again.
  /// The part that is checked ("archive"), what is done and what is to do: bytes of the archive,
  /// else pages.
  std::function<void(const std::string& part, std::int64_t done, std::int64_t total)> progress;
  const std::atomic<bool>* stop = nullptr;
};

/// `folder` as the user typed it, for the commands in remedies.
/// Errors: kPermission, kStorage when a file cannot be read at all, which is not damage.
Result<Integrity> check_integrity(const collection::Collection& collection,
                                  const std::string& folder, const IntegrityOptions& options);

}  // namespace porthole::operations
