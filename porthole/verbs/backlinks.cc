#include "search/backlinks/backlinks.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "archive/wat_links.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

using search::Backlink;

struct BacklinksOptions {
  std::string url;
  std::vector<std::string> folders;
  std::vector<std::string> wat;
  std::size_t limit = 100;
};

Result<void> add_collection(const std::string& folder, const Url& url,
                            std::vector<Backlink>& links) {
  TRY_AS(collection, collection::Collection::open(folder));
  TRY_AS(repository, repository::open_if_there(collection::storage_of(*collection)));
  if (*repository == nullptr) return {};
  TRY_AS(found, search::backlinks_in(**repository, url, collection->specification().name));
  links.insert(links.end(), std::make_move_iterator(found->begin()),
               std::make_move_iterator(found->end()));
  return {};
}

Result<void> add_wat(const std::string& file, const Url& url, std::vector<Backlink>& links,
                     const Common& common) {
  const std::string key = url.key();
  const std::string name = std::filesystem::path(file).filename().string();
  TRY_AS(counts, archive::for_each_wat_page(file, [&](const archive::WatPage& page) {
           if (page.url.key() == key) return;
           for (const Link& link : page.links) {
             const Result<Url> target = Url::parse(link.url);
             if (!target || target->key() != key) continue;
             links.push_back({page.url.href(), page.title, link, std::nullopt, page.crawled,
                              page.crawled, WallTime{}, name});
           }
         }));
  if (counts->cut) note(file + " ends within a record", "its last page is missing", common);
  return {};
}

Result<std::vector<Backlink>> find_all(const BacklinksOptions& options, const Url& url,
                                       const Common& common) {
  std::vector<Backlink> links;
  for (const std::string& folder : options.folders) {
    TRY(add_collection(folder, url, links));
  }
  for (const std::string& file : options.wat) {
    TRY(add_wat(file, url, links, common));
  }
  search::merge_backlinks(links);
  return links;
}

void print_links(const std::vector<Backlink>& links, std::size_t limit) {
  for (std::size_t i = 0; i < links.size() && i < limit; ++i) {
    const Backlink& link = links[i];
    std::cout << printable(link.source) << "  (" << printable(link.found_in) << ")\n";
    for (const AnnotationKind kind : kAnnotationKinds) {
      const std::string& text = link.link.annotation(kind);
      if (!text.empty())
        std::cout << "  " << annotation_kind_name(kind) << ": " << printable(text) << '\n';
    }
    if (link.first_seen != WallTime{}) std::cout << "  since " << format_time(link.first_seen);
    if (link.closed != WallTime{}) std::cout << ", gone since " << format_time(link.closed);
    if (link.first_seen != WallTime{}) std::cout << '\n';
  }
}

int run(const BacklinksOptions& options, const Common& common) {
  const Result<Url> url = Url::parse(options.url);
  if (!url) {
    return report(ErrorCode::kUsage, options.url + ": " + url.error().message,
                  "write it out, with its scheme", common);
  }
  if (options.folders.empty() && options.wat.empty()) {
    return report(ErrorCode::kUsage, "there is nowhere to look",
                  "name collections, or a WAT file with --wat", common);
  }
  const Result<std::vector<Backlink>> links = find_all(options, *url, common);
  if (!links) return report(links.error(), common);
  if (common.json) {
    print_json(search::web_annotations(url->href(), *links, 0, options.limit, {}));
    return kDone;
  }
  print_links(*links, options.limit);
  std::cout << std::flush;
  if (links->size() > options.limit) {
    note("there are " + std::to_string(links->size()) + " in all", "give --limit N", common);
  } else if (links->empty()) {
    note("no other page links to it", "the URL has to be as pages link to it", common);
  }
  return kDone;
}

}  // namespace

Action declare_backlinks(Command app) {
  const auto options = std::make_shared<BacklinksOptions>();
  app.add_option("URL", options->url, "The page that others link to").required();
  app.add_option("DIR", options->folders, "The collections' folders");
  app.add_option("--wat", options->wat, "Read the links of this WAT file, too; may be repeated")
      .repeatable()
      .type_name("FILE");
  app.add_option("--limit", options->limit, "Maximum number of links")
      .type_name("N")
      .within(std::size_t{1}, std::size_t{100'000'000})
      .capture_default_str();
  return [options](const Common& common) { return run(*options, common); };
}

}  // namespace porthole::cli
