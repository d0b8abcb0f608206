#include "gatherer/report/index_sums.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "base/clock.h"
#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/collection.h"

namespace porthole::gatherer {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostLines = 10;
constexpr const char* kFile = "last-index.json";

std::string share_in_words(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.3f", share);
  return text[0] == '0' ? text + 1 : text;
}

ordered_json list_as_json(const std::vector<LeavingPages>& list) {
  ordered_json out = ordered_json::array();
  for (const LeavingPages& one : list)
    out.push_back({{"site", one.site},
                   {"cause", one.cause},
                   {"pages", one.pages},
                   {"site_pages", one.site_pages},
                   {"example", one.example},
                   {"mean", one.mean ? ordered_json(*one.mean) : ordered_json()},
                   {"needed", one.needed ? ordered_json(*one.needed) : ordered_json()}});
  return out;
}

std::vector<LeavingPages> list_of(const ordered_json& json) {
  std::vector<LeavingPages> list;
  for (const ordered_json& one : json) {
    LeavingPages& pages = list.emplace_back();
    pages.site = one.at("site");
    pages.cause = one.at("cause");
    pages.pages = one.at("pages");
    pages.site_pages = one.at("site_pages");
    pages.example = one.at("example");
    if (one.at("mean").is_number()) pages.mean = one.at("mean").get<double>();
    if (one.at("needed").is_number()) pages.needed = one.at("needed").get<double>();
  }
  return list;
}

void add_lines(const std::vector<LeavingPages>& list, const char* what,
               std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < std::min(list.size(), kMostLines); ++i) {
    const LeavingPages& one = list[i];
    lines.push_back(counted(one.pages, "page") + ' ' + what + ": " + in_words(one));
  }
  std::int64_t more = 0;
  for (std::size_t i = kMostLines; i < list.size(); ++i) more += list[i].pages;
  if (more > 0)
    lines.push_back(counted(more, "page") + ' ' + what + " of other sites or for other causes");
}

}  // namespace

std::string in_words(const LeavingPages& pages) {
  std::string out = pages.site + ", " + pages.cause;
  if (pages.mean && pages.needed)
    out += ": mean " + share_in_words(*pages.mean) + " of " + share_in_words(*pages.needed);
  return out + " (" + with_commas(pages.site_pages) + " of the site before; " + pages.example + ')';
}

std::int64_t IndexSums::kept_pages() const {
  std::int64_t pages = 0;
  for (const LeavingPages& one : kept) pages += one.pages;
  return pages;
}

std::string sums_in_words(const IndexSums& sums) {
  std::string out = "had " + with_commas(sums.before) + ", " + with_commas(sums.added) + " new, " +
                    with_commas(sums.gone) + " gone: " + counted(sums.after, "page");
  if (sums.difference() != 0)
    out += ", " + with_commas(std::abs(sums.difference())) +
           (sums.difference() > 0 ? " more" : " fewer") + " than these add up to";
  return out;
}

std::vector<std::string> losses_in_words(const IndexSums& sums, const std::string& folder) {
  std::vector<std::string> lines;
  add_lines(sums.left, "left", lines);
  add_lines(sums.kept, "would leave and stay", lines);
  if (!sums.kept.empty())
    lines.push_back("so many pages at once are taken out only when you say so: " +
                    accept_loss(shell_word(folder)));
  if (sums.difference() != 0)
    lines.push_back("porthole check repository " + shell_word(folder) + " names the difference");
  return lines;
}

ordered_json sums_as_json(const IndexSums& sums) {
  return {{"time", sums.time == WallTime{} ? ordered_json() : ordered_json(format_time(sums.time))},
          {"before", sums.before},
          {"new", sums.added},
          {"gone", sums.gone},
          {"after", sums.after},
          {"difference", sums.difference()},
          {"stay_near_topic", sums.stay_near},
          {"left", list_as_json(sums.left)},
          {"kept", list_as_json(sums.kept)}};
}

std::string accept_loss(const std::string& folder) {
  return "porthole index " + folder + " --accept-loss";
}

Result<void> keep_sums(const std::filesystem::path& folder, const IndexSums& sums) {
  return collection::replace_file(
      folder / kFile,
      sums_as_json(sums).dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

std::optional<IndexSums> last_sums(const std::filesystem::path& folder) {
  std::ifstream in(folder / kFile);
  const ordered_json json = ordered_json::parse(in, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    IndexSums sums;
    sums.before = json.at("before");
    sums.added = json.at("new");
    sums.gone = json.at("gone");
    sums.after = json.at("after");
    sums.left = list_of(json.at("left"));
    sums.kept = list_of(json.at("kept"));
    if (const auto time = parse_time(json.at("time").get<std::string>())) sums.time = *time;
    return sums;
  } catch (const ordered_json::exception&) {
    return std::nullopt;
  }
}

}  // namespace porthole::gatherer
