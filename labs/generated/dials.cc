#include "labs/generated/dials.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <variant>

#include "base/text/number.h"
#include "base/text/text.h"

namespace porthole::labs {
namespace {

constexpr double kMostPages = 4'000'000;

struct Dial {
  const char* name;
  std::variant<double WebDials::*, std::uint32_t WebDials::*> member;
  double least, most;
};

constexpr std::array kDials = {
    Dial{"pages", &WebDials::pages, 1'000, kMostPages},
    Dial{"sites", &WebDials::sites, 2, kMostPages / 2},
    Dial{"flatness", &WebDials::flatness, 0, 10'000},
    Dial{"topics", &WebDials::topics, 2, 500},
    Dial{"site-purity", &WebDials::site_purity, 0, 1},
    Dial{"topic-words", &WebDials::topic_words, 0, .5},
    Dial{"words", &WebDials::words, 10, 2'000},
    Dial{"links", &WebDials::links, 1, 200},
    Dial{"between-sites", &WebDials::between_sites, 0, 1},
    Dial{"locality", &WebDials::locality, 0, 1},
    Dial{"nearby", &WebDials::nearby, 0, 1},
    Dial{"homophily", &WebDials::homophily, 0, 1},
    Dial{"hubs", &WebDials::hubs, 0, 1},
    Dial{"hub-links", &WebDials::hub_links, 1, 1'000},
    Dial{"hub-locality", &WebDials::hub_locality, 0, 1},
    Dial{"drift-pages", &WebDials::drift_pages, 0, 100},
    Dial{"drift-citing", &WebDials::drift_citing, 0, 1},
    Dial{"generic-anchors", &WebDials::generic_anchors, 0, 1},
    Dial{"misleading-anchors", &WebDials::misleading_anchors, 0, 1},
    Dial{"hidden-anchors", &WebDials::hidden_anchors, 0, 1},
    Dial{"telling-urls", &WebDials::telling_urls, 0, 1},
    Dial{"never-changing", &WebDials::never_changing, 0, 1},
    Dial{"fastest-hours", &WebDials::fastest_hours, .001, 1e6},
    Dial{"slowest-hours", &WebDials::slowest_hours, .001, 1e6},
};

double value_of(const WebDials& dials, const Dial& dial) {
  return std::visit([&](auto member) { return static_cast<double>(dials.*member); }, dial.member);
}

/// The shortest form that reads back as the same number.
std::string shown(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

Error out_of_range(const std::string& name, double value, const std::string& range) {
  return Error{
      ErrorCode::kInvalid, "not a valid " + name + " of a generated web: " + shown(value), "", 0, 0,
      "give " + range};
}

// The web of the review that these experiments follow: 58 per cent of the links between sites; half
// of a page's links lead to its own topic (between sites .5; within one .7 * .7); 3 per cent hubs;
// six pages that all pages cite; anchors: 71 per cent words of the target's topic, 18 generic, 4
// misleading.
constexpr WebDials gen() {
  WebDials dials;
  dials.pages = 17'693;
  dials.between_sites = .58;
  dials.homophily = .3;
  return dials;
}

// Sites that hardly link to one another, like software documentation: navigation within the site,
// few hubs, anchors that often say nothing.
constexpr WebDials islands() {
  WebDials dials = gen();
  dials.pages = 30'000;
  dials.sites = 600;
  dials.site_purity = .9;
  dials.between_sites = .08;
  dials.locality = .6;
  dials.hubs = .01;
  dials.drift_pages = 3;
  dials.generic_anchors = .35;
  dials.misleading_anchors = .05;
  dials.hidden_anchors = .1;
  return dials;
}

// Sites that link to their neighbours, so that the best pages of a topic lie many links from a
// seed: strong locality, few hubs.
constexpr WebDials wide() {
  WebDials dials = gen();
  dials.pages = 60'000;
  dials.sites = 2'000;
  dials.topics = 6;
  dials.between_sites = .4;
  dials.locality = .75;
  dials.nearby = .97;
  dials.hubs = .005;
  dials.hub_links = 20;
  return dials;
}

// A large web whose important pages cite important pages.
constexpr WebDials status() {
  WebDials dials = gen();
  dials.pages = 200'000;
  dials.sites = 8'000;
  dials.topics = 10;
  dials.between_sites = .6;
  dials.homophily = .6;
  dials.hubs = .01;
  return dials;
}

// The same with topics whose pages cite each other, so that a crawl may give up topicality and
// still be above .7.
constexpr WebDials close() {
  WebDials dials = status();
  dials.pages = 100'000;
  dials.sites = 4'000;
  dials.site_purity = .9;
  dials.locality = .9;
  return dials;
}

// Five times as large, so that a topic has twice as many pages as the published crawl fetched.
constexpr WebDials ample() {
  WebDials dials = gen();
  dials.pages = 5 * 17'693;
  dials.sites = 4'500;
  return dials;
}

// Webs that differ from one of the above in one property, to show what an effect depends on. They
// were chosen after the first figures of the others.

// `gen` with sites as pure as those of `islands`.
constexpr WebDials pure() {
  WebDials dials = gen();
  dials.site_purity = islands().site_purity;
  return dials;
}

// `islands` with sites as mixed as those of `gen`.
constexpr WebDials mixed() {
  WebDials dials = islands();
  dials.site_purity = gen().site_purity;
  return dials;
}

// `gen` with links between sites that lead to neighbours, as on `wide`.
constexpr WebDials near() {
  WebDials dials = gen();
  dials.nearby = wide().nearby;
  return dials;
}

// `wide` without that.
constexpr WebDials far() {
  WebDials dials = wide();
  dials.nearby = gen().nearby;
  return dials;
}

// `wide` with topics that have as many pages as a crawl may fetch, 4,000.
constexpr WebDials small() {
  WebDials dials = wide();
  dials.pages = 24'000;
  dials.sites = 800;
  return dials;
}

// `close` with topics that have four times as many pages as a crawl fetches, in place of as many.
constexpr WebDials broad() {
  WebDials dials = close();
  dials.pages = 400'000;
  dials.sites = 16'000;
  return dials;
}

constexpr std::array kWebs = {
    NamedWeb{"gen", "half of all links lead to the page's own topic, most anchors tell", gen()},
    NamedWeb{"islands", "large sites with few links between them, and poorer anchors", islands()},
    NamedWeb{"wide", "sites link to their neighbours: pages lie many links apart", wide()},
    NamedWeb{"status", "large; important pages cite important pages", status()},
    NamedWeb{"close", "the same, and most links lead to the page's own topic", close()},
    NamedWeb{"ample", "as `gen`, five times as large", ample()},
    NamedWeb{"pure", "as `gen`, but for purer sites", pure()},
    NamedWeb{"mixed", "as `islands`, but for less pure sites", mixed()},
    NamedWeb{"near", "as `gen`, but for links to neighbours", near()},
    NamedWeb{"far", "as `wide`, but for links to any distance", far()},
    NamedWeb{"small", "as `wide`, but for topics no larger than a crawl", small()},
    NamedWeb{"broad", "as `close`, but for topics four times as large", broad()},
};

}  // namespace

Result<void> check_dials(const WebDials& dials) {
  for (const Dial& dial : kDials) {
    const double value = value_of(dials, dial);
    if (!(value >= dial.least && value <= dial.most)) {
      return fail(out_of_range(dial.name, value, shown(dial.least) + " to " + shown(dial.most)));
    }
  }
  if (dials.sites > (dials.pages - dials.drift_pages) / 2)
    return fail(out_of_range("sites", dials.sites, "at most half of the pages"));
  if (dials.generic_anchors + dials.misleading_anchors + dials.hidden_anchors > 1) {
    return fail(out_of_range("generic-anchors", dials.generic_anchors,
                             "shares of generic, misleading and hidden anchors that sum to at most "
                             "1"));
  }
  if (dials.slowest_hours < dials.fastest_hours)
    return fail(out_of_range("slowest-hours", dials.slowest_hours, "at least fastest-hours"));
  return {};
}

Result<void> set_dial(WebDials& dials, std::string_view name, std::string_view value) {
  const auto not_valid = [&](const char* remedy) {
    return fail(ErrorCode::kUsage,
                "not a valid " + std::string(name) + ": \"" + std::string(value) + "\"", remedy);
  };
  const std::optional<double> number = parse_number(value);
  if (!number) return not_valid("give a number");
  std::vector<std::string> names;
  for (const Dial& dial : kDials) {
    names.emplace_back(dial.name);
    if (name != dial.name) continue;
    if (const auto* count = std::get_if<std::uint32_t WebDials::*>(&dial.member)) {
      if (!(*number >= 0 && *number <= kMostPages) || *number != std::floor(*number))
        return not_valid("give a whole number up to four million");
      dials.*(*count) = static_cast<std::uint32_t>(*number);
    } else {
      dials.*std::get<double WebDials::*>(dial.member) = *number;
    }
    return {};
  }
  return fail(ErrorCode::kUsage, "unknown dial \"" + std::string(name) + "\"",
              "did you mean \"" + nearest_name(std::string(name), names) + "\"?");
}

std::vector<DialValue> values_of(const WebDials& dials) {
  std::vector<DialValue> values;
  for (const Dial& dial : kDials) values.push_back({dial.name, value_of(dials, dial)});
  return values;
}

std::span<const NamedWeb> named_webs() { return kWebs; }

Result<NamedWeb> named_web(std::string_view name) {
  std::string known;
  for (const NamedWeb& web : kWebs) {
    if (name == web.name) return web;
    known += (known.empty() ? "" : ", ") + std::string(web.name);
  }
  return fail(ErrorCode::kUsage, "unknown generated web \"" + std::string(name) + "\"",
              "known: " + known);
}

std::vector<std::uint32_t> site_sizes(std::uint32_t pages, std::uint32_t sites, double flatness) {
  double sum = 0;
  for (std::uint32_t rank = 1; rank <= sites; ++rank) sum += 1 / (rank + flatness);
  const std::uint32_t free = pages - sites;
  std::vector<std::uint32_t> sizes;
  std::uint32_t given = 0;
  for (std::uint32_t rank = 1; rank <= sites; ++rank) {
    const double share = 1 / (rank + flatness) / sum;
    sizes.push_back(1 + static_cast<std::uint32_t>(share * free));
    given += sizes.back();
  }
  for (std::uint32_t rank = 0; given < pages; rank = (rank + 1) % sites, ++given) ++sizes[rank];
  return sizes;
}

}  // namespace porthole::labs
