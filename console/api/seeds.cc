#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "collection/seed_list.h"
#include "console/api/handlers.h"
#include "gatherer/seeds/seed_changes.h"

namespace porthole::console {
namespace {

using collection::Collection;
using nlohmann::ordered_json;

constexpr std::size_t kLongestList = std::size_t{1} << 20;
constexpr std::size_t kMostBad = 20;

Result<ordered_json> seeds_of(ServedFolder& folder) {
  TRY_AS(collection, folder.open());
  TRY_AS(seeds, gatherer::list_seeds(*collection));
  ordered_json list = ordered_json::array();
  for (const gatherer::ListedSeed& seed : *seeds) {
    list.push_back(
        {{"url", seed.url}, {"file", seed.file}, {"state", seed.state}, {"reason", seed.reason}});
  }
  return ordered_json{{"seeds", std::move(list)}, {"undoable", folder.editor().undoable()}};
}

/// The lines of a list that a person pastes.
std::vector<std::string> pasted_urls(const std::string& text) {
  std::vector<std::string> urls;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view url = trim(line);
    if (!url.empty() && !url.starts_with('#')) urls.push_back(collection::with_scheme(url));
  }
  return urls;
}

ordered_json bad_as_json(const std::vector<Error>& bad) {
  ordered_json out = ordered_json::array();
  for (std::size_t i = 0; i < std::min(bad.size(), kMostBad); ++i) out.push_back(bad[i].message);
  return out;
}

Result<http::Response> add(const Call& call) {
  const std::vector<std::string> urls = pasted_urls(call.members.text("urls", kLongestList));
  TRY(call.members.finish());
  gatherer::AddedSeeds added;
  const std::string name = "seeds: " + (urls.size() == 1 ? urls.front() : "some more");
  TRY_AS(done, call.folder.editor().change(call.folder.folder(), name, [&]() -> Result<void> {
    const Result<Collection> collection = call.folder.open();
    if (!collection) return fail(collection.error());
    auto changed = gatherer::add_seeds(*collection, urls);
    if (!changed) return fail(changed.error());
    added = std::move(*changed);
    return {};
  }));
  if (added.fresh.empty() && added.known == 0) {
    return fail(ErrorCode::kUsage, added.bad.empty() ? "no URL is given" : added.bad[0].message,
                "write https://www.example.org/, one a line");
  }
  TRY_AS(out, seeds_of(call.folder));
  (*out)["added"] = added.fresh.size();
  (*out)["known"] = added.known;
  (*out)["bad"] = bad_as_json(added.bad);
  return http::json_response(*out);
}

Result<http::Response> remove(const Call& call) {
  const std::string url = call.members.text("url");
  TRY(call.members.finish());
  TRY_AS(done, call.folder.editor().change(
                   call.folder.folder(), "no longer a seed: " + url, [&]() -> Result<void> {
                     const Result<Collection> collection = call.folder.open();
                     if (!collection) return fail(collection.error());
                     return gatherer::remove_seeds(*collection, {url});
                   }));
  return show_seeds(call);
}

}  // namespace

Result<http::Response> show_seeds(const Call& call) {
  TRY_AS(seeds, seeds_of(call.folder));
  return http::json_response(*seeds);
}

Result<http::Response> change_seeds(const Call& call) {
  const std::string change = call.members.text("change");
  if (change == "add") return add(call);
  if (change == "remove") return remove(call);
  return fail(ErrorCode::kUsage, "unknown change", "known: add, remove");
}

}  // namespace porthole::console
