#include "training/training.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/file_limits.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/open_collection.h"
#include "gatherer/crawl/page_reader.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/report/remedy.h"
#include "repository/repository.h"
#include "repository/url_state.h"

namespace porthole::training {

namespace {

namespace fs = std::filesystem;
using topics::Example;
using topics::TopicId;

constexpr std::chrono::hours kFailureLife{24};

/// Failures that a later try may change are not remembered.
bool is_final(repository::DropReason reason) {
  using repository::DropReason;
  const int status = repository::http_status_of(reason);
  return (status >= 400 && status < 500) || reason == DropReason::kRobots ||
         reason == DropReason::kUnsupportedType || reason == DropReason::kTooManyRedirects;
}

/// Whether the page's text is there to count.
bool has_text(const StoredPage& page, topics::JudgedText text) {
  return page.failure.empty() && (text == topics::JudgedText::kWhole || page.knows_content);
}

/// There is no page, or not the text that is asked for; or its failure was seen long enough ago, or
/// is to be asked about in any case.
bool must_be_read(const StoredPage* page, const TrainingOptions& options) {
  if (page == nullptr) return true;
  if (page->failure.empty()) return !has_text(*page, options.text);
  return options.fetching == Fetching::kAfresh ||
         system_clock().wall() - page->read_at > kFailureLife;
}

Result<std::unique_ptr<repository::Repository>> open_repository_if_there(
    const collection::Collection& collection) {
  return repository::open_if_there(collection::storage_of(collection));
}

/// Reads the page of `url` from the repository (an alias is resolved), its links included.
Result<std::optional<std::pair<std::string, Document>>> gathered_page(
    repository::Repository& repository, const std::string& url) {
  using Found = std::optional<std::pair<std::string, Document>>;
  Result<std::optional<repository::UrlRecord>> record = repository.urls().find(key_of_url(url));
  if (record && *record && (*record)->alias_of != 0)
    record = repository.urls().get((*record)->alias_of);
  if (!record) return fail(record.error());
  if (!*record || (*record)->state != repository::UrlState::kFetched) return Found();
  TRY_AS(page, repository.pages().get((*record)->id));
  if (!*page) return Found();
  Document document = std::move((*page)->document);
  TRY_AS(links, repository.links().out_links((*record)->id));
  for (repository::LinkRecord& link : *links) document.links.push_back(std::move(link.link));
  return Found(std::pair((*record)->href, std::move(document)));
}

/// Puts pages of the web into the store: from the repository, else fetched.
class WebPages {
 public:
  WebPages(const collection::Collection& collection, ExampleStore& store,
           const TrainingOptions& options)
      : collection_(collection), store_(store), options_(options) {}

  Result<void> read(const std::vector<std::string>& urls) {
    TRY_AS(repository, open_repository_if_there(collection_));
    std::vector<std::string> left;
    for (const std::string& url : urls) {
      const std::string key = key_of_url(url);
      if (!must_be_read(store_.find(key), options_)) continue;
      Result<bool> found =
          *repository == nullptr ? Result<bool>(false) : take_gathered(**repository, key, url);
      if (!found) return fail(found.error());
      if (!*found) left.push_back(url);
    }
    if (options_.fetching == Fetching::kNone) return {};
    return fetch(left);
  }

  std::unordered_map<std::string, std::string> take_failures() { return std::move(failures_); }

 private:
  Result<bool> take_gathered(repository::Repository& repository, const std::string& key,
                             const std::string& url) {
    TRY_AS(page, gathered_page(repository, url));
    if (!*page) return false;
    TRY_AS(put, store_.put(key, (*page)->first, (*page)->second, system_clock().wall()));
    return true;
  }

  Result<void> fetch(const std::vector<std::string>& urls) {
    Result<void> stored;
    std::size_t count = 0;
    gatherer::PageReaderOptions reading;
    reading.stop = options_.stop;
    reading.clock = options_.clock;
    reading.done = [&](gatherer::PageRead page) {
      stored = keep(key_of_url(urls[page.index]), page);
      if (options_.progress) options_.progress(++count, urls.size());
      return stored.has_value();
    };
    const Result<void> read = gatherer::read_pages(collection_.specification(), urls, reading);
    return stored ? read : stored;
  }

  Result<void> keep(const std::string& key, const gatherer::PageRead& page) {
    const WallTime now = system_clock().wall();
    const StoredPage* before = store_.find(key);
    const bool has_page = before != nullptr && before->failure.empty();
    if (!page.failure.empty() && (has_page || !is_final(page.reason))) {
      failures_[key] = why(page);
      return {};
    }
    const auto put = page.failure.empty() ? store_.put(key, page.url, page.document, now)
                                          : store_.put_failure(key, page.failure, now);
    return put ? Result<void>() : Result<void>(fail(put.error()));
  }

  /// The failure, and how to let the crawl ask an internal address.
  std::string why(const gatherer::PageRead& page) const {
    if (page.reason != repository::DropReason::kForbiddenAddress) return page.failure;
    repository::UrlRecord url;
    url.href = page.url;
    url.reason = page.reason;
    url.seed = true;  // nothing of it is queued that could be tried again
    return page.failure + "; " + gatherer::remedy_for(url, collection_.specification());
  }

  const collection::Collection& collection_;
  ExampleStore& store_;
  const TrainingOptions& options_;
  std::unordered_map<std::string, std::string> failures_;  // by key
};

class Gatherer {
 public:
  Gatherer(const collection::Collection& collection, const collection::TaxonomyFile& file,
           ExampleStore& store, const TrainingOptions& options)
      : collection_(collection),
        file_(file),
        store_(store),
        options_(options),
        training_{topics::TrainingSet(file.taxonomy()), {}, {}} {}

  Result<Training> run() {
    TRY_AS(scope, gatherer::Scope::make(collection_.specification()));
    TRY(read_files());
    std::vector<std::string> urls;
    for_each_example([&](TopicId, const Example& example) {
      if (!example.url.empty()) urls.push_back(example.url);
    });
    TRY_AS(failures, read_into_store(collection_, store_, urls, options_));
    failures_.merge(*failures);
    for_each_example([&](TopicId topic, const Example& example) { take(topic, example, *scope); });
    return std::move(training_);
  }

 private:
  void for_each_example(const std::function<void(TopicId, const Example&)>& visit) const {
    for (std::size_t id = 0; id < file_.taxonomy().size(); ++id) {
      const auto topic = static_cast<TopicId>(id);
      for (const Example& example : file_.taxonomy()[topic].examples) visit(topic, example);
    }
  }

  /// "" for text, which needs no store.
  std::string key_of(const Example& example) const {
    if (!example.url.empty()) return key_of_url(example.url);
    if (example.file.empty()) return {};
    const fs::path file = file_.path_of(example);
    std::error_code ignored;
    const auto size = fs::file_size(file, ignored);
    const auto time = fs::last_write_time(file, ignored).time_since_epoch().count();
    return "file " + file.string() + " " + std::to_string(size) + " " + std::to_string(time);
  }

  Result<void> read_files() {
    LocalPages pages;
    Result<void> done;
    for_each_example([&](TopicId, const Example& example) {
      const std::string key = key_of(example);
      if (!done || example.file.empty() || !must_be_read(store_.find(key), options_)) return;
      done = read_file(key, file_.path_of(example), pages);
    });
    return done;
  }

  Result<void> read_file(const std::string& key, const fs::path& file, LocalPages& pages) {
    TRY_AS(page, pages.read(file));
    if (!page->failure.empty()) {
      failures_[key] = page->failure;
      return {};
    }
    const auto put = store_.put(key, "", page->document, system_clock().wall());
    return put ? Result<void>() : Result<void>(fail(put.error()));
  }

  void take(TopicId topic, const Example& example, const gatherer::Scope& scope) {
    const std::string key = key_of(example);
    if (key.empty()) {
      const std::string name = '"' + shortened(fold_space(example.text), 60) + '"';
      return add(topic, {topic, name, key, "", ""}, "text " + name,
                 topics::count_terms("", "", example.text));
    }
    const StoredPage* page = store_.find(key);
    const std::string name = example.url.empty() ? example.file : without_credentials(example.url);
    if (page == nullptr || !page->failure.empty())
      return refuse(example, name, reason_for(key, page));
    if (!has_text(*page, options_.text)) {
      return refuse(example, name,
                    "it was stored without its main content: " + reason_for(key, page));
    }
    const topics::TermCounts& terms = page->terms_of(options_.text);
    if (terms.empty()) return refuse(example, name, "there are no words on it");
    const Result<Url> url = Url::parse(example.url);
    // A file is on its own: nobody knows which site it is from.
    add(topic, {topic, name, key, example.url, page->title}, url ? scope.site_of(*url) : key,
        terms);
  }

  std::string reason_for(const std::string& key, const StoredPage* page) const {
    if (const auto known = failures_.find(key); known != failures_.end()) return known->second;
    if (page != nullptr && !page->failure.empty()) return page->failure;
    return options_.fetching == Fetching::kNone ? "not fetched yet" : "not fetched: interrupted";
  }

  void add(TopicId topic, TrainingPage page, const std::string& group,
           const topics::TermCounts& terms) {
    training_.set.add(topic, training_.set.group(group), terms);
    training_.pages.push_back(std::move(page));
  }

  void refuse(const Example& example, const std::string& name, const std::string& reason) {
    Error error;
    error.code = ErrorCode::kNotFound;
    error.message = "the example " + name + " could not be read: " + reason;
    error.file = file_.file().string();
    error.line = example.line;
    training_.failures.push_back(std::move(error));
  }

  const collection::Collection& collection_;
  const collection::TaxonomyFile& file_;
  ExampleStore& store_;
  const TrainingOptions& options_;
  Training training_;
  std::unordered_map<std::string, std::string> failures_;  // by key
};

}  // namespace

std::string key_of_url(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  return url ? url->key() : text;
}

Result<std::unordered_map<std::string, std::string>> read_into_store(
    const collection::Collection& collection, ExampleStore& store,
    const std::vector<std::string>& urls, const TrainingOptions& options) {
  WebPages pages(collection, store, options);
  const Result<void> read = pages.read(urls);
  const Result<void> saved = store.save();
  if (!read) return fail(read.error());
  if (!saved) return fail(saved.error());
  return pages.take_failures();
}

Result<Training> gather_examples(const collection::Collection& collection,
                                 const collection::TaxonomyFile& taxonomy, ExampleStore& store,
                                 const TrainingOptions& options) {
  return Gatherer(collection, taxonomy, store, options).run();
}

Result<LocalPage> LocalPages::read(const std::filesystem::path& file) {
  if (parsers_ == nullptr) {
    parser::ParserPool::Options one;
    one.workers = 1;
    TRY_AS(started, parser::ParserPool::start(std::move(one)));
    parsers_ = std::move(*started);
  }
  LocalPage page;
  Result<std::string> body = xml::read_file(file, kLargestPage);
  if (!body) {
    page.failure = body.error().message;
    return page;
  }
  parser::ParseInput input;
  input.url = "file://" + file.string();
  input.body = std::move(*body);
  page.document = parsers_->parse_one(std::move(input));
  if (page.document.status == ParseStatus::kUnsupported) {
    page.failure =
        name_of(repository::DropReason::kUnsupportedType) + " " + page.document.media_type;
  }
  return page;
}

}  // namespace porthole::training
