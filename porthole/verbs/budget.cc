#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/edit/part_edits.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

constexpr std::int64_t kLargest = 2'000'000'000;  // As in schemas/specification.xsd.

struct BudgetOptions {
  std::string folder;
  std::optional<std::int64_t> pages, more, pages_per_site;
};

/// Pages fetched so far; 0 for a collection that was never gathered. A crawl may be running.
Result<std::int64_t> pages_fetched(const collection::Collection& collection) {
  auto repository =
      repository::open_repository(collection::storage_of(collection), repository::Access::kRead);
  if (!repository && repository.error().code == ErrorCode::kNotFound) return 0;
  if (!repository) return fail(repository.error());
  TRY_AS(counts, (*repository)->counts());
  return counts->fetched;
}

Result<void> write_limits(const collection::Collection& collection,
                          const std::vector<std::pair<std::string, std::int64_t>>& limits) {
  if (limits.empty()) return {};
  TRY_AS(written, collection::edit_specification(
                      collection,
                      [&](const std::string& text) { return collection::set_limits(text, limits); },
                      collection::Keep::kYes));
  return {};
}

std::string or_unlimited(std::int64_t limit) {
  return limit == 0 ? "no limit" : "at most " + counted(limit, "page");
}

int run_budget(const BudgetOptions& options, const Common& common) {
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const Result<std::int64_t> fetched = pages_fetched(*collection);
  if (!fetched) return report(fetched.error(), common);
  std::vector<std::pair<std::string, std::int64_t>> limits;
  if (options.pages) limits.emplace_back("pages", *options.pages);
  if (options.more) limits.emplace_back("pages", std::min(kLargest, *fetched + *options.more));
  if (options.pages_per_site) limits.emplace_back("pages-per-site", *options.pages_per_site);
  if (auto written = write_limits(*collection, limits); !written)
    return report(written.error(), common);
  collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);

  const collection::Limits& now = collection->specification().limits;
  if (common.json) {
    print_json({{"pages", now.pages},
                {"pages_per_site", now.pages_per_site},
                {"fetched", *fetched},
                {"changed", !limits.empty()}});
  } else if (in_words(common)) {
    std::cout << "the collection: " << or_unlimited(now.pages) << ", " << with_commas(*fetched)
              << " fetched so far\na site: " << or_unlimited(now.pages_per_site) << '\n';
    if (!limits.empty()) std::cout << "a crawl that runs follows in a few seconds\n";
  }
  return kDone;
}

}  // namespace

Action declare_budget(Command app) {
  const auto options = std::make_shared<BudgetOptions>();
  app.add_folder(options->folder);
  Option pages =
      app.add_option("--pages", options->pages, "Pages of the collection in all; 0 for no limit")
          .type_name("N")
          .within(std::int64_t{0}, kLargest, "a number from 0 on");
  app.add_option("--more", options->more, "Pages beyond those that are fetched now")
      .type_name("N")
      .within(std::int64_t{1}, kLargest, "a number from 1 on")
      .excludes(pages);
  app.add_option("--pages-per-site", options->pages_per_site, "Pages of a site; 0 for no limit")
      .type_name("N")
      .within(std::int64_t{0}, kLargest, "a number from 0 on");
  return [options](const Common& common) { return run_budget(*options, common); };
}

}  // namespace porthole::cli
