#include "gatherer/rebuild/prune_archive.h"

#include <filesystem>
#include <string>
#include <utility>

#include "archive/prune.h"

namespace porthole::gatherer {
namespace {

/// The places that pages were read from, and where the archive ends.
Result<archive::PruneRule> rule_of(repository::Repository& repository, std::int64_t keep) {
  archive::PruneRule rule;
  rule.keep = keep;
  TRY_AS(end, repository.crawl().archive_end());
  rule.end = {end->first, end->second};
  TRY_AS(visited, repository.pages().for_each(
                      {}, [&](const auto&, const repository::PageRecord& page, auto, auto) {
                        if (!page.archive_file.empty())
                          rule.needed.insert({page.archive_file, page.archive_offset});
                        return true;
                      }));
  return rule;
}

/// Removes what a killed call left.
Result<void> finish_former(const std::filesystem::path& folder, const archive::PruneRule& rule) {
  const auto is_used = [&](const std::string& file) {
    const auto place = rule.needed.lower_bound({file, 0});
    return file == rule.end.file || (place != rule.needed.end() && place->file == file);
  };
  TRY_AS(discarded, archive::discard_leftovers(folder, is_used));
  return {};
}

Result<void> rewrite(const std::filesystem::path& folder, const archive::PrunedFile& file,
                     repository::Repository& repository) {
  TRY_AS(moved, archive::copy_kept(folder, file));
  if (auto put =
          repository.crawl().move_archive({moved->from, moved->to, moved->size, moved->offsets});
      !put) {
    return put;
  }
  return archive::remove_original(folder, file);
}

}  // namespace

Result<PruneReport> prune_archive(const collection::Collection& collection,
                                  repository::Repository& repository, const PruneOptions& options) {
  const std::filesystem::path folder = collection.archive_folder();
  TRY_AS(rule, rule_of(repository, options.keep));
  if (!options.dry_run) {
    TRY(finish_former(folder, *rule));
  }
  TRY_AS(plan, archive::plan_prune(folder, *rule));
  PruneReport report;
  report.captures = plan->captures;
  report.bytes = plan->bytes;
  std::int64_t to_do = 0, done_bytes = 0;
  for (const archive::PrunedFile& file : plan->files) to_do += file.size;
  for (const archive::PrunedFile& file : plan->files) {
    if (options.stop != nullptr && options.stop->load()) break;
    if (!options.dry_run) {
      TRY(rewrite(folder, file, repository));
    }
    ++report.files;
    report.dropped += file.captures;
    report.freed += file.bytes;
    done_bytes += file.size;
    if (options.progress) options.progress(done_bytes, to_do);
  }
  return report;
}

}  // namespace porthole::gatherer
