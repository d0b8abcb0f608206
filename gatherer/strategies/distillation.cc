#include "gatherer/strategies/distillation.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>
#include <utility>

namespace porthole::gatherer {
namespace {

std::vector<ScoreRecord> best(const std::vector<ScoreRecord>& scores, double ScoreRecord::*score,
                              std::size_t count) {
  std::vector<ScoreRecord> chosen;
  std::copy_if(scores.begin(), scores.end(), std::back_inserter(chosen),
               [&](const ScoreRecord& s) { return s.*score > 0; });
  count = std::min(count, chosen.size());
  std::partial_sort(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(count),
                    chosen.end(), [&](const ScoreRecord& a, const ScoreRecord& b) {
                      return a.*score != b.*score ? a.*score > b.*score : a.page < b.page;
                    });
  chosen.resize(count);
  return chosen;
}

}  // namespace

DistilledCrawl::DistilledCrawl(std::vector<ScoreRecord> scores, const Figures& figures)
    : scores_(std::move(scores)), figures_(figures) {
  std::sort(scores_.begin(), scores_.end(),
            [](const ScoreRecord& a, const ScoreRecord& b) { return a.page < b.page; });
}

const ScoreRecord* DistilledCrawl::find(UrlId page) const {
  const auto found = std::lower_bound(scores_.begin(), scores_.end(), page,
                                      [](const ScoreRecord& s, UrlId id) { return s.page < id; });
  return found != scores_.end() && found->page == page ? &*found : nullptr;
}

double DistilledCrawl::hub(UrlId page) const {
  const ScoreRecord* score = find(page);
  return score == nullptr ? 0 : score->hub;
}

double DistilledCrawl::authority(UrlId page) const {
  const ScoreRecord* score = find(page);
  return score == nullptr ? 0 : score->authority;
}

std::vector<ScoreRecord> DistilledCrawl::top_hubs(std::size_t count) const {
  return best(scores_, &ScoreRecord::hub, count);
}

std::vector<ScoreRecord> DistilledCrawl::top_authorities(std::size_t count) const {
  return best(scores_, &ScoreRecord::authority, count);
}

double DistilledCrawl::hub_quantile(double share) const {
  assert(share >= 0 && share <= 1);
  std::vector<double> hubs;
  for (const ScoreRecord& s : scores_) {
    if (s.hub > 0) hubs.push_back(s.hub);
  }
  if (hubs.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(hubs.size() - 1));
  std::nth_element(hubs.begin(), hubs.begin() + place, hubs.end());
  return hubs[static_cast<std::size_t>(place)];
}

DistilledCrawl distill(CrawlSnapshot&& snapshot, const topics::DistillerOptions& options) {
  auto [input, pages] = number_pages(std::move(snapshot));
  const std::size_t sites = std::unordered_set(input.sites.begin(), input.sites.end()).size();
  const topics::Distillation found = topics::distill(std::move(input), options);
  std::vector<ScoreRecord> scores;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const double hub = found.scores.hub[i];
    const double authority = found.scores.authority[i];
    if (hub > 0 || authority > 0) scores.push_back({pages[i], hub, authority});
  }
  return {std::move(scores),
          {.pages = pages.size(),
           .sites = sites,
           .citations = found.citations,
           .candidates = found.candidates,
           .rho = found.rho,
           .rounds = found.scores.rounds,
           .converged = found.scores.converged,
           .authority_scale = found.scores.authority_scale,
           .hub_scale = found.scores.hub_scale}};
}

Result<void> distill_anew(repository::Repository& repository) {
  bool has_scores = false;
  auto read = repository.scores().for_each([&](const auto&) {
    has_scores = true;
    return false;
  });
  if (!read || !has_scores) return read;
  TRY_AS(counts, repository.counts());
  if (counts->links > kMostLinksAnew) return {};
  TRY_AS(snapshot, snapshot_of(repository));
  const DistilledCrawl found = distill(std::move(*snapshot));
  return repository.scores().put_distilled(found.scores(), found.scale());
}

void BackgroundDistiller::start(CrawlSnapshot snapshot) {
  assert(!is_busy());
  result_ =
      std::async(std::launch::async, [options = options_, taken = std::move(snapshot)]() mutable {
        return distill(std::move(taken), options);
      });
}

DistilledCrawl BackgroundDistiller::wait() {
  assert(is_busy());
  return result_.get();
}

}  // namespace porthole::gatherer
