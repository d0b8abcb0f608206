#pragma once

/// ImportanceLabels: known importance of pages, used to train an importance model and to evaluate
/// crawls.
///
/// Three sources:
///
///   in-links   of the pages of a repository: the number of other fetched pages that link to each.
///              A repository of a whole recorded web gives the in-links within that web.
///   ranks      of hosts or domains, in the format of Common Crawl's web graphs: tab-separated
///              columns named by a first line that begins with "#": harmonicc_val (harmonic
///              centrality, the value used) and host_rev (the reversed name: "org.example.www");
///              other columns are ignored. The first kMostRanks lines are read: such files are
///              sorted by rank
///   list       the user's own: URL, host or domain, tab, number; one page or site on each line
///
/// Files may be packed with gzip.
///
/// A page's label is that of its URL (http and https alike), else of its host, else of its
/// registrable domain. Labels are at least 0; their unit cancels out (importance_model.h takes
/// logarithms and a median).
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4.2: in-link counts of a search
/// engine, and, of the seven traits, the reach of the domain; these labels replace both. Columns of
/// the ranks: commoncrawl.org, "Web Graphs", host- and domain-level ranks.
/// Thread safety: const members, any thread.

#include <zlib.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/result.h"
#include "base/url/url.h"
#include "repository/repository.h"
#include "topics/importance/importance_model.h"

namespace porthole::gatherer {

class ImportanceLabels {
 public:
  static constexpr std::size_t kMostRanks = 2'000'000;  ///< About 300 bytes each.

  /// Labels from in-links. `name` is the display name of the repository. Errors: the repository's.
  static Result<ImportanceLabels> in_links(repository::Repository& repository,
                                           const std::string& name);
  /// Labels from ranks or a list, detected by the file's first line.
  /// Errors: kNotFound; kInvalid with the line for another format, for an empty file, for negative
  /// numbers, and for a damaged gzip file.
  static Result<ImportanceLabels> read(const std::filesystem::path& file);

  /// The label of `url`, if it is known.
  std::optional<double> of(const Url& url) const;

  /// The value x of the trait `domain`: number of other registrable domains that link to it, or its
  /// own rank or number.
  const topics::ImportanceModel::Domains& domains() const { return domains_; }
  /// Describes the labels and their source; shown wherever an importance is shown.
  const std::string& says() const { return says_; }
  std::size_t size() const { return pages_.size() + hosts_.size(); }

 private:
  using Values = std::unordered_map<std::string, double>;
  Result<void> take_rank(const std::vector<std::string_view>& columns);
  Result<void> take_line(const std::vector<std::string_view>& columns);
  bool find_columns(const std::vector<std::string_view>& columns);
  void take_host(std::string host, double value);

  Values pages_;  ///< By key under http, for both schemes.
  Values hosts_;
  topics::ImportanceModel::Domains domains_;
  std::string says_;
  std::optional<std::size_t> value_column_, name_column_;  ///< Columns of a file of ranks.
};

/// TextLines: reads a text file line by line, plain or gzipped (detected by its first bytes).
///
///   auto lines = TextLines::open(file);
///   while (auto line = lines->next()) ...
///   if (auto failure = lines->failure()) ...
///
/// Memory: one line. Thread safety: one thread.
class TextLines {
 public:
  static constexpr std::size_t kLongest = 64 * 1024;

  /// Errors: kNotFound.
  static Result<TextLines> open(const std::filesystem::path& file);

  /// The next line without its line end; empty at the end and after a failure. Lifetime: until the
  /// next call.
  std::optional<std::string_view> next();
  /// The number of the last line, from 1.
  int number() const { return number_; }
  /// The error that ended reading early: kInvalid for a damaged file, and for a line longer than
  /// kLongest.
  std::optional<Error> failure() const { return failure_; }

 private:
  struct Close {
    void operator()(gzFile file) const { gzclose_r(file); }
  };
  explicit TextLines(gzFile file, std::string name)
      : file_(file), name_(std::move(name)), line_(kLongest, '\0') {}
  void fail_with(std::string message, std::string hint);

  std::unique_ptr<gzFile_s, Close> file_;
  std::string name_;
  std::string line_;
  int number_ = 0;
  std::optional<Error> failure_;
};

}  // namespace porthole::gatherer
