#include "labs/laboratory/cluster_simulation.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "labs/generated/dials.h"
#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using sampler::HashRng;

constexpr std::uint32_t kChildren = 4;  // As the generator has it.
constexpr std::uint64_t kLinkStream = 1;

/// The sites in random order.
std::vector<std::uint32_t> first_pages(const ClusterDials& dials) {
  std::vector<std::uint32_t> sizes = site_sizes(dials.pages, dials.sites, dials.flatness);
  HashRng rng(dials.seed, 0, 0);
  for (std::size_t left = sizes.size(); left > 1; --left)
    std::swap(sizes[left - 1], sizes[rng.below(left)]);
  std::vector<std::uint32_t> first{0};
  for (const std::uint32_t size : sizes) first.push_back(first.back() + size);
  return first;
}

/// A number without a factor in common with `n`, a golden section of it.
std::uint64_t spreading_step(std::uint64_t n) {
  auto step = static_cast<std::uint64_t>(0.618 * static_cast<double>(n)) | 1U;
  while (std::gcd(step, n) != 1) step += 2;
  return step;
}

double share(double part, double all) { return all > 0 ? part / all : 0; }

}  // namespace

ClusterSimulation::ClusterSimulation(const ClusterDials& dials)
    : dials_(dials),
      first_page_(first_pages(dials)),
      sites_(dials.sites),
      next_(dials.pages, kNone),
      known_(dials.pages),
      gatherers_(static_cast<std::size_t>(dials.gatherers)),
      step_(spreading_step(dials.pages)) {
  for (std::uint32_t site = 0; site < dials_.sites; ++site) {
    sites_[site].first = kNone;
    const std::string name = "s" + std::to_string(site) + ".example";
    sites_[site].bucket = static_cast<std::uint16_t>(repository::bucket_of(name));
  }
  for (std::size_t bucket = 0; bucket < owners_.size(); ++bucket)
    owners_[bucket] = static_cast<int>(bucket * gatherers_.size() / owners_.size());
}

void ClusterSimulation::add(double time, What what, std::uint32_t of, int gatherer) {
  events_.push({time, events_made_++, what, of, gatherer});
}

std::uint32_t ClusterSimulation::site_of(std::uint32_t page) const {
  const auto after = std::upper_bound(first_page_.begin(), first_page_.end(), page);
  return static_cast<std::uint32_t>(after - first_page_.begin() - 1);
}

std::uint32_t ClusterSimulation::target(std::uint32_t page, std::uint32_t site,
                                        std::uint32_t link) const {
  HashRng rng(dials_.seed, page, kLinkStream + link);
  const double n = dials_.pages;
  if (rng.uniform() < dials_.between_sites) {
    const auto rank = static_cast<std::uint64_t>(n * rng.uniform() * rng.uniform());
    return static_cast<std::uint32_t>((rank * step_ + step_ / 2) % dials_.pages);
  }
  const std::uint32_t first = first_page_[site];
  const std::uint32_t size = first_page_[site + 1] - first;
  const std::uint64_t child = std::uint64_t{kChildren} * (page - first) + link + 1;
  if (link < kChildren && child < size) return first + static_cast<std::uint32_t>(child);
  return first + static_cast<std::uint32_t>(rng.below(size));
}

void ClusterSimulation::push(std::uint32_t page, std::uint32_t site) {
  Site& queue = sites_[site];
  if (queue.first == kNone) {
    queue.first = page;
    ++waiting_hosts_;
  } else {
    next_[queue.last] = page;
  }
  queue.last = page;
  next_[page] = kNone;
  if (!queue.is_expected) expect(site);
}

void ClusterSimulation::become_known(std::uint32_t page, std::uint32_t site) {
  if (known_[page]) return;
  known_[page] = true;
  ++known_count_;
  push(page, site);
}

void ClusterSimulation::expect(std::uint32_t site) {
  sites_[site].is_expected = true;
  add(std::max(now_, sites_[site].ready), What::kHostRests, site);
}

void ClusterSimulation::start(int gatherer) {
  Gatherer& at_work = gatherers_[static_cast<std::size_t>(gatherer)];
  const auto most = static_cast<std::size_t>(dials_.at_once);
  while (!at_work.is_dead && now_ >= paused_until_ && at_work.asked.size() < most &&
         !at_work.ready.empty()) {
    const std::uint32_t site = at_work.ready.front();
    at_work.ready.pop_front();
    ask(gatherer, site);
  }
}

// The processors parse the page once it is there, after those before it; its place among the
// requests is free when it is parsed, and no more than two batches wait for the server.
void ClusterSimulation::ask(int gatherer, std::uint32_t site) {
  Gatherer& at_work = gatherers_[static_cast<std::size_t>(gatherer)];
  Site& queue = sites_[site];
  const std::uint32_t page = queue.first;
  queue.first = next_[page];
  if (queue.first == kNone) --waiting_hosts_;
  const double answered = now_ + dials_.answer;
  queue.ready = answered + dials_.delay;
  queue.is_expected = false;
  if (queue.first != kNone) expect(site);
  const double parsing = dials_.parse / dials_.cores;
  at_work.processors_free = std::max(at_work.processors_free, answered) + parsing;
  server_free_ = std::max(server_free_, at_work.processors_free) + dials_.write;
  const double backlog = 2 * dials_.batch * dials_.write;
  parse_time_ += parsing;
  write_time_ += dials_.write;
  at_work.asked.push_back(page);
  add(std::max(at_work.processors_free, server_free_ - backlog), What::kParsed, page, gatherer);
}

void ClusterSimulation::follow_links(std::uint32_t page, int gatherer) {
  const std::uint32_t site = site_of(page);
  for (std::uint32_t link = 0; link < dials_.links; ++link) {
    const std::uint32_t to = target(page, site, link);
    const std::uint32_t its_site = site_of(to);
    ++links_;
    if (owner_of(sites_[its_site]) != gatherer) ++links_elsewhere_;
    become_known(to, its_site);
  }
}

void ClusterSimulation::parsed(const Event& event) {
  Gatherer& at_work = gatherers_[static_cast<std::size_t>(event.gatherer)];
  if (at_work.is_dead) return;
  ++at_work.pages;
  ++fetched_;
  std::erase(at_work.asked, event.of);
  at_work.parsed.push_back(event.of);
  if (at_work.parsed.size() >= static_cast<std::size_t>(dials_.batch) ||
      now_ - at_work.last_commit >= dials_.commit_every) {
    at_work.parsed.clear();
    at_work.last_commit = now_;
  }
  follow_links(event.of, event.gatherer);
  start(event.gatherer);
}

// The pages that it had asked for wait again, for whoever takes its sites over.
void ClusterSimulation::die() {
  has_died_ = true;
  died_at_ = now_;
  Gatherer& dead = gatherers_.front();
  dead.is_dead = true;
  report_.death.lost = dead.asked.size() + dead.parsed.size();
  for (const auto* lost : {&dead.asked, &dead.parsed}) {
    for (const std::uint32_t page : *lost) push(page, site_of(page));
  }
  for (const std::uint32_t site : dead.ready) sites_[site].is_expected = false;
  dead.ready.clear();
  add(now_ + dials_.lease, What::kLeaseEnds, 0);
}

// All have other buckets than before, and begin anew: each reads all pages, and the URLs of its own
// buckets; and every host rests.
void ClusterSimulation::take_over() {
  int next = 0;
  for (int& owner : owners_) {
    if (owner == 0) owner = 1 + next++ % (dials_.gatherers - 1);
  }
  const double waiting = static_cast<double>(known_count_ - fetched_) / (dials_.gatherers - 1);
  const double loading = (waiting + static_cast<double>(fetched_)) * dials_.load;
  paused_until_ = now_ + std::max(loading, dials_.delay);
  report_.death.paused = paused_until_ - now_;
  report_.death.unasked = paused_until_ - died_at_;
  add(paused_until_, What::kLoaded, 0);
}

void ClusterSimulation::loaded() {
  for (std::uint32_t site = 0; site < dials_.sites; ++site) {
    if (!sites_[site].is_expected && sites_[site].first != kNone) expect(site);
  }
  for (int gatherer = 0; gatherer < dials_.gatherers; ++gatherer) start(gatherer);
}

void ClusterSimulation::handle(const Event& event) {
  switch (event.what) {
    case What::kHostRests: {
      Gatherer& owner = gatherers_[static_cast<std::size_t>(owner_of(sites_[event.of]))];
      if (owner.is_dead) {
        sites_[event.of].is_expected = false;  // loaded() finds it.
        return;
      }
      owner.ready.push_back(event.of);
      return start(owner_of(sites_[event.of]));
    }
    case What::kParsed:
      return parsed(event);
    case What::kLeaseEnds:
      return take_over();
    case What::kLoaded:
      return loaded();
  }
}

void ClusterSimulation::add_line() {
  ClusterLine line{.time = now_, .known = known_count_, .fetched = fetched_};
  const double time = now_ - last_.time;
  line.rate = share(static_cast<double>(fetched_ - last_.fetched), time);
  line.parsing = share(parse_time_ - last_.parsing, time * static_cast<double>(dials_.gatherers));
  line.writing = share(write_time_ - last_.writing, time);
  line.hosts = waiting_hosts_;
  line.elsewhere = share(static_cast<double>(links_elsewhere_), static_cast<double>(links_));
  double most = 0, used = 0;
  for (const Gatherer& gatherer : gatherers_) {
    most = std::max(most, static_cast<double>(gatherer.pages));
    used += static_cast<double>(gatherer.asked.size());
  }
  const auto all = static_cast<double>(gatherers_.size());
  line.imbalance = share(most * all, static_cast<double>(fetched_));
  line.waiting = 1 - share(used, all * dials_.at_once);
  report_.lines.push_back(line);
  last_ = line;
  last_.parsing = parse_time_;
  last_.writing = write_time_;
}

ClusterReport ClusterSimulation::run() {
  for (std::uint32_t site = 0; site < std::min<std::uint32_t>(dials_.sites, 10); ++site)
    become_known(first_page_[site], site);
  while (!events_.empty() && known_count_ < dials_.known && fetched_ < dials_.fetched) {
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    handle(event);
    if (known_count_ >= next_line_) {
      add_line();
      next_line_ *= 10;
    }
    if (!has_died_ && dials_.death_at > 0 && known_count_ >= dials_.death_at) die();
  }
  add_line();
  return report_;
}

}  // namespace porthole::labs
