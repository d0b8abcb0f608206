#pragma once

/// Record of one compared crawl: its pages in order, judged by the comparison's judge and not by
/// the crawl's, its authorities, and its link metadata.
///
/// In:  the repository of a crawl that has ended.
/// Out: facts that can be written to a file and read again, and counted.
///
/// Thread safety: pure functions, but for the judge, which must be safe in any thread.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "labs/comparison/harvest.h"
#include "repository/repository.h"

namespace porthole::labs {

/// The kinds of Table 1 of Sundaresan, Yi, Huang 2000, and one that it does not have.
enum class LinkMetadata : std::uint8_t {
  kHref,  ///< An attribute href (elements a and area), not the source of an image or a frame.
  kAnchor,
  kSurrounding,  ///< Text to the left or to the right.
  kHeading,      ///< Not in the table.
  kTitle,
  kAlt,
  kName,
  kOnMouseOver,
};
inline constexpr std::size_t kLinkMetadataKinds = 8;
std::string_view link_metadata_name(LinkMetadata kind);

/// Link statistics of one page: its hyperlinks (elements a, area, img, frame and iframe), and how
/// many have each kind of metadata.
struct LinkCounts {
  std::uint32_t links = 0;
  std::array<std::uint32_t, kLinkMetadataKinds> with{};
};

/// Judgement of a page by the comparison's judge.
struct Opinion {
  double relevance = 0;  ///< In [0, 1].
  bool relevant = false;
  bool known =
      true;  ///< False: the judge has no label for the page, which then counts as not relevant.
};

struct ComparedPage {
  /// Its key under http, a space, its digest: http and https twins with one content are one.
  std::string name;
  std::string server;  ///< host[:port].
  std::string site;    ///< As the gatherer counts sites.
  bool seed = false;
  double own_relevance = 0;  ///< By the crawl's own judge.
  Opinion opinion;
  std::optional<double> importance = std::nullopt;  ///< ln(1 + label), where the page has a label.
  std::optional<bool> trusted =
      std::nullopt;  ///< Its domain is on the list of trusted ones; empty without a list.
  LinkCounts links;
  /// Places in the run of the pages that its links lead to, itself left out; each once, ascending.
  std::vector<std::uint32_t> cites{};
};

struct ComparedRun {
  std::string strategy;
  int run = 0;  ///< 0 = from all seeds; then two for each repeat, from disjoint halves.
  std::vector<std::string> seeds;
  std::vector<ComparedPage> pages;  ///< In order of fetching, each once.
  std::string stop_reason;
  /// Links from the nearest seed to each of the top authorities, the best first; kUnreached
  /// when no link that was read leads there.
  std::vector<int> authority_distances;
  std::vector<std::pair<std::string, std::string>> failed_seeds;  ///< URL, reason.

  int repeat() const { return (run + 1) / 2; }
};
inline constexpr int kUnreached = -1;
inline constexpr std::size_t kTopAuthorities = 100;

/// Judges a page of a crawl. The page's text is there when `with_text` was asked for.
struct RunJudge {
  std::function<Opinion(const repository::UrlRecord&, const repository::PageRecord&)> judge;
  bool with_text = false;
  std::function<std::optional<double>(const Url&)>
      importance{};  ///< A label of importance before the logarithm.
  std::function<bool(const std::string& domain)> trusted{};
};

/// Fills in pages and authorities. Errors: those of the repository.
Result<void> look_at(repository::Repository& repository, const RunJudge& judge, ComparedRun& run);

/// Shortest distances from the seeds over the links that were read; aliases and copies are where
/// they lead, at no distance. Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.6.
/// Returns one for each of `pages`. Errors: those of the repository.
Result<std::vector<int>> distances_from_seeds(repository::Repository& repository,
                                              const std::vector<repository::UrlId>& pages);

/// Computes the harvest by the pages' opinions.
Harvest harvest_of(const ComparedRun& run);

/// A run as JSON, and back. `parameters` is whatever it depended on.
std::string write_run(const ComparedRun& run, const std::string& parameters);
/// Errors: kInvalid when the text is not a run; kNotFound when its parameters differ.
Result<ComparedRun> read_run(std::string_view text, const std::string& parameters);

}  // namespace porthole::labs
