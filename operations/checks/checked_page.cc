#include "operations/checks/checked_page.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "archive/recorded_web.h"
#include "base/file_limits.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/open_collection.h"
#include "plugins/host/plugin_host.h"
#include "plugins/host/plugin_schemas.h"
#include "repository/known_url.h"

namespace porthole::operations {
namespace {

Result<Url> parse_url(const std::string& text) {
  Result<Url> url = Url::parse(text);
  if (url) return url;
  return fail(ErrorCode::kUsage, text + ": " + url.error().message, "give the page's absolute URL");
}

/// The fetched page with the URL `url`. Aliases are followed.
Result<repository::PageRecord> find_page(repository::Repository& repository, const Url& url,
                                         const std::string& folder) {
  Result<std::optional<repository::UrlRecord>> known = repository::find_known_url(repository, url);
  if (known && *known && (*known)->alias_of != 0) known = repository.urls().get((*known)->alias_of);
  if (!known) return fail(known.error());
  if (!*known || (*known)->state != repository::UrlState::kFetched) {
    return fail(
        ErrorCode::kNotFound, "the collection has no page " + url.href(),
        "find out why: porthole explain " + shell_word(folder) + " " + shell_word(url.href()));
  }
  TRY_AS(page, repository.pages().get((*known)->id));
  if (*page && !(*page)->archive_file.empty() && (*known)->href.find('#') == std::string::npos)
    return std::move(**page);
  return fail(
      ErrorCode::kNotFound, url.href() + " has no record of its own in the archive",
      "the member of a container is parsed with the container: check the URL without its fragment");
}

}  // namespace

Result<parser::ParseInput> page_of_file(const std::string& file, const std::string& url) {
  parser::ParseInput page;
  page.url = "file://" + std::filesystem::absolute(file).string();
  if (!url.empty()) {
    TRY_AS(parsed, parse_url(url));
    page.url = parsed->href();
  }
  TRY_AS(body, xml::read_file(file, kLargestPage));
  page.body = std::move(*body);
  return page;
}

Result<parser::ParseInput> page_of_collection(const std::string& folder, const std::string& text) {
  TRY_AS(url, parse_url(text));
  TRY_AS(open, collection::open_collection(folder, repository::Access::kRead));
  TRY_AS(record, find_page(*open->repository, *url, folder));
  TRY_AS(answer, archive::read_answer(open->collection.archive_folder() / record->archive_file,
                                      record->archive_offset));
  TRY_AS(body, answer->body(kLargestPage));
  TRY_AS(known, open->repository->urls().get(record->id));
  parser::ParseInput page;
  page.url = *known ? (*known)->href : url->href();
  page.content_type = std::string(answer->head.field("content-type"));
  page.body = std::move(body->bytes);
  page.truncated = body->cut;
  return page;
}

Result<std::unique_ptr<parser::ParserPool>> start_parsers(
    const collection::Specification& specification, int workers) {
  TRY_AS(summarizers, gatherer::choose_summarizers(specification));
  parser::ParserPool::Options options;
  options.workers = workers;
  options.words = gatherer::read_plugin_schemas(*summarizers).words();
  options.summarizers = std::move(*summarizers);
  return parser::ParserPool::start(std::move(options));
}

Result<Document> parse_page(parser::ParseInput page) {
  TRY_AS(pool, start_parsers({}, 1));
  return (*pool)->parse_one(std::move(page));
}

}  // namespace porthole::operations
