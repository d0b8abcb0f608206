#pragma once

/// The pages of a collection's examples as they were read, kept in its model folder, so that training again
/// needs no network and no parsing.
///
///   examples.jsonl    a line a page, only ever added to: {"key","url","title","description","text","links",
///                     "read_at"}, or {"key","failure","read_at"}; the last line of a key counts
///   examples.counts   the terms of those pages, counted; made from the other, and again when it is missing,
///                     behind, damaged, or was counted in another way
///
/// Thread safety: one thread. Two processes may add at the same time; no line is torn.

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
  std::string url;             ///< Where it was found; "" for what is no page of the web.
  std::string title;
  std::string failure;         ///< Why there is no page; "" when there is one.
  WallTime read_at{};
  topics::TermCounts terms;
  std::vector<topics::TermHash> title_terms;
};

/// What a page says of another: the address and the text of the link.
using StoredLink = std::pair<std::string, std::string>;

class ExampleStore {
 public:
  /// Makes `folder` when it is not there. Errors: kPermission, kStorage.
  static Result<ExampleStore> open(const std::filesystem::path& folder);

  /// What is known under `key`; null when nothing is.
  const StoredPage* find(const std::string& key) const;

  /// Each is on its way to disk when this returns. Errors: kPermission, kDiskFull, kStorage.
  Result<const StoredPage*> put(const std::string& key, const std::string& url, const Document& document, WallTime now);
  Result<const StoredPage*> put_failure(const std::string& key, const std::string& failure, WallTime now);

  /// Writes the counts of all that was added. Errors: those of collection::replace_file().
  Result<void> save();

  /// Calls back for every page that was stored with its links, in the order in which they were read.
  Result<void> for_each_links(
      const std::function<void(const std::string& key, const std::vector<StoredLink>& links)>& visit) const;

 private:
  Result<void> append(const std::string& line);
  bool load_counts();
  Result<void> catch_up();
  std::filesystem::path pages_file() const { return folder_ / "examples.jsonl"; }
  std::filesystem::path counts_file() const { return folder_ / "examples.counts"; }

  std::filesystem::path folder_;
  std::unordered_map<std::string, StoredPage> pages_;
  std::uint64_t counted_bytes_ = 0;  ///< Of examples.jsonl: what pages_ has.
  bool changed_ = false;
};

}  // namespace porthole::training
