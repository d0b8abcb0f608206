#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "base/json/json.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "collection/edit/edit_lock.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "collection/seed_list.h"
#include "gatherer/crawl/revival.h"
#include "porthole/exit_code.h"
#include "porthole/help/help_page.h"
#include "porthole/json_line.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

struct SeedsOptions {
  std::string folder;
  std::vector<std::string> urls;
};

std::vector<std::string> plugged_in_schemes(const collection::Specification& specification) {
  std::vector<std::string> schemes;
  for (const collection::Plugin& plugin : specification.protocols) {
    schemes.insert(schemes.end(), plugin.handles.begin(), plugin.handles.end());
  }
  return schemes;
}

struct Revived {
  std::vector<std::string> queued;   ///< Dropped seeds that are queued again.
  std::vector<std::string> removed;  ///< Seeds excluded by `porthole remove`.
};

/// Queues seeds again that an earlier run could not fetch. Opens the repository for writing only if
/// there are any, since a crawl may be running.
Result<Revived> revive(const collection::Collection& collection,
                       const std::vector<std::string>& urls) {
  Revived revived;
  auto repository = repository::open_if_there(collection::storage_of(collection));
  if (!repository) return fail(repository.error());
  if (*repository == nullptr) return revived;
  for (const std::string& text : urls) {
    const Result<gatherer::Revival> what =
        gatherer::revival_of(**repository, Url::parse(text).value());
    if (!what) return fail(what.error());
    if (*what == gatherer::Revival::kQueued) revived.queued.push_back(text);
    if (*what == gatherer::Revival::kRemoved) revived.removed.push_back(text);
  }
  if (revived.queued.empty()) return revived;
  repository->reset();
  repository =
      repository::open_repository(collection::storage_of(collection), repository::Access::kWrite);
  if (!repository) return fail(repository.error());
  for (const std::string& text : revived.queued) {
    const auto done = gatherer::revive(**repository, Url::parse(text).value());
    if (!done) return fail(done.error());
  }
  return revived;
}

/// The result of `seeds add`.
struct Added {
  std::vector<std::string> fresh;  ///< Seeds that the collection did not have.
  Revived revived;
  std::size_t known = 0;
  std::size_t failed = 0;
  std::size_t all = 0;  ///< Seeds of the collection now.
};

void print_added(const Added& added, const std::string& folder, const Common& common) {
  if (common.json) {
    print_json({{"added", added.fresh},
                {"known", added.known},
                {"queued_again", added.revived.queued},
                {"failed", added.failed},
                {"seeds", added.all}});
    return;
  }
  if (!in_words(common)) return;
  std::cout << "added " << counted(number(added.fresh.size()), "seed");
  if (added.known > 0)
    std::cout << " (" << added.known << (added.known == 1 ? " was" : " were") << " there already)";
  if (!added.revived.queued.empty()) {
    std::cout << ", queued " << counted(number(added.revived.queued.size()), "seed")
              << " again that could not be fetched";
  }
  std::cout << "; the collection has " << added.all << "\nnext: "
            << (added.all == 0 ? "porthole seeds add " + shell_word(folder) + " URL..."
                               : crawl_command(folder))
            << '\n';
}

/// Writes `seeds` into the collection's specification.
Result<void> write_seeds(const collection::Collection& collection,
                         const std::vector<std::string>& seeds) {
  if (seeds.empty()) return {};
  const auto written = collection::edit_specification(
      collection, [&](const std::string& text) { return collection::add_seeds(text, seeds); },
      collection::Keep::kYes);
  if (!written) return fail(written.error());
  return {};
}

int add(const SeedsOptions& options, const Common& common) {
  const Result<collection::EditLock> lock = collection::EditLock::take(options.folder);
  if (!lock) return report(lock.error(), common);
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  std::vector<collection::Seed> asked;
  for (const std::string& url : options.urls) asked.push_back({.url = url, .file = "", .line = 0});
  const collection::SortedSeeds seeds =
      collection::sort_seeds(asked, plugged_in_schemes(collection->specification()));
  Added added;
  added.fresh = collection::seeds_not_in(seeds.good, collection->specification());
  if (auto written = write_seeds(*collection, added.fresh); !written)
    return report(written.error(), common);
  Result<Revived> revived = revive(*collection, seeds.good);
  if (!revived) return report(revived.error(), common);
  added.revived = std::move(*revived);
  added.known = seeds.good.size() - added.fresh.size();
  added.failed = seeds.bad.size();
  added.all = collection->specification().seeds.size() + added.fresh.size();
  print_added(added, options.folder, common);
  for (const std::string& url : added.revived.removed) {
    note(url + " is excluded by porthole remove and is not fetched", "", common);
  }
  return report_each(seeds.bad, common);
}

}  // namespace

Action declare_seeds(Command app) {
  const auto options = std::make_shared<SeedsOptions>();
  app.require_subcommand(1);
  Command adding = app.add_subcommand("add", "Add URLs to the seeds of a collection.");
  adding.fallthrough();
  adding.footer(help_footer("", "porthole seeds add cycling https://www.bicyclinglife.com/"));
  adding.add_option("DIR", options->folder, "The collection's folder").required();
  adding.add_option("URL", options->urls, "The URLs to start from").take_verbatim().required();
  return [options](const Common& common) { return add(*options, common); };
}

}  // namespace porthole::cli
