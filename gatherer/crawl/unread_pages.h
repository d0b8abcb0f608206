#pragma once

/// Reads documents again from the archive once there is the program or the plug-in that was missing
/// when they were fetched. Nothing is requested. One of several gatherers reads those of its sites
/// that its own archive has.
///
/// In:  what the repository has of such documents (repository::UnreadRecord).
/// Out: documents for the parser; members of containers for MemberPages, which reads their
///      containers again.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/page_reader.h"
#include "gatherer/frontier/url_table.h"
#include "repository/repository.h"

namespace porthole::gatherer {

class UnreadPages {
 public:
  struct Parts : CrawlCore {
    PageParser& parser;
  };
  /// True if a plug-in reads documents of this type, or of this URL, other than those in
  /// `refused`, which looked at the document before ("archive, epub").
  using IsRead =
      std::function<bool(std::string_view type, const Url& url, std::string_view refused)>;

  explicit UnreadPages(const Parts& parts) : parts_(parts) {}

  /// Lists the documents that can be read now. To be called before MemberPages::find_unread().
  /// Errors: those of the repository.
  Result<void> find(repository::Repository& repository, const IsRead& is_read);
  bool has_any() const { return !waiting_.empty(); }
  /// Hands the next of them to the parser. Requires: has_any().
  void read_next();

 private:
  using UnreadRecord = repository::UnreadRecord;
  void add_page(UnreadRecord page, const IsRead& is_read);
  void add_dropped(UnreadRecord document, const IsRead& is_read,
                   std::vector<UnreadRecord>& dropped);
  void find_answers(std::vector<UnreadRecord> dropped);
  void give_up(const UnreadRecord& document);

  Parts parts_;
  std::deque<UnreadRecord> waiting_;
};

/// The type and the plug-ins in the detail of a URL that was dropped as kUnsupportedType, or in the
/// status_detail of a document of ParseStatus::kTextOnly.
struct UnreadType {
  std::string_view type;     ///< "application/zip"
  std::string_view refused;  ///< "archive, epub"; "" if no plug-in looked at it.
};
UnreadType unread_type(std::string_view detail);
/// The inverse: `status_detail` is that of a document of ParseStatus::kUnsupported.
std::string detail_of_unread(const std::string& type, std::string_view status_detail);

}  // namespace porthole::gatherer
