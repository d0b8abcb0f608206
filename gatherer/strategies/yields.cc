#include "gatherer/strategies/yields.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>

namespace porthole::gatherer {
namespace {

constexpr double kContaining = 2;  // m

double log_odds(double share) { return std::log(share / (1 - share)); }

double failed_share(double failed, double asked, double toward) {
  return (failed + kContaining * toward) / (asked + kContaining);
}

/// The number of `key` in `ids`; the next one for a new key.
template <class Rows>
std::uint32_t number_of(std::uint64_t key, std::unordered_map<std::uint64_t, std::uint32_t>& ids,
                        Rows& rows) {
  const auto [found, is_new] = ids.try_emplace(key, static_cast<std::uint32_t>(rows.size()));
  if (is_new) rows.emplace_back();
  return found->second;
}

}  // namespace

Yields::FolderId Yields::folder_of(SiteId site, std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const auto slash = url.rfind('/');
  const std::string_view folder = url.substr(0, slash == std::string_view::npos ? 0 : slash);
  return number_of(XXH3_64bits_withSeed(folder.data(), folder.size(), site), folder_ids_, folders_);
}

Yields::ListId Yields::list_of(SiteId site, std::string_view heading) {
  return number_of(XXH3_64bits_withSeed(heading.data(), heading.size(), site), list_ids_, lists_);
}

Yields::Place& Yields::site(SiteId site) {
  if (site >= sites_.size()) sites_.resize(site + 1);
  return sites_[site];
}

void Yields::add(SiteId site_id, FolderId folder, double value) {
  site(site_id).yield.add(value);
  if (folder != kNoFolder) folders_[folder].yield.add(value);
  crawl_.add(value);
}

void Yields::revise(SiteId site_id, FolderId folder, double change) {
  const auto by = static_cast<float>(change);
  site(site_id).yield.value += by;
  if (folder != kNoFolder) folders_[folder].yield.value += by;
  crawl_.value += by;
}

void Yields::add_failure(SiteId site_id, FolderId folder) {
  site(site_id).failed += 1;
  if (folder != kNoFolder) folders_[folder].failed += 1;
}

double Yields::shrunk(const Yield& yield, double toward) const {
  return (yield.value + kContaining * toward) / (yield.judged + kContaining);
}

double Yields::evidence(double share) const {
  return std::clamp(log_odds(share) - log_odds(of_crawl()), -kMostEvidence, kMostEvidence);
}

double Yields::evidence_of_site(SiteId site) const {
  const Yield yield = site < sites_.size() ? sites_[site].yield : Yield();
  return evidence(shrunk(yield, of_crawl()));
}

double Yields::evidence_of_place(SiteId site, FolderId folder) const {
  const Yield yield = site < sites_.size() ? sites_[site].yield : Yield();
  return evidence(shrunk(folders_[folder].yield, shrunk(yield, of_crawl())));
}

double Yields::evidence_of_page(const Yield& led_to, ListId list) const {
  return evidence(shrunk(led_to, shrunk(lists_[list], of_crawl())));
}

double Yields::failure_of(SiteId site, FolderId folder) const {
  const Place on_site = site < sites_.size() ? sites_[site] : Place();
  const Place& in_folder = folders_[folder];
  const double phi = failed_share(on_site.failed, on_site.yield.judged + on_site.failed, 0);
  return failed_share(in_folder.failed, in_folder.yield.judged + in_folder.failed, phi);
}

void Yields::save(StateWriter& writer) const {
  writer.real(crawl_.judged);
  writer.real(crawl_.value);
  writer.list(sites_);
  writer.list(folders_);
  writer.list(lists_);
  const auto save = [&](std::uint32_t id) { writer.number(id); };
  writer.map(folder_ids_, save);
  writer.map(list_ids_, save);
}

void Yields::load(StateReader& reader) {
  crawl_.judged = static_cast<float>(reader.real());
  crawl_.value = static_cast<float>(reader.real());
  reader.list(sites_);
  reader.list(folders_);
  reader.list(lists_);
  const auto load = [&](std::uint32_t& id) { id = static_cast<std::uint32_t>(reader.number()); };
  reader.map(folder_ids_, load);
  reader.map(list_ids_, load);
}

}  // namespace porthole::gatherer
