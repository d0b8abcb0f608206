#pragma once

/// WebDials: the parameters of a generated web (generated_web.h), and named settings of them.
///
/// Each dial has a unit and a range; check_dials() refuses a web outside of them. Shares and
/// probabilities are in [0, 1].
///
/// Thread safety: pure functions.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace porthole::labs {

struct WebDials {
  // Size.

  /// All pages, drift pages included; 1,000 to 4,000,000.
  std::uint32_t pages = 17'700;
  /// Drift pages have sites of their own, besides; 2 to half of the pages.
  std::uint32_t sites = 900;
  /// The r-th largest site has a size proportional to 1 / (r + flatness): 0 is Zipf's law, with
  /// 10,000 sites have nearly one size. 0 to 10,000.
  double flatness = 5;

  // Topics.

  /// Each has a language model of its own; 2 to 500.
  std::uint32_t topics = 15;
  /// Probability that a page is about the topic of its site, and not about any other.
  double site_purity = .7;
  /// Mean share of the words of a text that are of its topic; the share of a page is uniform
  /// between 0 and twice that. 0 to .5.
  double topic_words = .2;
  /// Mean number of words of a text, anchors left out; 10 to 2,000.
  std::uint32_t words = 120;

  // Links of ordinary pages.

  /// Mean number of links, those to drift pages left out; 1 to 200.
  std::uint32_t links = 12;
  /// Share of those links that lead to another site.
  double between_sites = .5;
  /// Topical locality: share of the links between sites that lead to a page of the source's own
  /// topic; the others lead to any other topic.
  double locality = .5;
  /// Share of the links between sites that lead to one of the 40 pages of the topic that are
  /// nearest in a ring of all sites. The more, the more links lie between pages.
  double nearby = 0;
  /// Homophily of importance: share of the other links between sites whose targets are as important
  /// as the source (within 5 per cent of their topic's pages); the rest prefer important pages.
  double homophily = 0;

  // Pages of other kinds.

  /// Share of pages that are hubs: lists of links.
  double hubs = .03;
  /// Links between sites of a hub; 1 to 1,000.
  std::uint32_t hub_links = 40;
  /// Topical locality of those links.
  double hub_locality = .9;
  /// Pages without a topic that pages of all topics cite; 0 to 100.
  std::uint32_t drift_pages = 6;
  /// Probability that a page cites a given drift page.
  double drift_citing = 1;

  // Annotations: shares of the links, those to drift pages left out. The anchors of all other links
  // have words of the target's topic.

  /// Anchors whose words say nothing: "more", "home".
  double generic_anchors = .18;
  /// Anchors with words of a topic that is not the target's.
  double misleading_anchors = .04;
  /// Links without words: areas of image maps, and frames.
  double hidden_anchors = .07;
  /// Share of URLs with a word of the page's topic.
  double telling_urls = .3;

  // Change over time.

  /// Share of pages that never change.
  double never_changing = .3;
  /// Shortest and longest time between two changes of the others, hours, uniform over octaves; .001
  /// to 1,000,000.
  double fastest_hours = 1, slowest_hours = 8'760;

  friend bool operator==(const WebDials&, const WebDials&) = default;
};

/// Errors: kInvalid with the name of the first dial that is out of its range, and the range.
Result<void> check_dials(const WebDials& dials);

/// Sets the dial `name` ("locality") to `value`. Errors: kUsage for an unknown name, with the
/// nearest known one, and for a value that is not a number.
Result<void> set_dial(WebDials& dials, std::string_view name, std::string_view value);

/// Names and values of all dials, in the order of the struct.
struct DialValue {
  std::string name;
  double value = 0;
};
std::vector<DialValue> values_of(const WebDials& dials);

/// A named setting. Figures that are published in this repository are of these webs.
struct NamedWeb {
  const char* name;
  const char* description;
  WebDials dials;
};
std::span<const NamedWeb> named_webs();
/// Errors: kUsage for an unknown name, with the known ones.
Result<NamedWeb> named_web(std::string_view name);

/// Sizes of the sites by rank, the largest first; they sum to `pages`, and each is at least 1.
std::vector<std::uint32_t> site_sizes(std::uint32_t pages, std::uint32_t sites, double flatness);

}  // namespace porthole::labs
