#pragma once

/// Yields: the value of the pages that came from a site, a folder, a citing page or a list so far,
/// shrunk toward the yield of what contains it.
///
/// With r the sum of the values of n judged pages,
///
///   theta(crawl)  = (r + 1) / (n + 2)
///   theta(site)   = (r + m theta(crawl)) / (n + m)
///   theta(folder) = (r + m theta(site)) / (n + m)
///   theta(list)   = (r + m theta(crawl)) / (n + m)
///   theta(page)   = (r + m theta(list)) / (n + m)
///
/// so that a folder of which nothing is known has the yield of its site, and a site of which
/// nothing is known that of the crawl; m = 2 is the number of pages that the containing group
/// counts for. A list is all links of a site's pages below the same heading; the yield of a page is
/// that of the pages that it links to.
///
/// The evidence of a yield is its log-odds less those of the crawl, within +-kMostEvidence:
///
///   e(theta) = clamp(ln(theta / (1 - theta)) - ln(theta(crawl) / (1 - theta(crawl))))
///
/// The failure of a place is the share of its requests that brought no page, shrunk the same way,
///
///   phi(site) = f / (a + m),    phi(folder) = (f + m phi(site)) / (a + m)
///
/// for f failures of a requests: toward 0, since other sites say nothing about this one.
///
/// Source: empirical Bayes estimates of proportions: Efron, Morris, "Data Analysis Using Stein's
/// Estimator and its Generalizations", Journal of the American Statistical Association 70, 1975;
/// Agresti, "Categorical Data Analysis", 2nd edition 2002, section 1.6 (beta-binomial). m is ours.
/// Memory: 16 bytes a site or folder and 8 a list, beside about 40 for its hash. Thread safety: one
/// thread.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text/state_bytes.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// Judged pages, and the sum of their values.
struct Yield {
  float judged = 0;
  float value = 0;

  void add(double of_page) {
    judged += 1;
    value += static_cast<float>(of_page);
  }
};

class Yields {
 public:
  using FolderId = std::uint32_t;
  using ListId = std::uint32_t;
  static constexpr double kMostEvidence = 5;  ///< Log-odds.
  static constexpr FolderId kNoFolder = 0;    ///< Not known: only the site counts.

  /// The folder of `url` on a site: its URL up to the last slash before any query.
  FolderId folder_of(SiteId site, std::string_view url);
  /// The links below `heading` on the pages of a site.
  ListId list_of(SiteId site, std::string_view heading);

  /// A page of the place was judged.
  void add(SiteId site, FolderId folder, double value);
  /// A page that was added with kNoFolder proves to be in `folder`.
  void add_to_folder(FolderId folder, double value) { folders_[folder].yield.add(value); }
  /// The value of a page that was added has changed by `change`.
  void revise(SiteId site, FolderId folder, double change);
  /// A request to the place brought no page.
  void add_failure(SiteId site, FolderId folder);
  void add_to_list(ListId list, double value) { lists_[list].add(value); }

  /// theta(crawl)
  double of_crawl() const { return (crawl_.value + 1) / (crawl_.judged + 2); }
  /// e(theta(folder))
  double evidence_of_place(SiteId site, FolderId folder) const;
  /// e(theta(site))
  double evidence_of_site(SiteId site) const;
  /// e(theta(page)) of a page with links in `list`.
  double evidence_of_page(const Yield& led_to, ListId list) const;
  /// phi(folder)
  double failure_of(SiteId site, FolderId folder) const;

  /// Judged pages of the site.
  double judged(SiteId site) const { return site < sites_.size() ? sites_[site].yield.judged : 0; }

  void save(StateWriter& writer) const;
  /// Replaces everything by that of save().
  void load(StateReader& reader);

 private:
  struct Place {
    Yield yield;
    float failed = 0;
  };
  Place& site(SiteId site);
  double shrunk(const Yield& yield, double toward) const;
  double evidence(double share) const;

  Yield crawl_;
  std::vector<Place> sites_;
  std::vector<Place> folders_{Place()};  ///< The first is kNoFolder, of which nothing is known.
  std::vector<Yield> lists_;
  std::unordered_map<std::uint64_t, FolderId> folder_ids_;  ///< By hash of site and folder.
  std::unordered_map<std::uint64_t, ListId> list_ids_;      ///< By hash of site and heading.
};

/// SiteStanding: how far the pages of a site are about the topic, compared with those of the
/// whole crawl.
///
/// With r the sum of the worths of n judged pages,
///
///   theta(crawl) = (r + 1) / (n + 2),    theta(site) = (r + m theta(crawl)) / (n + m)
///   S(site) = sqrt(max(0, (theta(site) - theta(crawl)) / (1 - theta(crawl))))
///
/// S is in [0, 1), and 0 for a site that is no better than the crawl or of which nothing is known.
/// The crawl counts for m = 4 pages. A page whose words say little of the topic is more likely to
/// be about it on a site that is, since most sites are about one subject.
///
/// Source: the estimate of theta as above (Efron, Morris 1975); topical locality within a
/// site: Davison, "Topical Locality in the Web", SIGIR 2000. The root and m are ours
/// (labs/results/experiments.md). Memory: 8 bytes a site. Thread safety: one thread.
class SiteStanding {
 public:
  static constexpr double kCrawlCounts = 4;  ///< m

  /// A page of the site was judged; `worth` in [0, 1].
  void add(SiteId site, double worth) {
    if (site >= sites_.size()) sites_.resize(site + 1);
    sites_[site].add(worth);
    crawl_.add(worth);
  }

  /// S(site)
  double of(SiteId site) const {
    if (site >= sites_.size()) return 0;
    const double crawl = (static_cast<double>(crawl_.value) + 1) / (crawl_.judged + 2);
    const Yield& pages = sites_[site];
    const double mean = (static_cast<double>(pages.value) + kCrawlCounts * crawl) /
                        (static_cast<double>(pages.judged) + kCrawlCounts);
    return std::sqrt(std::max(0.0, (mean - crawl) / (1 - crawl)));
  }

  void save(StateWriter& writer) const {
    writer.real(static_cast<double>(crawl_.judged));
    writer.real(static_cast<double>(crawl_.value));
    writer.list(sites_);
  }
  /// Replaces everything by that of save().
  void load(StateReader& reader) {
    crawl_.judged = static_cast<float>(reader.real());
    crawl_.value = static_cast<float>(reader.real());
    reader.list(sites_);
  }

 private:
  Yield crawl_;
  std::vector<Yield> sites_;
};

}  // namespace porthole::gatherer
