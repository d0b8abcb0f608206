#include <malloc.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "base/clock.h"
#include "base/text/format.h"
#include "collection/open_collection.h"
#include "console/api/call.h"
#include "console/api/handlers.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/report/alarms.h"
#include "gatherer/report/explanation.h"
#include "gatherer/strategies/strategy_registry.h"
#include "gatherer/strategies/utility_strategy.h"
#include "repository/repository.h"
#include "repository/url_state.h"
#include "sampling/sample_account.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;

constexpr const char* kHosts =
    "SELECT u.host, sum(CASE WHEN u.state = 0 THEN 1 ELSE 0 END) AS queued,"
    " sum(CASE WHEN u.state = 1 THEN 1 ELSE 0 END) AS fetched,"
    " sum(CASE WHEN p.relevant = 1 THEN 1 ELSE 0 END) AS relevant,"
    " sum(CASE WHEN u.state = 3 THEN 1 ELSE 0 END) AS dropped,"
    " min(CASE WHEN u.state = 0 THEN u.not_before END) AS next,"
    " max(CASE WHEN u.state = 0 THEN u.reason END) AS reason, max(p.fetched_at) AS last"
    " FROM url u LEFT JOIN page p ON p.id = u.id"
    " GROUP BY u.host HAVING sum(CASE WHEN u.state < 2 THEN 1 ELSE 0 END) > 0 ORDER BY queued "
    "DESC, fetched DESC, u.host LIMIT 50";

/// Twenty classes of equal width, seeds (which come first whatever their rating) apart.
constexpr const char* kFrontier =
    "WITH q AS (SELECT priority FROM url WHERE state = 0 AND seed = 0),"
    " r AS (SELECT min(priority) AS low, max(priority) AS high FROM q)"
    " SELECT r.low + (r.high - r.low) * c.class / 20.0 AS low, c.pages FROM r, ("
    "SELECT CASE WHEN r.high > r.low THEN"
    " CAST(floor(19.999 * (q.priority - r.low) / (r.high - r.low)) AS INTEGER) ELSE 0 END AS class,"
    " count(*) AS pages FROM q, r GROUP BY 1) c ORDER BY 1";

constexpr const char* kTerms =
    "SELECT term, fetched, relevant FROM term WHERE fetched >= 5"
    " ORDER BY (relevant + 1.0) / (fetched + 2.0) DESC, fetched DESC, term LIMIT 30";

constexpr const char* kTopics =
    "SELECT topic, count(*) AS pages, sum(relevant) AS relevant FROM page"
    " GROUP BY topic ORDER BY pages DESC, topic LIMIT 20";

ordered_json reasons_as_json(const repository::ReasonCounts& reasons) {
  ordered_json out = ordered_json::object();
  for (const auto& [reason, count] : reasons) out[repository::name_of(reason)] = count;
  return out;
}

ordered_json run_as_json(const std::optional<repository::RunRecord>& run) {
  if (!run) return nullptr;
  const bool ended = run->ended != WallTime{};
  return {{"started", format_time(run->started)},
          {"ended", ended ? ordered_json(format_time(run->ended)) : ordered_json()},
          {"strategy", run->strategy},
          {"stopped", run->stopped()},
          {"fetched", run->fetched}};
}

ordered_json counts_as_json(const repository::Counts& counts) {
  return {{"urls", counts.urls},       {"queued", counts.queued},
          {"fetched", counts.fetched}, {"relevant", counts.relevant},
          {"alias", counts.alias},     {"dropped", counts.dropped},
          {"links", counts.links},     {"hosts", counts.hosts},
          {"sites", counts.sites},     {"reasons", reasons_as_json(counts.reasons)}};
}

Result<void> add_rows(const ServedFolder& folder, const char* name, const char* sql,
                      ordered_json& out) {
  TRY_AS(found, ask(folder, sql));
  out[name] = rows_as_json(*found);
  return {};
}

/// The reason of a host's last failure as words.
void name_reasons(ordered_json& hosts) {
  constexpr std::size_t kReason = 6;
  for (ordered_json& row : hosts) {
    if (!row[kReason].is_number()) continue;
    const auto reason = static_cast<repository::DropReason>(row[kReason].get<int>());
    row[kReason] = std::string(repository::name_of(reason));
  }
}

/// The alarms of the crawl, each with what helps, and the last round of the index.
Result<void> add_alarms(const ServedFolder& folder, repository::Repository& repository,
                        ordered_json& out) {
  TRY_AS(collection, folder.open());
  const WallTime now = system_clock().wall();
  TRY_AS(history, gatherer::read_history(*collection, repository, now));
  TRY_AS(fetched, gatherer::read_fetched(*collection, repository));
  out["index"] = fetched->index ? gatherer::sums_as_json(*fetched->index) : ordered_json();
  out["alarms"] = gatherer::alarms_as_json(
      gatherer::find_alarms(*history, *fetched, now, shell_word(folder.folder())));
  return {};
}

/// alpha of the strategy `utility`, which follows the crawl; null for others.
Result<void> add_alpha(const ServedFolder& folder, repository::Repository& repository,
                       ordered_json& run) {
  TRY_AS(collection, folder.open());
  run["alpha"] = nullptr;
  TRY_AS(choice, gatherer::strategy_in_force(collection->specification(), repository));
  if (choice->name != "utility") return {};
  TRY_AS(strategy, gatherer::stored_strategy(collection->specification(), repository));
  const auto* utility = dynamic_cast<const gatherer::UtilityStrategy*>(strategy->get());
  if (utility != nullptr) run["alpha"] = utility->alpha();
  return {};
}

Result<void> add_repository(const ServedFolder& folder, repository::Repository& repository,
                            ordered_json& out) {
  TRY_AS(counts, repository.counts());
  out["counts"] = counts_as_json(*counts);
  TRY_AS(run, repository.crawl().last_run());
  out["run"] = run_as_json(*run);
  if (*run) {
    if (auto added = add_alpha(folder, repository, out["run"]); !added) return added;
  }
  const std::pair<const char*, const char*> lists[] = {
      {"hosts", kHosts}, {"frontier", kFrontier}, {"terms", kTerms}, {"topics", kTopics}};
  for (const auto& [name, sql] : lists) {
    if (auto added = add_rows(folder, name, sql, out); !added) return added;
  }
  name_reasons(out["hosts"]);
  return add_alarms(folder, repository, out);
}

Result<ordered_json> snapshot(ServedFolder& folder) {
  TRY_AS(collection, folder.open());
  ordered_json out = {{"name", collection->specification().name},
                      {"title", collection->specification().topic.title},
                      {"time", format_time(system_clock().wall())},
                      {"counts", nullptr}};
  out["delay"] = collection->specification().politeness.delay.count();
  TRY_AS(recall, gatherer::read_recall(gatherer::recall_file(collection->folder())));
  out["recall"] = recall->estimate ? gatherer::recall_as_json(*recall->estimate) : nullptr;
  TRY_AS(repository, repository::open_if_there(collection::storage_of(*collection)));
  if (*repository == nullptr) return out;
  TRY(add_repository(folder, **repository, out));
  return out;
}

/// 0 for a text that is not a number.
std::int64_t number_of(std::string_view text) {
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && value > 0 ? value : 0;
}

/// The place from which a client goes on: a browser's Last-Event-ID, else `after`.
std::int64_t place_of(const Call& call) {
  const std::string_view last = call.request.field("Last-Event-ID");
  return number_of(last.empty() ? std::string_view(call.parameters.text("after")) : last);
}

/// The random walks that have read the URL, if there are samples.
nlohmann::ordered_json samples_of(const collection::Collection& collection,
                                  const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url) return nlohmann::ordered_json::array();
  const auto accounts = sampling::accounts_of_samples(collection, *url);
  return accounts ? sampling::accounts_as_json(*accounts) : nlohmann::ordered_json::array();
}

using nlohmann::ordered_json;

constexpr const char* kTop =
    "WITH top AS (SELECT u.site AS site FROM page p JOIN url u ON u.id = p.id"
    " LEFT JOIN score s ON s.page = p.id GROUP BY u.site"
    " ORDER BY coalesce(sum(s.authority), 0) DESC, sum(p.relevant) DESC, u.site LIMIT 40) ";

constexpr const char* kTopicsOfSites =
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

double real_of(const repository::QueryValue& value) {
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
    site.pages += static_cast<std::int64_t>(real_of(row[2]));
    site.relevant += static_cast<std::int64_t>(real_of(row[3]));
    site.authority += real_of(row[4]);
  }
  std::vector<Site> list;
  for (auto& [name, site] : sites) list.push_back(std::move(site));
  std::stable_sort(list.begin(), list.end(), [](const Site& a, const Site& b) {
    return a.authority != b.authority ? a.authority > b.authority : a.relevant > b.relevant;
  });
  return list;
}

Result<std::string> make_map(const ServedFolder& folder) {
  TRY_AS(topics, ask(folder, std::string(kTop) + kTopicsOfSites));
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

Result<http::Response> watch(const Call& call) {
  ServedFolder& folder = call.folder;
  TRY_AS(text, folder.snapshot().get([&]() -> Result<std::string> {
    Result<ordered_json> made = snapshot(folder);
    // The caches of the repository are freed in pieces, which malloc keeps otherwise.
    malloc_trim(0);
    if (!made) return fail(made.error());
    return http::json_text(*made);
  }));
  return http::json_response(std::move(*text));
}

Result<http::Response> stream_pages(const Call& call) {
  constexpr const char* kEventStream = "text/event-stream; charset=utf-8";
  constexpr std::string_view kRetry = "retry: 1000\n", kAtOnce = "retry: 10\n";
  TRY_AS(collection, call.folder.open());
  TRY_AS(there, repository::open_if_there(collection::storage_of(*collection)));
  std::string text(kRetry);
  if (*there == nullptr)
    return http::Response{200, kEventStream, text + ": nothing was gathered yet\n\n", 0, 0};
  const std::int64_t after = place_of(call);
  TRY_AS(pages, ask(call.folder,
                    "SELECT fetch_order, fetched_at, round(relevance, 4), relevant FROM page"
                    " WHERE fetch_order > " +
                        std::to_string(after) + " ORDER BY fetch_order"));
  if (pages->rows.empty())
    return http::Response{200, kEventStream, text + ": no page since\n\n", 0, 0};
  if (pages->more) text = kAtOnce;  // The pages of a long crawl come in a few seconds.
  const auto last = std::get<std::int64_t>(pages->rows.back().front());
  text += "id: " + std::to_string(last) +
          "\nevent: pages\ndata: " + http::json_text(rows_as_json(*pages)) + "\n\n";
  return http::Response{200, kEventStream, std::move(text), 0, 0};
}

Result<http::Response> page_of_dot(const Call& call) {
  const std::string& place = call.parameters.text("order");
  const std::int64_t order = number_of(place);
  if (order == 0) {
    return fail(ErrorCode::kUsage, "not a valid place in the crawl: order=" + place,
                "give the number of a page: 1 is the first that was fetched");
  }
  TRY_AS(found, ask(call.folder,
                    "SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic FROM page p"
                    " JOIN url u ON u.id = p.id WHERE p.fetch_order = " +
                        std::to_string(order),
                    1));
  if (found->rows.empty())
    return fail(ErrorCode::kNotFound, "no page has this place in the crawl",
                "it was removed, or is not fetched yet");
  const auto& row = found->rows.front();
  return http::json_response({{"order", order},
                              {"url", as_json(row[0])},
                              {"title", as_json(row[1])},
                              {"relevance", as_json(row[2])},
                              {"topic", as_json(row[3])}});
}

Result<http::Response> explain(const Call& call) {
  const std::string& url = call.parameters.text("url");
  TRY_AS(open, collection::open_collection(call.folder.folder(), repository::Access::kRead));
  TRY_AS(explanation, gatherer::explain(open->collection, *open->repository, url));
  nlohmann::ordered_json json = gatherer::explanation_as_json(*explanation);
  json["unjudged"] = explanation->unjudged;
  json["samples"] = samples_of(open->collection, explanation->url.href);
  std::error_code ignored;
  json["has_index"] = std::filesystem::exists(open->collection.index_folder(), ignored);
  return http::json_response(json);
}

Result<http::Response> show_sites(const Call& call) {
  TRY_AS(text, call.folder.site_map().get([&] { return make_map(call.folder); }));
  return http::json_response(std::move(*text));
}

}  // namespace porthole::console
