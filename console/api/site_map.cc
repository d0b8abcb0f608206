#include "console/api/site_map.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "console/api/rows.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;

constexpr const char* kTop =
    "WITH top AS (SELECT u.site AS site FROM page p JOIN url u ON u.id = p.id"
    " LEFT JOIN score s ON s.page = p.id GROUP BY u.site"
    " ORDER BY coalesce(sum(s.authority), 0) DESC, sum(p.relevant) DESC, u.site LIMIT 40) ";

constexpr const char* kTopics =
    "SELECT u.site, p.topic, count(*) AS pages, sum(p.relevant), coalesce(sum(s.authority), 0)"
    " FROM page p JOIN url u ON u.id = p.id LEFT JOIN score s ON s.page = p.id"
    " WHERE u.site IN (SELECT site FROM top) GROUP BY u.site, p.topic ORDER BY pages DESC, p.topic";

constexpr const char* kLinks =
    "SELECT a.site, b.site, count(*) AS links FROM link l JOIN url a ON a.id = l.source"
    " JOIN url b ON b.id = l.target WHERE a.site <> b.site"
    " AND a.site IN (SELECT site FROM top) AND b.site IN (SELECT site FROM top)"
    " GROUP BY a.site, b.site ORDER BY links DESC, a.site, b.site LIMIT 200";

struct Site {
  std::string name, topic;
  std::int64_t pages = 0, relevant = 0;
  double authority = 0;
};

double number_of(const repository::QueryValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* number = std::get_if<double>(&value);
  return number == nullptr ? 0 : *number;
}

std::string text_of(const repository::QueryValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

/// The first row of a site has the topic of most of its pages.
std::vector<Site> sites_of(const repository::QueryRows& rows) {
  std::map<std::string, Site> sites;
  for (const auto& row : rows.rows) {
    const auto [place, is_new] = sites.try_emplace(text_of(row[0]));
    Site& site = place->second;
    if (is_new) site.topic = text_of(row[1]);
    site.name = place->first;
    site.pages += static_cast<std::int64_t>(number_of(row[2]));
    site.relevant += static_cast<std::int64_t>(number_of(row[3]));
    site.authority += number_of(row[4]);
  }
  std::vector<Site> list;
  for (auto& [name, site] : sites) list.push_back(std::move(site));
  std::stable_sort(list.begin(), list.end(), [](const Site& a, const Site& b) {
    return a.authority != b.authority ? a.authority > b.authority : a.relevant > b.relevant;
  });
  return list;
}

Result<std::string> make_map(const ServedFolder& folder) {
  TRY_AS(topics, ask(folder, std::string(kTop) + kTopics));
  TRY_AS(found, ask(folder, std::string(kTop) + kLinks));
  ordered_json sites = ordered_json::array(), links = ordered_json::array();
  std::map<std::string, std::size_t> places;
  for (const Site& site : sites_of(*topics)) {
    places[site.name] = sites.size();
    sites.push_back({site.name, site.topic, site.pages, site.relevant, site.authority});
  }
  for (const auto& row : found->rows) {
    const auto from = places.find(text_of(row[0])), to = places.find(text_of(row[1]));
    if (from == places.end() || to == places.end()) continue;
    links.push_back({from->second, to->second, as_json(row[2])});
  }
  return http::json_text({{"sites", std::move(sites)}, {"links", std::move(links)}});
}

}  // namespace

Result<http::Response> show_sites(const Call& call) {
  TRY_AS(text, call.folder.site_map().get([&] { return make_map(call.folder); }));
  return http::json_response(std::move(*text));
}

}  // namespace porthole::console
