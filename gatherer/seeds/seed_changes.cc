#include "gatherer/seeds/seed_changes.h"

#include <filesystem>
#include <utility>

#include "base/url/url.h"
#include "collection/edit/part_edits.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "collection/seed_list.h"
#include "gatherer/crawl/revival.h"
#include "repository/repository.h"

namespace porthole::gatherer {
namespace {

using collection::Collection;

std::vector<std::string> plugged_in_schemes(const collection::Specification& specification) {
  std::vector<std::string> schemes;
  for (const collection::Plugin& plugin : specification.protocols)
    schemes.insert(schemes.end(), plugin.handles.begin(), plugin.handles.end());
  return schemes;
}

Result<void> write_seeds(const Collection& collection, const std::vector<std::string>& seeds) {
  if (seeds.empty()) return {};
  const auto written = collection::edit_specification(
      collection, [&](const std::string& text) { return collection::add_seeds(text, seeds); },
      collection::Keep::kYes);
  return written ? Result<void>() : fail(written.error());
}

/// Queues seeds again that an earlier run could not fetch.
Result<void> revive(const Collection& collection, const std::vector<std::string>& urls,
                    AddedSeeds& added) {
  TRY_AS(repository, repository::open_if_there(collection::storage_of(collection)));
  if (*repository == nullptr) return {};
  for (const std::string& text : urls) {
    TRY_AS(what, revival_of(**repository, Url::parse(text).value()));
    if (*what == Revival::kQueued) added.queued_again.push_back(text);
    if (*what == Revival::kRemoved) added.removed.push_back(text);
  }
  if (added.queued_again.empty()) return {};
  repository->reset();
  repository =
      repository::open_repository(collection::storage_of(collection), repository::Access::kWrite);
  if (!repository) return fail(repository.error());
  for (const std::string& text : added.queued_again) {
    TRY_AS(done, gatherer::revive(**repository, Url::parse(text).value()));
  }
  return {};
}

}  // namespace

Result<std::vector<ListedSeed>> list_seeds(const Collection& collection) {
  TRY_AS(repository, repository::open_if_there(collection::storage_of(collection)));
  std::vector<ListedSeed> listed;
  for (const collection::Seed& seed : collection.specification().seeds) {
    const std::filesystem::path file = seed.file;
    const bool is_own = file.filename() == collection.specification_file().filename();
    ListedSeed one{seed.url, is_own ? "" : seed.file, "new", ""};
    const Result<Url> url = Url::parse(seed.url);
    if (*repository != nullptr && url) {
      TRY_AS(found, (*repository)->urls().find(url->key()));
      if (*found) {
        one.state = repository::name_of((*found)->state);
        one.reason = repository::name_of((*found)->reason);
      }
    }
    listed.push_back(std::move(one));
  }
  return listed;
}

Result<AddedSeeds> add_seeds(const Collection& collection, const std::vector<std::string>& urls) {
  std::vector<collection::Seed> asked;
  for (const std::string& url : urls) asked.push_back({.url = url, .file = "", .line = 0});
  collection::SortedSeeds seeds =
      collection::sort_seeds(asked, plugged_in_schemes(collection.specification()));
  AddedSeeds added;
  added.fresh = collection::seeds_not_in(seeds.good, collection.specification());
  TRY(write_seeds(collection, added.fresh));
  TRY(revive(collection, seeds.good, added));
  added.known = seeds.good.size() - added.fresh.size();
  added.bad = std::move(seeds.bad);
  added.all = collection.specification().seeds.size() + added.fresh.size();
  return added;
}

Result<void> remove_seeds(const Collection& collection, const std::vector<std::string>& urls) {
  const auto written = collection::edit_specification(
      collection, [&](const std::string& text) { return collection::remove_seeds(text, urls); },
      collection::Keep::kYes);
  return written ? Result<void>() : fail(written.error());
}

}  // namespace porthole::gatherer
