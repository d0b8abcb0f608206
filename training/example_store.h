#pragma once

/// Cache of parsed example pages in a collection's model folder, so that training again needs no
/// network and no parsing.
///
///   examples.jsonl    append-only, a line a page; the last line of a key counts:
///                     {"key","url","title","description","text","content","links","read_at"}, or
///                     {"key","failure","read_at"}
///                     content is a list of numbers, of which each two are the first byte of a
///                     piece of the main content and its length; lines of older programs lack it
///   examples.counts   the counted terms of those pages; rebuilt from the other file when it is
///                     missing, behind, damaged, or was counted in another way
///
/// Thread safety: one thread. Two processes may append at the same time; lines are written
/// atomically.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/result.h"
#include "topics/text/term_counts.h"

namespace porthole::training {

struct StoredPage {
  std::string url;  ///< URL of the page; "" for files and text.
  std::string title;
  std::string failure;  ///< Why there is no page; "" when there is one.
  WallTime read_at{};
  topics::TermCounts terms;    ///< Those of the whole text.
  bool knows_content = false;  ///< False for pages that an older program stored.
  topics::TermCounts
      content_terms;  ///< Those of the main content; of the whole text if it is unknown.
  std::vector<topics::TermHash> title_terms;

  const topics::TermCounts& terms_of(topics::JudgedText text) const {
    return text == topics::JudgedText::kWhole ? terms : content_terms;
  }
};

/// An out-link: URL and anchor text.
using StoredLink = std::pair<std::string, std::string>;

class ExampleStore {
 public:
  /// Opens the store in `folder`, which is created when missing. Errors: kPermission, kStorage.
  static Result<ExampleStore> open(const std::filesystem::path& folder);

  /// Finds the page stored under `key`; null when there is none.
  const StoredPage* find(const std::string& key) const;

  /// Stores a page or a failure; it was passed to the system when this returns. Errors:
  /// kPermission, kDiskFull, kStorage.
  Result<const StoredPage*> put(const std::string& key, const std::string& url,
                                const Document& document, WallTime now);
  Result<const StoredPage*> put_failure(const std::string& key, const std::string& failure,
                                        WallTime now);

  /// Writes the term counts of all added pages. Errors: those of collection::replace_file().
  Result<void> save();

  /// Visits every page that was stored, in the order in which they were read: the last of a key
  /// counts. Documents have title, description, text, and blocks where the main content is known.
  Result<void> for_each_document(
      const std::function<void(const std::string& key, Document document)>& visit) const;

  /// Visits every page that was stored with its links, in the order in which they were read.
  Result<void> for_each_links(
      const std::function<void(const std::string& key, const std::vector<StoredLink>& links)>&
          visit) const;

 private:
  Result<void> append(const std::string& line);
  bool load_counts();
  Result<void> catch_up();
  std::filesystem::path pages_file() const { return folder_ / "examples.jsonl"; }
  std::filesystem::path counts_file() const { return folder_ / "examples.counts"; }

  std::filesystem::path folder_;
  std::unordered_map<std::string, StoredPage> pages_;
  std::uint64_t counted_bytes_ = 0;  ///< Bytes of examples.jsonl that pages_ reflects.
  bool changed_ = false;
};

}  // namespace porthole::training
