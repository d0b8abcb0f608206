#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/edit/edit_lock.h"
#include "collection/local_scope.h"
#include "gatherer/seeds/seed_changes.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

struct SeedsOptions {
  std::string folder;
  std::vector<std::string> urls;
};

std::string next_of(std::size_t seeds, const std::string& folder) {
  return seeds == 0 ? "porthole seeds add " + shell_word(folder) + " URL..."
                    : crawl_command(folder);
}

void print_added(const gatherer::AddedSeeds& added, const std::string& folder,
                 const Common& common) {
  if (common.json) {
    print_json({{"added", added.fresh},
                {"known", added.known},
                {"queued_again", added.queued_again},
                {"failed", added.bad.size()},
                {"seeds", added.all}});
    return;
  }
  if (!in_words(common)) return;
  std::cout << "added " << counted(number(added.fresh.size()), "seed");
  if (added.known > 0)
    std::cout << " (" << added.known << (added.known == 1 ? " was" : " were") << " there already)";
  if (!added.queued_again.empty()) {
    std::cout << ", queued " << counted(number(added.queued_again.size()), "seed")
              << " again that could not be fetched";
  }
  std::cout << "; the collection has " << added.all << "\nnext: " << next_of(added.all, folder)
            << '\n';
}

int add(const SeedsOptions& options, const Common& common) {
  std::vector<std::string> urls = options.urls;
  collection::make_urls_of_paths(urls);
  const Result<collection::EditLock> lock = collection::EditLock::take(options.folder);
  if (!lock) return report(lock.error(), common);
  const Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto added = gatherer::add_seeds(*collection, urls);
  if (!added) return report(added.error(), common);
  print_added(*added, options.folder, common);
  for (const std::string& url : added->removed)
    note(url + " is excluded by porthole remove and is not fetched", "", common);
  return report_each(added->bad, common);
}

int remove(const SeedsOptions& options, const Common& common) {
  const Result<collection::EditLock> lock = collection::EditLock::take(options.folder);
  if (!lock) return report(lock.error(), common);
  const Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  if (auto removed = gatherer::remove_seeds(*collection, options.urls); !removed)
    return report(removed.error(), common);
  const auto left = collection::Collection::open(options.folder);
  if (!left) return report(left.error(), common);
  const std::size_t all = left->specification().seeds.size();
  if (common.json) {
    print_json({{"removed", options.urls.size()}, {"seeds", all}});
  } else if (in_words(common)) {
    std::cout << "removed " << counted(number(options.urls.size()), "seed")
              << ", the pages stay; the collection has " << all
              << "\nnext: " << next_of(all, options.folder) << '\n';
  }
  return kDone;
}

int list(const SeedsOptions& options, const Common& common) {
  const Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto seeds = gatherer::list_seeds(*collection);
  if (!seeds) return report(seeds.error(), common);
  auto all = nlohmann::ordered_json::array();
  for (const gatherer::ListedSeed& seed : *seeds) {
    all.push_back(
        {{"url", seed.url}, {"file", seed.file}, {"state", seed.state}, {"reason", seed.reason}});
    if (common.json) continue;
    std::cout << printable(seed.url) << "  " << seed.state;
    if (!seed.reason.empty()) std::cout << ": " << printable(seed.reason);
    if (!seed.file.empty()) std::cout << "  (" << printable(seed.file) << ')';
    std::cout << '\n';
  }
  if (common.json) {
    print_json({{"seeds", std::move(all)}});
  } else if (seeds->empty() && in_words(common)) {
    std::cout << "there is no seed yet\nnext: " << next_of(0, options.folder) << '\n';
  }
  return kDone;
}

}  // namespace

Action declare_seeds(Command app) {
  const auto options = std::make_shared<SeedsOptions>();
  const auto works = std::make_shared<Subcommands<SeedsOptions>>("seeds", app, options);
  works
      ->add("add", "Add URLs to the seeds of a collection.",
            "add cycling https://www.bicyclinglife.com/", add)
      .add_option("URL", options->urls, "The URLs to start from")
      .take_verbatim()
      .required();
  works
      ->add("remove", "Take URLs out of the seeds of a collection. Pages stay.",
            "remove cycling https://www.bicyclinglife.com/", remove)
      .add_option("URL", options->urls, "The seeds")
      .take_verbatim()
      .required();
  works->add_view(list);
  return [works](const Common& common) { return works->run(common); };
}

}  // namespace porthole::cli
