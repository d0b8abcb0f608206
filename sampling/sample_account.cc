#include "sampling/sample_account.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "sampling/sample_report.h"
#include "training/training.h"

namespace porthole::sampling {
namespace {

using nlohmann::ordered_json;

/// The page of the journal that answers to `key`, be it that it was asked for by it or led to.
Result<std::optional<SampledPage>> journaled_page(const std::filesystem::path& folder,
                                                  const std::string& key) {
  std::optional<SampledPage> found;
  TRY_AS(read, for_each_journaled_page(folder, [&](const SampledPage& page) {
           const bool is_it = training::key_of_url(page.asked) == key ||
                              (page.failure.empty() && training::key_of_url(page.url) == key);
           if (is_it) found = page;
         }));
  return found;
}

void count_draws(const ordered_json& report, SampleAccount& account) {
  if (!report.contains("samples") || !report["samples"].is_array()) return;
  const std::string asked = training::key_of_url(account.page.asked),
                    landed = training::key_of_url(account.page.url);
  for (const ordered_json& href : report["samples"]) {
    if (!href.is_string()) continue;
    const std::string key = training::key_of_url(href.get<std::string>());
    ++account.of;
    if (key == asked || key == landed) ++account.drawn;
  }
}

/// How often each page was drawn, by its key.
std::map<std::string, std::int64_t> draws_of(const ordered_json& report) {
  std::map<std::string, std::int64_t> drawn;
  if (!report.contains("samples") || !report["samples"].is_array()) return drawn;
  for (const ordered_json& href : report["samples"]) {
    if (href.is_string()) ++drawn[training::key_of_url(href.get<std::string>())];
  }
  return drawn;
}

std::string account_in_words(const SampleAccount& account) {
  const SampledPage& page = account.page;
  if (!page.failure.empty()) return "no page: " + page.failure;
  char relevance[32];
  std::snprintf(relevance, sizeof relevance, "%.3f", page.relevance);
  std::string words = std::string(page.on_topic ? "on" : "off") + " topic, relevance " + relevance;
  if (!page.topic.empty()) words += ", " + page.topic;
  words += page.fetched ? "; fetched for it" : "; read from what was gathered";
  words +=
      account.drawn > 0
          ? "; occurs " + counted(static_cast<std::int64_t>(account.drawn), "time") + " among its "
          : "; not among its ";
  return words + counted(static_cast<std::int64_t>(account.of), "page");
}

}  // namespace

Result<std::vector<SampleAccount>> accounts_of_samples(const collection::Collection& collection,
                                                       const Url& url) {
  std::vector<SampleAccount> accounts;
  for (auto& [folder, report] : sample_reports(collection)) {
    TRY_AS(page, journaled_page(folder, url.key()));
    if (!*page) continue;
    SampleAccount& account =
        accounts.emplace_back(SampleAccount{folder.filename().string(), std::move(**page)});
    count_draws(report, account);
  }
  return accounts;
}

Result<std::vector<std::pair<std::string, std::int64_t>>> topics_of_sample(
    const collection::Collection& collection, const std::string& name) {
  const auto reports = sample_reports(collection);
  const auto named = std::find_if(reports.begin(), reports.end(), [&](const auto& one) {
    return one.first.filename().string() == name;
  });
  if (named == reports.end()) {
    return fail(ErrorCode::kNotFound, "there is no sample \"" + name + "\" with a report",
                "draw it: porthole sample DIR --name NAME (docs/queries.md)");
  }
  std::map<std::string, std::int64_t> drawn = draws_of(named->second), counts;
  TRY_AS(read, for_each_journaled_page(named->first, [&](const SampledPage& page) {
           if (!page.failure.empty()) return;
           for (const std::string* href : {&page.url, &page.asked}) {
             const auto found = drawn.find(training::key_of_url(*href));
             if (found == drawn.end()) continue;
             counts[page.topic] += found->second;
             drawn.erase(found);
           }
         }));
  if (counts.empty() || (counts.size() == 1 && counts.begin()->first.empty())) {
    return fail(ErrorCode::kIncomplete, "no page of the sample \"" + name + "\" has a topic",
                "draw one of all pages in a collection with a trained classifier: porthole sample "
                "DIR --name web --url-pattern . --walk trial-and-error");
  }
  return std::vector<std::pair<std::string, std::int64_t>>(counts.begin(), counts.end());
}

ordered_json accounts_as_json(const std::vector<SampleAccount>& accounts) {
  ordered_json list = ordered_json::array();
  for (const SampleAccount& account : accounts) {
    const SampledPage& page = account.page;
    ordered_json entry = {{"name", account.sample},
                          {"url", page.url},
                          {"failure", nullptr},
                          {"on_topic", page.on_topic},
                          {"relevance", page.relevance},
                          {"topic", page.topic},
                          {"fetched", page.fetched},
                          {"drawn", account.drawn},
                          {"of", account.of}};
    if (!page.failure.empty()) entry["failure"] = page.failure;
    list.push_back(std::move(entry));
  }
  return list;
}

void print_accounts(const std::vector<SampleAccount>& accounts) {
  if (accounts.empty()) return;
  std::printf("\nwhat samples know of it\n");
  for (const SampleAccount& account : accounts) {
    std::printf("  %s: %s\n", printable(account.sample).c_str(),
                printable(account_in_words(account)).c_str());
  }
}

}  // namespace porthole::sampling
