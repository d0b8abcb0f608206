#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "base/json/json.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "collection/edit/part_edits.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"
#include "repository/copy_repository.h"
#include "repository/open_repository.h"

namespace porthole::cli {
namespace {

struct MigrateOptions {
  std::string folder;
  std::string url;
  bool dry_run = false;
};

Result<void> check_target(const collection::Collection& collection, const std::string& url) {
  const std::string& now = collection.specification().storage;
  if (auto usable = repository::check_storage(url); !usable) return usable;
  if (!url.starts_with("sqlite:") && !url.starts_with("postgres")) {
    return fail(ErrorCode::kUsage, "URL is neither of SQLite nor of PostgreSQL",
                "write sqlite:FILE, or postgresql://USER@HOST/DATABASE?schema=NAME");
  }
  if (trim(url) == "sqlite:") {
    return fail(ErrorCode::kUsage, "no file is named: sqlite:",
                "write sqlite: and a file in the collection's folder: sqlite:repository.db");
  }
  const repository::StoragePlace place = repository::storage_place(url, collection.folder());
  std::error_code ignored;
  if (!place.is_postgres() && std::filesystem::is_directory(place.file, ignored)) {
    return fail(ErrorCode::kUsage, "a folder, and not a file: " + place.file.string(),
                "name a file in it: sqlite:" + (place.file / "repository.db").string());
  }
  if (url == now)
    return fail(ErrorCode::kInvalid, "the repository is there already", "name another place");
  return {};
}

/// From now on the specification names the new place.
Result<void> change_specification(const collection::Collection& collection,
                                  const std::string& url) {
  TRY_AS(written, collection::edit_specification(
                      collection,
                      [&](const std::string& text) { return collection::set_storage(text, url); },
                      collection::Keep::kYes));
  return {};
}

void print_report(const repository::CopyReport& copied, const MigrateOptions& options) {
  for (const repository::CopiedTable& table : copied.tables) {
    std::printf("  %-16s %12s  %s%s\n", table.name.c_str(), with_commas(table.rows).c_str(),
                table.digest_from.c_str(),
                options.dry_run                        ? ""
                : table.digest_from == table.digest_to ? "  equal"
                                                       : "  DIFFERENT");
  }
  std::fflush(stdout);
  if (copied.rows_before > 0)
    std::cout << with_commas(copied.rows_before) << " rows were there from before\n";
  if (copied.cleaned_texts > 0) {
    std::cout << counted(copied.cleaned_texts, "text")
              << " had bytes that PostgreSQL does not take; they are U+FFFD there\n";
  }
}

nlohmann::ordered_json as_json(const repository::CopyReport& copied,
                               const MigrateOptions& options) {
  auto tables = nlohmann::ordered_json::array();
  for (const repository::CopiedTable& table : copied.tables) {
    nlohmann::ordered_json line = {
        {"name", table.name}, {"rows", table.rows}, {"digest", table.digest_from}};
    if (!options.dry_run) line["equal"] = table.digest_from == table.digest_to;
    tables.push_back(std::move(line));
  }
  nlohmann::ordered_json json = {{"tables", std::move(tables)},
                                 {"rows_before", copied.rows_before},
                                 {"cleaned_texts", copied.cleaned_texts},
                                 {"dry_run", options.dry_run}};
  if (!options.dry_run) json["equal"] = copied.is_equal;
  return json;
}

Result<repository::CopyReport> copy_with_progress(const repository::StoragePlace& from,
                                                  const collection::Collection& collection,
                                                  const MigrateOptions& options,
                                                  const Interrupt& interrupt,
                                                  const Common& common) {
  ProgressBar bar("copying", common);
  auto copied = repository::copy_repository(
      from, repository::storage_place(options.url, collection.folder()),
      {.dry_run = options.dry_run,
       .progress =
           [&](std::int64_t done, std::int64_t total) {
             bar.show(done, total, {});
             return !interrupt.happened();
           },
       .adopt = [&] { return change_specification(collection, options.url); }});
  bar.clear();
  return copied;
}

int run_migrate(const MigrateOptions& options, const Common& common) {
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  if (auto usable = check_target(*collection, options.url); !usable)
    return report(usable.error(), common);
  if (collection::is_private(collection->folder())) ::umask(077);
  const repository::StoragePlace from = collection::storage_of(*collection);
  const auto there = repository::open_if_there(from);
  if (!there) return report(there.error(), common);
  if (*there == nullptr) {
    return report(ErrorCode::kNotFound, "nothing was gathered yet in " + options.folder,
                  "change <storage> in porthole.xml, and gather", common);
  }
  const Interrupt interrupt;
  const auto copied = copy_with_progress(from, *collection, options, interrupt, common);
  if (!copied) return report(copied.error(), common);
  if (copied->is_interrupted) {
    note("the copy is not complete; the collection is as it was",
         "the same command goes on where this one ended", common);
    return interrupt.exit_code();
  }
  if (common.json) {
    print_json(as_json(*copied, options));
  } else if (in_words(common)) {
    print_report(*copied, options);
  }
  if (options.dry_run) return kDone;
  if (!copied->is_equal) {
    return report(ErrorCode::kStorage, "the copy differs from the repository",
                  "empty the new place and run the same command again; the collection is as it was",
                  common);
  }
  if (in_words(common)) {
    std::cout << "porthole.xml names " << options.url
              << " now; the former repository is as it was, and may be removed\n";
  }
  return kDone;
}

}  // namespace

Action declare_migrate(Command app) {
  const auto options = std::make_shared<MigrateOptions>();
  app.add_folder(options->folder);
  app.add_option("URL", options->url,
                 "Where it is to be: sqlite:FILE, or postgresql://USER@HOST/DATABASE?schema=NAME")
      .required();
  add_dry_run(app, options->dry_run, "Count the rows and compute their digests, and copy nothing");
  return [options](const Common& common) { return run_migrate(*options, common); };
}

}  // namespace porthole::cli
