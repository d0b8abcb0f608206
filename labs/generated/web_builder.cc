// WebBuilder: makes a GeneratedWeb, sites first, then pages, then links.

#include <algorithm>
#include <numeric>

#include "labs/generated/generated_web.h"

namespace porthole::labs {
namespace {

using sampler::HashRng;

constexpr std::uint32_t kChildren = 4;      // of a page in the tree of its site
constexpr std::uint64_t kNearbyPages = 20;  // to either side
constexpr std::size_t kPeersShare = 20;     // of a topic's pages one in so many, to either side
constexpr int kTries = 16;                  // to draw a page of another site

bool chance(HashRng& rng, double probability) { return rng.uniform() < probability; }

void shuffle(std::vector<std::uint32_t>& list, HashRng& rng) {
  for (std::size_t left = list.size(); left > 1; --left)
    std::swap(list[left - 1], list[rng.below(left)]);
}

std::vector<std::uint32_t> numbers_below(std::uint32_t n) {
  std::vector<std::uint32_t> list(n);
  std::iota(list.begin(), list.end(), 0U);
  return list;
}

}  // namespace

class WebBuilder {
 public:
  WebBuilder(const WebDials& dials, std::uint64_t seed) : dials_(dials), web_(dials, seed) {}

  GeneratedWeb build() {
    add_sites();
    add_drift_pages();
    sort_by_topic();
    add_links();
    return std::move(web_);
  }

 private:
  HashRng draws(Draw what, std::uint64_t number) const {
    return draws_of(web_.seed_, what, number);
  }

  void add_sites() {
    HashRng rng = draws(Draw::kSites, 0);
    const auto sizes = site_sizes(dials_.pages - dials_.drift_pages, dials_.sites, dials_.flatness);
    // As many sites of each topic among the largest as among the smallest.
    std::vector<std::uint32_t> topics;
    while (topics.size() < dials_.sites) {
      std::vector<std::uint32_t> round = numbers_below(dials_.topics);
      shuffle(round, rng);
      topics.insert(topics.end(), round.begin(), round.end());
    }
    std::vector<std::uint32_t> ring = numbers_below(dials_.sites);
    shuffle(ring, rng);
    web_.pages_.reserve(dials_.pages);
    web_.first_page_.reserve(dials_.sites + dials_.drift_pages + 1);
    for (std::uint32_t site = 0; site < dials_.sites; ++site) {
      web_.first_page_.push_back(static_cast<NodeId>(web_.pages_.size()));
      for (std::uint32_t i = 0; i < sizes[ring[site]]; ++i) add_page(site, topics[ring[site]]);
    }
  }

  void add_page(std::uint32_t site, std::uint32_t site_topic) {
    HashRng rng = draws(Draw::kPage, web_.pages_.size());
    GeneratedPage page;
    page.site = site;
    page.topic = static_cast<std::uint16_t>(
        chance(rng, dials_.site_purity) ? site_topic : other_topic(rng, site_topic));
    page.kind = chance(rng, dials_.hubs) ? GeneratedKind::kHub : GeneratedKind::kOrdinary;
    page.topical = static_cast<std::uint8_t>(rng.uniform() * 2 * dials_.topic_words * 255);
    page.importance = static_cast<float>(rng.next() >> 40) * 0x1.0p-24F;
    page.change_hours = change_hours(rng);
    web_.pages_.push_back(page);
  }

  std::uint32_t other_topic(HashRng& rng, std::uint32_t topic) const {
    return static_cast<std::uint32_t>((topic + 1 + rng.below(dials_.topics - 1)) % dials_.topics);
  }

  float change_hours(HashRng& rng) const {
    if (chance(rng, dials_.never_changing)) return 0;
    std::uint64_t octaves = 1;
    for (double hours = dials_.fastest_hours; 2 * hours < dials_.slowest_hours; hours *= 2)
      ++octaves;
    double hours = dials_.fastest_hours;
    for (std::uint64_t octave = rng.below(octaves); octave > 0; --octave) hours *= 2;
    return static_cast<float>(std::min(hours * (1 + rng.uniform()), dials_.slowest_hours));
  }

  void add_drift_pages() {
    for (std::uint32_t i = 0; i < dials_.drift_pages; ++i) {
      web_.first_page_.push_back(static_cast<NodeId>(web_.pages_.size()));
      web_.pages_.push_back(
          {.site = dials_.sites + i, .kind = GeneratedKind::kDrift, .importance = 1 - 0x1.0p-24F});
    }
    web_.first_page_.push_back(static_cast<NodeId>(web_.pages_.size()));
  }

  void sort_by_topic() {
    in_ring_.resize(dials_.topics);
    for (NodeId id = 0; id < web_.size(); ++id) {
      if (web_[id].topic != kNoTopic) in_ring_[web_[id].topic].push_back(id);
    }
    by_importance_ = in_ring_;
    for (std::vector<NodeId>& list : by_importance_) {
      std::sort(list.begin(), list.end(), [&](NodeId a, NodeId b) {
        const float x = web_[a].importance, y = web_[b].importance;
        return x != y ? x > y : a < b;
      });
    }
  }

  void add_links() {
    const double mean = dials_.links + dials_.hubs * dials_.hub_links +
                        dials_.drift_pages * dials_.drift_citing + .5;
    web_.targets_.reserve(static_cast<std::size_t>(mean * static_cast<double>(web_.size())));
    web_.begin_.reserve(web_.size() + 1);
    for (NodeId page = 0; page < web_.size(); ++page) {
      web_.begin_.push_back(static_cast<std::uint32_t>(web_.targets_.size()));
      if (web_[page].kind != GeneratedKind::kDrift) add_links_of(page);
    }
    web_.begin_.push_back(static_cast<std::uint32_t>(web_.targets_.size()));
  }

  void add_links_of(NodeId page) {
    HashRng rng = draws(Draw::kLinks, page);
    std::uint32_t children = 0;
    if (web_[page].kind == GeneratedKind::kHub) {
      while (add_child(page, children)) ++children;
      for (std::uint32_t i = 0; i < dials_.hub_links; ++i)
        add_between(page, dials_.hub_locality, rng);
    } else {
      const std::uint32_t least = dials_.links / 2;
      const std::uint64_t links = least + rng.below(2 * (dials_.links - least) + 1);
      for (std::uint64_t i = 0; i < links; ++i) {
        if (chance(rng, dials_.between_sites)) {
          add_between(page, dials_.locality, rng);
        } else {
          add_within(page, children, rng);
        }
      }
    }
    for (std::uint32_t i = 0; i < dials_.drift_pages; ++i) {
      if (chance(rng, dials_.drift_citing))
        web_.targets_.push_back(static_cast<NodeId>(web_.size() - dials_.drift_pages + i));
    }
  }

  /// Adds a link to the next child of `page` in its site; false when there is none.
  bool add_child(NodeId page, std::uint32_t number) {
    const auto [first, end] = web_.pages_of(web_[page].site);
    const std::uint64_t child = std::uint64_t{kChildren} * (page - first) + 1 + number;
    if (number >= kChildren || child >= end - first) return false;
    web_.targets_.push_back(static_cast<NodeId>(first + child));
    return true;
  }

  void add_within(NodeId page, std::uint32_t& made, HashRng& rng) {
    const auto [first, end] = web_.pages_of(web_[page].site);
    if (end - first < 2) return;
    if (add_child(page, made)) {
      ++made;
    } else if (made <= kChildren && page != first) {
      made = kChildren + 1;
      web_.targets_.push_back(first);
    } else {
      const auto other = static_cast<NodeId>(first + rng.below(end - first - 1));
      web_.targets_.push_back(other < page ? other : other + 1);
    }
  }

  void add_between(NodeId page, double locality, HashRng& rng) {
    const std::uint32_t own = web_[page].topic;
    const std::uint32_t topic = chance(rng, locality) ? own : other_topic(rng, own);
    const bool nearby = chance(rng, dials_.nearby);
    const bool peer = chance(rng, dials_.homophily);
    if (in_ring_[topic].empty()) return;
    for (int tries = 0; tries < kTries; ++tries) {
      const NodeId target = nearby ? near_page(page, topic, rng)
                            : peer ? peer_page(page, topic, rng)
                                   : preferred_page(topic, rng);
      if (web_[target].site == web_[page].site) continue;
      web_.targets_.push_back(target);
      return;
    }
  }

  /// One of the pages of the topic nearest to the site of `page`, in either direction.
  NodeId near_page(NodeId page, std::uint32_t topic, HashRng& rng) const {
    const std::vector<NodeId>& list = in_ring_[topic];
    const auto [first, end] = web_.pages_of(web_[page].site);
    const auto place = [&](NodeId id) {
      return static_cast<std::uint64_t>(std::lower_bound(list.begin(), list.end(), id) -
                                        list.begin());
    };
    const std::uint64_t drawn = rng.below(2 * kNearbyPages);
    const std::uint64_t n = list.size();
    if (drawn >= kNearbyPages) return list[(place(end) + drawn - kNearbyPages) % n];
    return list[(place(first) + n - 1 - drawn % n) % n];
  }

  /// A page of the topic that is about as important as `page`.
  NodeId peer_page(NodeId page, std::uint32_t topic, HashRng& rng) const {
    const std::vector<NodeId>& list = by_importance_[topic];
    const auto n = static_cast<std::int64_t>(list.size());
    const double less = 1 - static_cast<double>(web_[page].importance);
    const auto center = static_cast<std::int64_t>(less * static_cast<double>(n));
    const std::int64_t reach =
        std::max<std::int64_t>(1, n / static_cast<std::int64_t>(kPeersShare));
    const auto drawn =
        static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(2 * reach + 1)));
    return list[static_cast<std::size_t>(
        std::clamp<std::int64_t>(center - reach + drawn, 0, n - 1))];
  }

  NodeId preferred_page(std::uint32_t topic, HashRng& rng) const {
    const std::vector<NodeId>& list = by_importance_[topic];
    return list[skewed_below(rng, static_cast<std::uint32_t>(list.size()))];
  }

  const WebDials& dials_;
  GeneratedWeb web_;
  std::vector<std::vector<NodeId>> in_ring_, by_importance_;  // the pages of each topic
};

Result<GeneratedWeb> GeneratedWeb::generate(const WebDials& dials, std::uint64_t seed) {
  TRY(check_dials(dials));
  return WebBuilder(dials, seed).build();
}

}  // namespace porthole::labs
