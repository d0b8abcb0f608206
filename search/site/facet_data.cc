#include "search/site/facet_data.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>

#include "base/text/language_name.h"
#include "base/text/text.h"
#include "search/presentation/value_words.h"
#include "search/query/query.h"
#include "search/query/query_tree.h"

namespace porthole::search {
namespace {

constexpr std::int64_t kTallest = 10;  // steps of a bar of the histogram
constexpr int kLongestGap = 6;         // years without pages that are drawn one by one
constexpr std::size_t kDeepest = 3;    // levels of indentation of topics

/// A value of a facet as it is shown.
struct Item {
  std::string value;
  std::string label;
  std::int64_t pages = 0;
  bool is_chosen = false;
  std::string link;
  std::size_t depth = 0;  // in the tree of topics
};

std::string heading_of(const std::string& facet) {
  if (facet == "year") return "Date";
  if (facet == "kind") return "Found in";
  return as_sentence(facet);
}

std::string label_of(const std::string& facet, const std::string& value) {
  if (facet == "type") return type_in_words(value);
  if (facet == "language") return language_name(value);
  if (facet == "kind") return annotation_kind_in_words(value);
  return value;
}

/// The values with their links: to the results that have one of them too, or without it where it is
/// chosen.
std::vector<Item> items_of(const FacetCounts& facet, const Results& results,
                           const SearchLinks& links) {
  std::vector<Item> items;
  std::set<std::string> labels;
  for (const FacetValue& one : facet.values) {
    Item item{one.value, label_of(facet.name, one.value),
              one.pages, has_part(results.query, one.query),
              "",        0};
    if (!labels.insert(item.label).second) item.label += " (" + one.value + ")";
    std::string query = with_part(results.query, one.query);
    if (item.is_chosen) {
      query = without_part(results.query, one.query);
      if (query.empty()) query = std::string(kAllPages);
    }
    item.link = links.to(query);
    items.push_back(std::move(item));
  }
  return items;
}

/// Each topic behind the one above it, named by the rest of its path.
void order_as_tree(std::vector<Item>& items) {
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.value < b.value; });
  std::map<std::string, std::size_t> depths;
  for (Item& item : items) {
    for (std::size_t slash = item.value.rfind('/'); slash != std::string::npos && slash > 0;
         slash = item.value.rfind('/', slash - 1)) {
      const auto above = depths.find(item.value.substr(0, slash));
      if (above == depths.end()) continue;
      item.label = item.value.substr(slash + 1);
      item.depth = std::min(above->second + 1, kDeepest);
      break;
    }
    depths[item.value] = item.depth;
  }
}

data item_data(const Item& item) {
  data made;
  made.set("value", item.label);
  made.set("pages", text_or_nothing(item.pages > 0 ? with_commas(item.pages) : ""));
  made.set("page_word", item.pages == 1 ? "page" : "pages");
  made.set("chosen", item.is_chosen);
  made.set("link", item.link);
  made.set("depth", text_or_nothing(item.depth > 0 ? std::to_string(item.depth) : ""));
  return made;
}

data list_data(const std::vector<Item>& items) {
  data list(data::type::list);
  for (const Item& item : items) list.push_back(item_data(item));
  return list;
}

/// The number of years between two years; 0 for values that are not numbers.
int years_between(const std::string& earlier, const std::string& later) {
  int from = 0, to = 0;
  const auto read = [](const std::string& text, int& year) {
    return std::from_chars(text.data(), text.data() + text.size(), year).ec == std::errc();
  };
  return read(earlier, from) && read(later, to) ? std::max(0, to - from - 1) : 0;
}

data gap_data(const std::string& words) {
  data gap;
  gap.set("is_gap", true);
  gap.set("words", text_or_nothing(words));
  return gap;
}

/// The years, the oldest first, each with the height of its bar. A year without pages is an empty
/// place; many of them in a row are one place.
data histogram_data(std::vector<Item> items) {
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.value < b.value; });
  std::int64_t most = 1;
  for (const Item& item : items) most = std::max(most, item.pages);
  data list(data::type::list);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int empty = i == 0 ? 0 : years_between(items[i - 1].value, items[i].value);
    if (empty > kLongestGap) list.push_back(gap_data("\xE2\x80\xA6"));
    for (int year = 0; empty <= kLongestGap && year < empty; ++year) list.push_back(gap_data(""));
    data made = item_data(items[i]);
    made.set("is_gap", false);
    made.set("height", std::to_string(std::max<std::int64_t>(
                           1, (items[i].pages * kTallest + most / 2) / most)));
    list.push_back(made);
  }
  return list;
}

data section_data(const std::string& name, const std::string& heading) {
  data made;
  made.set("name", name);
  made.set("heading", heading);
  made.set("has_list", false);
  made.set("has_years", false);
  made.set("list", data(false));
  made.set("years", data(false));
  return made;
}

bool any_chosen(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(), [](const Item& item) { return item.is_chosen; });
}

/// The filter by the number of other sites that say something of a page.
std::vector<Item> recommendation_items(const Results& results, const SearchLinks& links) {
  const std::string name = "min-recommendations";
  const std::string fewest = links.chosen(name);
  int most = 0;
  for (const Hit& hit : results.hits) most = std::max(most, hit.recommendations);
  std::vector<Item> items;
  for (const char* sites : {"1", "3", "10"}) {
    const bool is_chosen = fewest == sites;
    if (!is_chosen && most < std::stoi(sites)) continue;
    items.push_back({sites, counted(std::stoi(sites), "other site") + " or more", 0, is_chosen,
                     links.with(name, is_chosen ? "" : sites).to(results.query), 0});
  }
  return items;
}

}  // namespace

FacetData facet_data(const Results& results, const SearchLinks& links) {
  data shown(data::type::list);
  data further(data::type::list);
  std::size_t chosen = 0;
  for (const FacetCounts& facet : results.facets) {
    std::vector<Item> items = items_of(facet, results, links);
    if (items.size() < 2 && !any_chosen(items)) continue;
    chosen += static_cast<std::size_t>(
        std::count_if(items.begin(), items.end(), [](const Item& item) { return item.is_chosen; }));
    if (facet.name == "topic") order_as_tree(items);
    data section = section_data(facet.name, heading_of(facet.name));
    if (facet.name == "year") {
      section.set("has_years", true);
      section["years"] = histogram_data(std::move(items));
    } else {
      section.set("has_list", true);
      section["list"] = list_data(items);
    }
    (facet.name == "kind" ? further : shown).push_back(section);
  }
  const std::vector<Item> recommended = recommendation_items(results, links);
  if (!recommended.empty()) {
    data section = section_data("recommendations", "Recommended by");
    section.set("has_list", true);
    section["list"] = list_data(recommended);
    shown.push_back(section);
    chosen += any_chosen(recommended) ? 1 : 0;
  }
  return {list_or_nothing(std::move(shown)), list_or_nothing(std::move(further)), chosen};
}

}  // namespace porthole::search
