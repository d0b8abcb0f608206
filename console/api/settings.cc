#include "gatherer/report/settings.h"

#include <pwd.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "collection/edit/part_edits.h"
#include "collection/edit/rule_edit.h"
#include "collection/edit/slow_hosts.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "console/api/handlers.h"
#include "repository/url_state.h"

namespace porthole::console {
namespace {

using collection::Collection;
using nlohmann::ordered_json;

constexpr std::int64_t kLargest = 2'000'000'000;  // As in schemas/specification.xsd.
constexpr std::int64_t kLongestDelay = 86'400;    // seconds
constexpr std::size_t kMostOptions = 50;
constexpr std::size_t kLongestEntry = 16'384;  // bytes of a line of /etc/passwd
const std::string kEachNight = "30 1 * * * ";

/// A change of the text of the specification, and its name in the list of what can be taken back.
struct SpecificationChange {
  std::string name;
  collection::TextChange apply;
};

Result<SpecificationChange> budget_change(const Call& call, const Collection&) {
  std::vector<std::pair<std::string, std::int64_t>> limits;
  const std::pair<const char*, const char*> members[] = {{"pages", "pages"},
                                                         {"pages_per_site", "pages-per-site"}};
  std::string name = "budget:";
  for (const auto& [member, attribute] : members) {
    const auto value = call.members.optional_number(member, 0, kLargest);
    if (!value) continue;
    limits.emplace_back(attribute, *value);
    name += " " + std::string(attribute) + " " + std::to_string(*value);
  }
  TRY(call.members.finish());
  if (limits.empty()) return fail(ErrorCode::kUsage, "no limit is given", "send \"pages\"");
  return SpecificationChange{std::move(name), [limits](const std::string& text) {
                               return collection::set_limits(text, limits);
                             }};
}

Result<SpecificationChange> strategy_change(const Call& call, const Collection& collection) {
  const std::string name = call.members.optional_text("name", 100);
  const std::vector<std::string> options = call.members.optional_texts("options", kMostOptions);
  TRY(call.members.finish());
  TRY_AS(choice, gatherer::changed_strategy(collection.specification(), name, options));
  return SpecificationChange{"strategy: " + choice->name, [choice](const std::string& text) {
                               return collection::set_strategy(text, *choice);
                             }};
}

Result<SpecificationChange> rule_change(const Call& call, const Collection&) {
  const std::string words = call.members.text("rule");
  const bool is_accept = call.members.flag("accept");
  TRY(call.members.finish());
  TRY_AS(rule, collection::rule_of(words, is_accept));
  return SpecificationChange{
      (is_accept ? "accept " : "reject ") + words,
      [rule](const std::string& text) { return collection::add_rule(text, *rule); }};
}

Result<SpecificationChange> removal(const Call& call, const Collection&) {
  const std::int64_t line = call.members.number("line", 1, kLargest);
  TRY(call.members.finish());
  return SpecificationChange{"rule of line " + std::to_string(line) + " removed",
                             [line = static_cast<int>(line)](const std::string& text) {
                               return collection::remove_rule(text, line);
                             }};
}

Result<SpecificationChange> slow_change(const Call& call, const Collection&) {
  const std::string host = call.members.text("host", 300);
  const std::int64_t seconds = call.members.number("seconds", 0, kLongestDelay);
  TRY(call.members.finish());
  TRY_AS(slow, collection::slow_host_of(host + "=" + std::to_string(seconds)));
  return SpecificationChange{
      slow->name + ": " + std::to_string(seconds) + " s",
      [slow](const std::string& text) { return collection::set_slow_host(text, *slow); }};
}

struct Kind {
  std::string_view name;
  Result<SpecificationChange> (*make)(const Call&, const Collection&);
};
constexpr std::array kKinds = {Kind{"budget", budget_change}, Kind{"strategy", strategy_change},
                               Kind{"rule", rule_change}, Kind{"remove-rule", removal},
                               Kind{"slow", slow_change}};

Result<SpecificationChange> change_of(const Call& call, const Collection& collection) {
  const std::string wanted = call.members.text("change");
  for (const Kind& kind : kKinds) {
    if (kind.name == wanted) return kind.make(call, collection);
  }
  return fail(ErrorCode::kUsage, "unknown change",
              "known: budget, strategy, rule, remove-rule, slow");
}

/// Counts of dropped URLs whose fetch failed, by reason: gather --retry queues them again.
ordered_json failed_as_json(const repository::ReasonCounts& reasons) {
  ordered_json failed = ordered_json::array();
  for (const auto& [reason, count] : reasons) {
    if (!repository::is_failed_fetch(reason)) continue;
    failed.push_back({{"reason", repository::name_of(reason)}, {"urls", count}});
  }
  return failed;
}

/// Who owns the collection, and so updates it; "root" for an owner without a name.
std::string owner_of(const std::filesystem::path& folder) {
  struct stat status {};
  struct passwd entry {};
  struct passwd* found = nullptr;
  std::vector<char> buffer(kLongestEntry);
  if (::stat(folder.c_str(), &status) != 0) return "root";
  ::getpwuid_r(status.st_uid, &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? "root" : found->pw_name;
}

/// Lines for both files of cron: that of /etc/cron.d has the user before the command.
/// `systemctl enable` makes the link. The units are for collections in one folder
/// (docs/nightly.md).
ordered_json schedule_of(const Collection& collection, const std::string& key) {
  const std::filesystem::path wanted = "/etc/systemd/system/timers.target.wants";
  const std::string unit = "porthole-update@" + key + ".timer";
  std::error_code ignored;
  const std::filesystem::path place = std::filesystem::absolute(collection.folder(), ignored);
  const bool is_there = std::filesystem::is_symlink(wanted / unit, ignored);
  const bool fits = place.lexically_normal() == std::filesystem::path("/var/lib/porthole") / key;
  std::string update;
  for (const char c : "porthole update " + shell_word(place.string()) + " --quiet")
    update += c == '%' ? "\\%" : std::string(1, c);  // A bare % ends the command of a crontab.
  return {{"unit", unit},
          {"enabled", is_there},
          {"fits", fits},
          {"systemd", "systemctl enable --now " + shell_word(unit)},
          {"crontab", kEachNight + update},
          {"cron_d", kEachNight + owner_of(place) + " " + update}};
}

Result<ordered_json> settings_of(ServedFolder& folder) {
  TRY_AS(collection, folder.open());
  const collection::Specification& specification = collection->specification();
  ordered_json out = gatherer::rules_as_json(specification);
  out.update(gatherer::strategy_as_json(specification));
  std::int64_t fetched = 0;
  out["failed"] = ordered_json::array();
  TRY_AS(repository, repository::open_if_there(collection::storage_of(*collection)));
  if (*repository != nullptr) {
    TRY_AS(counts, (*repository)->counts());
    fetched = counts->fetched;
    out["failed"] = failed_as_json(counts->reasons);
  }
  const auto& after = specification.refresh.after;
  out["budget"] = {{"pages", specification.limits.pages},
                   {"pages_per_site", specification.limits.pages_per_site},
                   {"fetched", fetched}};
  out["refresh"] =
      after ? ordered_json(std::chrono::duration_cast<std::chrono::hours>(*after).count())
            : ordered_json();
  out["schedule"] = schedule_of(*collection, folder.key());
  out["undoable"] = folder.editor().undoable();
  return out;
}

}  // namespace

Result<http::Response> show_settings(const Call& call) {
  TRY_AS(settings, settings_of(call.folder));
  return http::json_response(*settings);
}

Result<http::Response> change_settings(const Call& call) {
  TRY_AS(collection, call.folder.open());
  TRY_AS(change, change_of(call, *collection));
  const auto done =
      call.folder.editor().change(call.folder.folder(), change->name, [&]() -> Result<void> {
        const auto kept =
            collection::edit_specification(*collection, change->apply, collection::Keep::kYes);
        return kept ? Result<void>() : fail(kept.error());
      });
  if (!done) return fail(done.error());
  call.folder.snapshot().forget();
  return show_settings(call);
}

Result<http::Response> try_rule(const Call& call) {
  if (const std::string change = call.members.optional_text("change");
      !change.empty() && change != "rule")
    return fail(ErrorCode::kUsage, "only a rule can be tried", "send \"change\": \"rule\"");
  TRY_AS(collection, call.folder.open());
  TRY_AS(change, rule_change(call, *collection));
  const auto after =
      collection::edit_specification(*collection, change->apply, collection::Keep::kNo);
  if (!after) return fail(after.error());
  TRY_AS(trial, gatherer::try_specification(*collection, *after));
  return http::json_response(gatherer::scope_trial_as_json(*trial));
}

Result<http::Response> undo_change(const Call& call) {
  TRY(call.members.finish());
  TRY_AS(undone, call.folder.editor().undo(call.folder.folder()));
  call.folder.snapshot().forget();
  return http::json_response({{"undone", *undone}, {"undoable", call.folder.editor().undoable()}});
}

}  // namespace porthole::console
