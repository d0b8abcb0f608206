#pragma once

/// Supplies pages to the walks of a sample, by number, from the journal, the repository or the web.
///
/// In:  numbers of pages that a walk wants.
/// Out: those pages in the graph, and in the journal.
///
/// Pages of the repository are read from there, unless everything is to be fetched; so walking on
/// crawled pages costs no request. All others are fetched with the politeness of a crawl
/// (gatherer/crawl/page_reader.h), within the scope of the specification, and every answer is
/// archived. A URL that fails is not a page and is not requested again.
///
/// Thread safety: one thread. Lifetime: the references in SampleSources must outlive it.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "archive/warc_writer.h"
#include "base/clock.h"
#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/page_reader.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/frontier/url_sources.h"
#include "repository/repository.h"
#include "sampler/page_graph.h"
#include "sampling/sample_journal.h"
#include "sampling/sample_predicate.h"

namespace porthole::sampling {

/// Maximum number of in-neighbours of one page from sources other than the walks.
inline constexpr std::size_t kMostInLinks = 1000;

struct SampleSources {
  const collection::Collection& collection;
  repository::Repository* repository = nullptr;  ///< Null: nothing was gathered.
  /// Pages off topic are not visited (hard focus), so they need not be read if the URL decides.
  bool on_topic_only = false;
  const SamplePredicate& predicate;
  const gatherer::LinkFile& link_file;
  SampleJournal& journal;
  const std::atomic<int>* stop = nullptr;
  const Clock* clock =
      nullptr;  ///< That pauses between requests are kept by; the system's when null.
};

class SamplePages {
 public:
  /// Errors: those of Scope::make() and WarcWriter::open().
  static Result<std::unique_ptr<SamplePages>> open(const SampleSources& sources);

  /// The number of a page. Requires: `href` is a URL.
  sampler::NodeId number_of(const std::string& href);
  /// Reads the pages that are not in the graph yet. Returns false when it was stopped before all
  /// were read.
  /// Errors: those of the repository, the page reader, archive and journal.
  Result<bool> provide(const std::vector<sampler::NodeId>& wanted);

  sampler::PageGraph& graph() { return graph_; }
  const sampler::PageGraph& graph() const { return graph_; }
  /// Returns a page of the graph by its own number; null when there is none.
  const SampledPage* page(sampler::NodeId number) const;
  const std::string& href(sampler::NodeId number) const { return hrefs_[number]; }
  const std::string& key(sampler::NodeId number) const { return keys_[number]; }
  const std::string& host_name(sampler::HostId host) const { return hosts_[host]; }
  std::string site_of(sampler::NodeId number) const;

  SamplePages(const SampleSources& sources, gatherer::Scope scope,
              std::unique_ptr<archive::WarcWriter> archive);

 private:
  Result<std::unique_ptr<SampledPage>> from_repository(sampler::NodeId number);
  Result<void> fetch(const std::vector<sampler::NodeId>& wanted, std::vector<SampledPage>& pages);
  Result<void> open_reader();
  Result<void> add_in_links(SampledPage& page);
  SampledPage judged(const std::string& asked, const std::string& url,
                     const Document& document) const;
  bool is_off_topic_by_url(sampler::NodeId number) const;
  void add_to_graph(sampler::NodeId number);
  sampler::HostId host_of(const std::string& href);

  SampleSources sources_;
  gatherer::Scope scope_;
  std::unique_ptr<archive::WarcWriter> archive_;
  std::unique_ptr<gatherer::PageReader> reader_;  ///< Created at the first fetch.
  Result<void> archived_;
  std::unordered_set<std::string> answered_;  ///< URLs of the current list that the web answered.
  sampler::PageGraph graph_;
  std::vector<std::string> hrefs_, keys_, hosts_;
  std::vector<std::string> record_;  ///< By number: the key of the page's record; "" = none.
  std::unordered_map<std::string, sampler::NodeId> numbers_;  ///< By key.
  std::unordered_map<std::string, sampler::HostId> host_numbers_;
};

}  // namespace porthole::sampling
