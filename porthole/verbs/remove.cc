#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "archive/archive_files.h"
#include "archive/redaction.h"
#include "base/json/json.h"
#include "base/url/site.h"
#include "base/url/url.h"
#include "collection/edit/part_edits.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "gatherer/scores/local_distiller.h"
#include "operations/steps/index_round.h"
#include "porthole/exit_code.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "repository/known_url.h"

namespace porthole::cli {
namespace {

struct RemoveOptions {
  std::string folder;
  std::string url;
  std::string site;
  bool dry_run = false;
};

struct Removal {
  std::int64_t pages = 0;
  std::int64_t captures = 0;
  std::optional<std::int64_t> documents;  ///< Removed from the index; absent if there is no index.
  std::string rule;                       ///< The rule added to the specification, "" for none.
  std::string container;                  ///< The URL that a member is in.
};

/// The target of a removal: a URL with its aliases, or a host.
struct Target {
  std::vector<std::string> keys;  ///< Keys of the page and of all its aliases.
  std::string host;
  std::optional<archive::Place> member;  ///< The capture of a member, recorded under its container.

  bool has(std::string_view text) const {
    const Result<Url> url = Url::parse(text);
    if (!url) return false;
    if (!host.empty()) return url->host_and_port() == host;
    const auto is_named = [&](const std::string& key) {
      return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    return is_named(url->key()) || is_named(key_of_page(*url));  // a member leaves with its page
  }
};

/// The page that `url` resolves to: itself, or the end of its aliases.
Result<repository::UrlRecord> page_of(repository::Repository& repository,
                                      repository::UrlRecord url) {
  std::set<repository::UrlId> seen;
  while (url.alias_of != 0 && seen.insert(url.id).second) {
    TRY_AS(next, repository.urls().get(url.alias_of));
    if (!*next) break;
    url = std::move(**next);
  }
  return url;
}

/// `page` and all URLs that lead to it.
Result<std::vector<std::string>> names_of(repository::Repository& repository,
                                          const repository::UrlRecord& page) {
  std::map<repository::UrlId, std::vector<std::pair<repository::UrlId, std::string>>> aliases;
  TRY_AS(visited, repository.urls().for_each([&](const repository::UrlRecord& url) {
    if (url.alias_of != 0) aliases[url.alias_of].emplace_back(url.id, url.key);
    return true;
  }));
  std::vector<std::string> keys = {page.key};
  std::vector<repository::UrlId> open = {page.id};
  while (!open.empty()) {
    const auto found = aliases.extract(open.back());
    open.pop_back();
    if (found.empty()) continue;
    for (auto& [id, key] : found.mapped()) {
      open.push_back(id);
      keys.push_back(std::move(key));
    }
  }
  return keys;
}

Result<Target> find_url(repository::Repository& repository, const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url) {
    return fail(ErrorCode::kUsage, text + ": " + url.error().message,
                "write it out, with its scheme");
  }
  TRY_AS(found, repository::find_known_url(repository, *url));
  if (!*found) {
    return fail(
        ErrorCode::kNotFound, "the collection does not know " + url->href(),
        "to exclude an unknown URL, add to <scope>: <reject prefix=\"" + url->href() + "\"/>");
  }
  TRY_AS(page, page_of(repository, std::move(**found)));
  TRY_AS(keys, names_of(repository, *page));
  Target target{std::move(*keys), "", {}};
  if (page->key.find('#') == std::string::npos) return target;
  TRY_AS(member, repository.pages().get(page->id));
  if (*member && !(*member)->archive_file.empty())
    target.member = {(*member)->archive_file, (*member)->archive_offset};
  return target;
}

Result<Target> find_host(const std::string& text) {
  const Result<Url> url = Url::parse("http://" + text + "/");
  if (!url || !url->is_web() || url->path() != "/" || url->host_and_port().empty()) {
    return fail(ErrorCode::kUsage, "not a valid host: --site " + text,
                "write the host alone: --site www.example.org");
  }
  return Target{{}, url->host_and_port(), {}};
}

/// Done first, so that an interrupted removal can be repeated.
Result<std::int64_t> blank_captures(const collection::Collection& collection,
                                    const Target& target) {
  if (target.member) return archive::redact_captures(collection.archive_folder(), {*target.member});
  const auto wanted = [&](std::string_view url) { return target.has(url); };
  TRY_AS(places, archive::find_captures(collection.archive_folder(), wanted));
  return archive::redact_captures(collection.archive_folder(), *places);
}

Result<void> forget(repository::Repository& repository, const Target& target, Removal& removal) {
  TRY_AS(removed, target.host.empty() ? repository.remove_url(target.keys.front())
                                      : repository.remove_host(target.host));
  removal.pages = removed->pages;
  return gatherer::settle_changes(repository);
}

Result<void> update_index(const collection::OpenCollection& open, const Common& common,
                          Removal& removal) {
  std::error_code ignored;
  if (!std::filesystem::exists(open.collection.index_folder(), ignored)) return {};
  indexer::IndexOptions options;
  options.on_termination = end_with_error(common);
  TRY_AS(done, operations::index_summaries(open.collection, *open.repository, options));
  removal.documents = done->removed;
  return {};
}

Result<void> reject_host(const collection::Collection& collection, const std::string& host,
                         Removal& removal) {
  for (const collection::ScopeRule& rule : collection.specification().scope) {
    if (!rule.accept && rule.hosts == std::vector<std::string>{host}) return {};
  }
  TRY_AS(written,
         collection::edit_specification(
             collection, [&](const std::string& text) { return collection::keep_out(text, host); },
             collection::Keep::kYes));
  removal.rule = "reject " + host;
  return {};
}

/// The error of a removal whose captures are gone from the archive, and whose page is there.
Error half_done(Error error, const Removal& removal) {
  if (removal.captures == 0) return error;
  error.message += "; the captures are out of the archive, and the page is in the repository still";
  error.hint = "mend the cause and run the same porthole remove again";
  return error;
}

/// The error of a removal that only the index has not followed.
Error left_in_index(Error error, const std::string& folder) {
  error.message +=
      "; the page is out of the archive and the repository, and may be in the index still";
  if (error.code == ErrorCode::kStorage)
    error.hint = "take it out of the index, too: porthole index " + folder +
                 "; if the index is damaged: porthole repair " + folder;
  return error;
}

Result<Removal> take_out(collection::OpenCollection& open, const Target& target,
                         const Common& common) {
  Removal removal;
  if (!target.host.empty()) {
    TRY(reject_host(open.collection, target.host, removal));
  }
  TRY_AS(blanked, blank_captures(open.collection, target));
  removal.captures = *blanked;
  if (target.member)
    removal.container = target.keys.front().substr(0, target.keys.front().find('#'));
  if (auto done = forget(*open.repository, target, removal); !done)
    return fail(half_done(done.error(), removal));
  if (auto done = update_index(open, common, removal); !done)
    return fail(left_in_index(done.error(), shell_word(open.collection.folder().string())));
  return removal;
}

void print_removal(const Removal& removal, const RemoveOptions& options, const Common& common) {
  if (common.json) {
    print_json({{"pages", removal.pages},
                {"captures", removal.captures},
                {"documents", removal.documents ? nlohmann::ordered_json(*removal.documents)
                                                : nlohmann::ordered_json()},
                {"rule", removal.rule.empty() ? nlohmann::ordered_json()
                                              : nlohmann::ordered_json(removal.rule)}});
    return;
  }
  if (!in_words(common)) return;
  std::cout << "removed " << counted(removal.pages, "page") << " and "
            << counted(removal.captures, "capture") << " of the archive";
  if (removal.documents)
    std::cout << ", and " << counted(*removal.documents, "document") << " of the index";
  std::cout << '\n';
  if (!removal.container.empty())
    std::cout << "the archive still has it in the capture of " << removal.container
              << ", which is removed with all that is in it by its own URL\n";
  if (!removal.rule.empty())
    std::cout << "added to <scope> of the specification: " << removal.rule << '\n';
  std::cout << "next: porthole summarize " << shell_word(options.folder)
            << " (updates the summaries of pages that were linked from there)\n";
}

/// Counts what would be removed.
Result<Removal> foresee(const collection::OpenCollection& open, const Target& target) {
  Removal removal;
  TRY_AS(visited, open.repository->urls().for_each([&](const repository::UrlRecord& url) {
    if (url.state == repository::UrlState::kFetched && target.has(url.href)) ++removal.pages;
    return true;
  }));
  removal.captures = 1;
  if (target.member) return removal;
  TRY_AS(captures, archive::find_captures(open.collection.archive_folder(),
                                          [&](std::string_view url) { return target.has(url); }));
  removal.captures = number(captures->size());
  return removal;
}

int print_foreseen(const Removal& removal, const Common& common) {
  if (common.json) {
    print_json({{"dry_run", true}, {"pages", removal.pages}, {"captures", removal.captures}});
  } else if (in_words(common)) {
    std::cout << "would remove " << counted(removal.pages, "page") << " and "
              << counted(removal.captures, "capture") << " of the archive; nothing was changed\n";
  }
  return kDone;
}

int run_remove(const RemoveOptions& options, const Common& common) {
  if (options.url.empty() == options.site.empty()) {
    return report(ErrorCode::kUsage, "there is nothing to remove", "give a URL, or --site HOST",
                  common);
  }
  Result<collection::OpenCollection> open = collection::open_collection(
      options.folder, options.dry_run ? repository::Access::kRead : repository::Access::kWrite);
  if (!open) return report(open.error(), common);
  Result<Target> target =
      options.url.empty() ? find_host(options.site) : find_url(*open->repository, options.url);
  if (!target) return report(target.error(), common);
  if (options.dry_run) {
    const Result<Removal> foreseen = foresee(*open, *target);
    return foreseen ? print_foreseen(*foreseen, common) : report(foreseen.error(), common);
  }
  Result<Removal> removal = take_out(*open, *target, common);
  if (!removal) return report(removal.error(), common);
  print_removal(*removal, options, common);
  return kDone;
}

}  // namespace

Action declare_remove(Command app) {
  const auto options = std::make_shared<RemoveOptions>();
  app.add_folder(options->folder);
  Option url = app.add_option("URL", options->url, "The page to remove");
  app.add_option("--site", options->site,
                 "Remove every page of this host, and add a scope rule that keeps it out")
      .type_name("HOST")
      .excludes(url);
  add_dry_run(app, options->dry_run, "Count what would be removed, and change nothing");
  return [options](const Common& common) { return run_remove(*options, common); };
}

}  // namespace porthole::cli
