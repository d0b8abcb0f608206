#pragma once

/// What is known of the status of pages: the labels that a status model learns from, and that crawls are measured by.
///
/// Three sources:
///
///   in-links   of the pages of a repository: how many other pages that were fetched link to each. A repository that
///              holds a whole recorded web gives the in-links within that web.
///   ranks      of hosts or domains, a file as Common Crawl publishes with its web graphs: columns with tabs between,
///              named by a first line that begins with "#": harmonicc_val (harmonic centrality, which counts) and
///              host_rev (the name backwards: "org.example.www"); others are passed over. The best kMostRanks of them:
///              such files have the best first
///   list       the user's own: URL, host or domain, tab, number; a line a page or site
///
/// Files may be packed with gzip.
///
/// A page's label is that of its URL (http and https are one), else of its host, else of its registrable domain.
/// Labels are at least 0; what they are counted in cancels out (importance_model.h takes logarithms and a median).
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4.2: in-link counts of a search engine, and of the
/// seven traits the reach of the domain, in whose places these stand. Columns of the ranks: commoncrawl.org, "Web
/// Graphs", host- and domain-level ranks.
/// Thread safety: const members, any thread.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "base/url/url.h"
#include "repository/repository.h"
#include "topics/importance/importance_model.h"

namespace porthole::gatherer {

class StatusLabels {
 public:
  static constexpr std::size_t kMostRanks = 2'000'000;  ///< About 300 bytes each.

  /// `name` is how people know the repository. Errors: the repository's.
  static Result<StatusLabels> in_links(repository::Repository& repository, const std::string& name);
  /// Ranks or a list, whichever the file's first line says.
  /// Errors: kNotFound; kInvalid with the line for what is neither, for no line at all, for negative numbers,
  /// and for a packed file that is damaged.
  static Result<StatusLabels> read(const std::filesystem::path& file);

  /// Nothing where nothing is known.
  std::optional<double> of(const Url& url) const;

  /// x of the trait `domain`: other registrable domains that link to it, or its own rank or number.
  const topics::ImportanceModel::Domains& domains() const { return domains_; }
  /// What they are and where from, to be shown wherever status is.
  const std::string& says() const { return says_; }
  std::size_t size() const { return pages_.size() + hosts_.size(); }

 private:
  using Values = std::unordered_map<std::string, double>;
  Result<void> take_rank(const std::vector<std::string_view>& columns);
  Result<void> take_line(const std::vector<std::string_view>& columns);
  bool find_columns(const std::vector<std::string_view>& columns);
  void take_host(std::string host, double value);

  Values pages_;  ///< By key under http, whatever the scheme.
  Values hosts_;
  topics::ImportanceModel::Domains domains_;
  std::string says_;
  std::optional<std::size_t> value_column_, name_column_;  ///< Of ranks.
};

}  // namespace porthole::gatherer
