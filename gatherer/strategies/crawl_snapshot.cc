#include "gatherer/strategies/crawl_snapshot.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <unordered_map>

#include "base/key_index.h"
#include "gatherer/frontier/url_table.h"

namespace porthole::gatherer {
namespace {

constexpr topics::NodeId kNoPage = std::numeric_limits<topics::NodeId>::max();

/// Numbers the sites from 0, in order of first mention.
void number_sites(std::vector<std::uint32_t>& sites) {
  std::unordered_map<std::uint32_t, topics::SiteNumber> numbers;
  for (std::uint32_t& site : sites) {
    site = numbers.try_emplace(site, static_cast<topics::SiteNumber>(numbers.size())).first->second;
  }
}

/// The pages of a repository, and the URL that each URL resolves to.
class PageReader final : public repository::CrawlState::Visitor {
 public:
  explicit PageReader(CrawlSnapshot& snapshot) : snapshot_(snapshot) {}

  void url(repository::UrlRecord url) override {
    const auto place = static_cast<std::size_t>(url.id);
    if (leads_to_.size() <= place) {
      leads_to_.resize(place + 1, 0);
      sites_.resize(place + 1, 0);
    }
    leads_to_[place] = url.alias_of;
    sites_[place] = site_names_.id_of(url.site);
  }
  void page(repository::CrawlState::KnownPage page) override {
    const auto place = static_cast<std::size_t>(page.id);
    if (place >= leads_to_.size()) return;
    if (page.duplicate_of == 0) {
      snapshot_.add_page(page.id, sites_[place], page.relevance);
    } else {
      leads_to_[place] = page.duplicate_of;
      copies_.resize(std::max(copies_.size(), place + 1));
      copies_[place] = true;
    }
  }
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}

  bool is_copy(UrlId id) const {
    const auto place = static_cast<std::size_t>(id);
    return place < copies_.size() && copies_[place];
  }
  /// The end of the chain of aliases and duplicates that begins at `id`; a cycle is cut.
  UrlId original(UrlId id) const {
    for (int steps = 0; steps < kMostSteps; ++steps) {
      const auto place = static_cast<std::size_t>(id);
      if (place >= leads_to_.size() || leads_to_[place] == 0) return id;
      id = leads_to_[place];
    }
    return id;
  }

 private:
  static constexpr int kMostSteps = 64;
  CrawlSnapshot& snapshot_;
  StringInterner site_names_;
  std::vector<std::uint32_t> sites_;  // by id, as the next
  std::vector<UrlId> leads_to_;       // 0: nowhere
  std::vector<bool> copies_;
};

}  // namespace

void CrawlSnapshot::reserve(std::size_t pages, std::size_t links) {
  pages_.reserve(pages);
  sites_.reserve(pages);
  relevance_.reserve(pages);
  links_.reserve(links);
}

void CrawlSnapshot::add_page(UrlId id, std::uint32_t site, Relevance relevance) {
  assert(id > 0 && id < static_cast<UrlId>(kNoPage));
  pages_.push_back(id);
  sites_.push_back(site);
  relevance_.push_back(relevance.value());
}

void CrawlSnapshot::add_link(UrlId source, UrlId target) {
  links_.push_back({static_cast<topics::NodeId>(source), static_cast<topics::NodeId>(target)});
}

std::pair<topics::DistillerInput, std::vector<UrlId>> number_pages(CrawlSnapshot&& snapshot) {
  const auto last = std::max_element(snapshot.pages_.begin(), snapshot.pages_.end());
  std::vector<topics::NodeId> number_of(
      last == snapshot.pages_.end() ? 0 : static_cast<std::size_t>(*last) + 1, kNoPage);
  for (std::size_t i = 0; i < snapshot.pages_.size(); ++i) {
    number_of[static_cast<std::size_t>(snapshot.pages_[i])] = static_cast<topics::NodeId>(i);
  }
  const auto number = [&](topics::NodeId id) {
    return id < number_of.size() ? number_of[id] : kNoPage;
  };
  std::erase_if(snapshot.links_, [&](topics::Citation& link) {
    link = {number(link.source), number(link.target)};
    return link.source == kNoPage || link.target == kNoPage;
  });
  number_sites(snapshot.sites_);
  topics::DistillerInput input{.citations = std::move(snapshot.links_),
                               .relevance = std::move(snapshot.relevance_),
                               .sites = std::move(snapshot.sites_)};
  return {std::move(input), std::move(snapshot.pages_)};
}

Result<CrawlSnapshot> snapshot_of(repository::Repository& repository) {
  CrawlSnapshot snapshot;
  PageReader reader(snapshot);
  TRY(repository.crawl().load(reader));
  TRY_AS(visited, repository.links().for_each_citation([&](UrlId source, UrlId target) {
    if (!reader.is_copy(source)) snapshot.add_link(source, reader.original(target));
  }));
  return snapshot;
}

}  // namespace porthole::gatherer
