#pragma once

/// Pages: reads the fetched pages of a repository.
///
/// In:  an id, a filter.
/// Out: page records with text and properties; failures of pages that were fetched again.
///
/// Errors, threads and ownership: those of Repository.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

/// A document that was not read as well as it might be now: nothing read its type, a program that
/// its reader runs was missing, or it was read as plain text or XML, whose type no plug-in read.
struct UnreadRecord {
  UrlId id = 0;
  std::string href;
  bool is_page = false;  ///< It is a page; else its URL was dropped.
  std::string type;      ///< Media type of a page.
  /// Document::status_detail of a page ("print: the program pdfinfo is not installed"); the type of
  /// a dropped URL, with what the gatherer says of it.
  std::string why;
  std::string archive_file;  ///< As in PageRecord; "" without a page.
  std::int64_t archive_offset = 0;
  WallTime fetched_at{};      ///< Zero without a page.
  bool is_text_only = false;  ///< The page has the text of ParseStatus::kTextOnly.
};

class Pages {
 public:
  virtual ~Pages() = default;

  /// Empty if the URL was not fetched.
  virtual Result<std::optional<PageRecord>> get(UrlId id) = 0;
  /// Document::blocks of the page; empty if it has none.
  virtual Result<std::vector<Block>> blocks(UrlId id) = 0;

  /// Texts that name the page; empty if it is not there.
  struct Names {
    std::string title;
    std::vector<std::string> other_titles;  ///< Values of its property kOtherTitle, in order.
    std::vector<std::string> headings;      ///< Values of its property `heading`.
  };
  virtual Result<Names> names(UrlId id) = 0;

  struct Filter {
    bool relevant_only = false;
    bool without_seeds = false;
    bool with_text = false;  ///< Else document.text is left empty.
  };
  /// In order of fetching. The callback returns false to stop.
  using Visit = std::function<bool(const UrlRecord&, const PageRecord&, std::int64_t in_links,
                                   std::int64_t out_links)>;
  virtual Result<void> for_each(const Filter& filter, const Visit& visit) = 0;

  /// The pages of each site, copies apart, in order of id.
  virtual Result<std::map<std::string, std::vector<UrlId>, std::less<>>> by_site() = 0;
  /// Returns all failure records, in order of page.
  virtual Result<std::vector<FailureRecord>> failures() = 0;
  /// In order of id, pages first; without pages that count as gone.
  virtual Result<std::vector<UnreadRecord>> unread() = 0;
};

}  // namespace porthole::repository
