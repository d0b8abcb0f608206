#include "operations/checks/checks.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "archive/recorded_web.h"
#include "base/file_limits.h"
#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "collection/taxonomy_file.h"
#include "gatherer/frontier/refresh_order.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/report/settings.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "plugins/host/plugin_host.h"
#include "plugins/host/plugin_schemas.h"
#include "repository/known_url.h"
#include "topics/text/term_counts.h"
#include "training/model_folder.h"

namespace porthole::operations {
namespace {

Result<void> check_parts(const std::string& file, const collection::Specification& specification) {
  TRY(gatherer::Scope::make(specification));
  auto strategy = gatherer::make_strategy(specification.strategy, {.topic = specification.topic});
  if (!strategy) return fail(gatherer::placed_in(specification, strategy.error()));
  TRY_AS(order, gatherer::RefreshOrder::specified(specification));
  TRY_AS(protocols, gatherer::choose_protocols(specification));
  if (specification.names_summarizers) {
    TRY_AS(summarizers, gatherer::choose_summarizers(specification));
  }
  TRY_AS(shares, collection::shares_in(file));
  return {};
}

using nlohmann::ordered_json;
using topics::TopicId;

/// The words of an example whose file is not there; "" for any other.
std::string missing_file(const collection::TaxonomyFile& taxonomy, const topics::Example& example) {
  if (example.file.empty()) return "";
  const std::filesystem::path file = taxonomy.path_of(example);
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return "";
  return taxonomy.file().string() + ":" + std::to_string(example.line) +
         ": the file of an example is not there: " + file.string();
}

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

Result<collection::Specification> read_checked_specification(const std::string& file) {
  Result<collection::Specification> specification = collection::read_specification(file);
  if (!specification) return specification;
  if (auto good = check_parts(file, *specification); !good) {
    Error error = good.error();
    if (error.line != 0) error.file = file;  // As it was given.
    return fail(std::move(error));
  }
  return specification;
}

std::vector<Error> all_missing(const std::string& file,
                               const collection::Specification& specification) {
  std::vector<Error> missing = specification.missing;
  for (Error& error : collection::missing_files(file)) missing.push_back(std::move(error));
  std::stable_sort(missing.begin(), missing.end(),
                   [](const Error& a, const Error& b) { return a.line < b.line; });
  return missing;
}

Result<ordered_json> describe_taxonomy(const std::string& file) {
  TRY_AS(read, collection::TaxonomyFile::read(file));
  const topics::Taxonomy& taxonomy = read->taxonomy();
  ordered_json good = ordered_json::array();
  ordered_json empty = ordered_json::array();
  ordered_json missing = ordered_json::array();
  std::size_t leaves = 0;
  std::size_t examples = 0;
  std::size_t marks[4] = {};
  for (std::size_t i = 1; i < taxonomy.size(); ++i) {
    const auto id = static_cast<TopicId>(i);
    const topics::Topic& topic = taxonomy[id];
    ++marks[static_cast<std::size_t>(topic.mark)];
    examples += topic.examples.size();
    for (const topics::Example& example : topic.examples) {
      std::string words = missing_file(*read, example);
      if (!words.empty()) missing.push_back(std::move(words));
    }
    if (topic.mark == topics::Mark::kGood) good.push_back(topic.path);
    if (!taxonomy.is_leaf(id)) continue;
    ++leaves;
    if (topic.examples.empty()) empty.push_back(topic.path);
  }
  return ordered_json{{"file", file},
                      {"valid", true},
                      {"title", taxonomy[topics::kRootTopic].title},
                      {"topics", taxonomy.size() - 1},
                      {"leaves", leaves},
                      {"examples", examples},
                      {"good", std::move(good)},
                      {"path", marks[static_cast<std::size_t>(topics::Mark::kPath)]},
                      {"subsumed", marks[static_cast<std::size_t>(topics::Mark::kSubsumed)]},
                      {"null", marks[static_cast<std::size_t>(topics::Mark::kNull)]},
                      {"without_examples", std::move(empty)},
                      {"missing", std::move(missing)}};
}

Result<ordered_json> classify_page(const std::string& folder, const Document& page) {
  TRY_AS(open, training::open_taxonomy(folder));
  TRY_AS(model, training::open_classifier(*open, folder));
  const topics::Taxonomy& taxonomy = (*model)->taxonomy();
  const topics::Classification found =
      (*model)->classify(topics::count_terms(page, (*model)->text()));
  ordered_json classes = ordered_json::array();
  for (const topics::TopicProbability& topic : found.topics) {
    if (topic.topic == topics::kRootTopic) continue;
    classes.push_back({{"topic", taxonomy[topic.topic].path}, {"probability", topic.probability}});
  }
  return ordered_json{{"relevance", found.relevance},
                      {"best", taxonomy[found.best].path},
                      {"classes", std::move(classes)},
                      {"relevant", found.relevance >= gatherer::kClassifierThreshold},
                      {"best_is_wanted", found.best_is_wanted},
                      {"model", (*model)->name()},
                      {"text", topics::judged_text_name((*model)->text())}};
}

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
