#pragma once

/// Summarizer: generates the RDF summaries of pages (content, annotations by other pages,
/// annotations of other pages), and of URLs that only links describe.
///
/// In:  pages, in-links and out-links of a repository.
/// Out: summaries.
///
/// Source: Sundaresan, Yi, Huang 2000, section 4.3, "Cumulative Metadata", and section 1:
/// annotations describe documents that the robot cannot read.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"
#include "summarizer/content_parts.h"
#include "summarizer/site_pages.h"
#include "summarizer/site_template.h"
#include "summarizer/site_titles.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// The repository's data about one page, or about a URL that only links describe.
struct PageData {
  repository::UrlRecord url;
  repository::PageRecord page;
  std::vector<repository::InLink> in_links;       ///< Closed ones included.
  std::vector<repository::LinkRecord> out_links;  ///< Closed ones included.
  std::optional<repository::ScoreRecord> scores = std::nullopt;
  /// Number of pages of the annotating sites; a site that is missing has too few for navigation
  /// texts.
  std::unordered_map<std::string, std::int64_t> pages_of_site = {};
  const SiteWords* site_words = nullptr;        ///< The page's own site; null if unknown.
  const SiteTemplate* site_template = nullptr;  ///< The same.
  const SiteTitles* site_titles = nullptr;      ///< The same.
  bool is_page = true;                          ///< Else only links describe the URL.
};

/// Makes the summary of a page. Each kind of text of a link is one annotation; equal texts of the
/// same kind by the same page are merged; a link without text gives none. Annotations by others are
/// sorted by the relevance of their page, largest first; closed ones come last. `topic_title` is
/// the topic of a page whose record names none. Relevance is rounded to four decimals, hub and
/// authority to four digits, importance to three decimals. Blocks of the page are divided into
/// content and boilerplate by its site's template; its title is told apart from those of its site.
Summary make_summary(const PageData& data, const std::string& topic_title);

/// A page to be read: its summary and the structure of its text.
struct PageContent {
  Summary summary;
  std::vector<ContentPart> content;
  std::vector<ContentPart> boilerplate;  ///< The rest: menus, footers.
};

/// Makes the summaries of a repository's pages, from its data as they are now.
///
/// Ownership: keeps a reference to `repository`, which must outlive it. Lives for one run, because
/// it caches what a site's pages have in common (site_pages.h). Thread safety: one thread.
class SummaryMaker {
 public:
  /// `topic_title` is the topic of pages whose record names none.
  SummaryMaker(repository::Repository& repository, std::string topic_title)
      : repository_(repository),
        sites_(repository),
        navigation_(repository, sites_),
        templates_(repository, sites_),
        titles_(repository, sites_),
        topic_title_(std::move(topic_title)) {}

  /// The summary of the page, or of a URL that links describe; absent if the repository has neither
  /// page nor description. Errors: the repository's.
  Result<std::optional<Summary>> make(repository::UrlId page);
  /// The same with the structure of the text, which a summary does not have.
  Result<std::optional<PageContent>> read(repository::UrlId page);

 private:
  Result<std::optional<PageData>> load(repository::UrlId id);
  Result<void> look_at_sites(PageData& data);
  Result<void> look_at_own_site(PageData& data);

  repository::Repository& repository_;
  SitePages sites_;
  Navigation navigation_;
  SiteTemplates templates_;
  TitlesOfSites titles_;
  std::string topic_title_;
};

/// RepositorySummaries: the summaries of a repository, for the indexer. Which pages have a new
/// summary is what `summarize` recorded; the summary itself is made here.
///
/// Ownership: keeps a reference to `repository`, which must outlive it. Thread safety: one thread.
class RepositorySummaries final : public SummarySource {
 public:
  RepositorySummaries(repository::Repository& repository, const std::string& topic_title)
      : repository_(repository), maker_(repository, topic_title) {}

  Result<std::vector<SummaryChange>> changes_after(std::int64_t after, int limit) override;
  Result<std::optional<Summary>> summary_of(const std::string& url) override;
  /// "RUN START SERIAL": the last run of the gatherer, when it started (seconds since 1970),
  /// and the serial of the last summary.
  Result<std::string> revision() override;
  Result<bool> had_revision(const std::string& revision) override;

 private:
  repository::Repository& repository_;
  SummaryMaker maker_;
};

}  // namespace porthole::summarizer
