#include "search/site/served_collections.h"

#include <algorithm>

#include "base/log.h"
#include "summarizer/rdf_reader.h"

namespace porthole::search {
namespace {

using summarizer::Summary;

Summary summary_of(const indexer::DocumentData& data) {
  Summary summary;
  summary.url = data.url;
  summary.title = data.title;
  summary.description = data.description;
  summary.language = data.language;
  summary.media_type = data.media_type;
  summary.topic = data.topic;
  summary.relevance = Relevance(data.relevance);
  summary.nosnippet = data.nosnippet;
  for (const indexer::ShownAnnotation& shown : data.annotations) {
    summary.annotations_by_others.push_back({shown.annotator, shown.text, shown.kind, Element::kA, {}});
  }
  return summary;
}

}  // namespace

ServedCollections::ServedCollections(std::vector<ServedCollection> collections)
    : collections_(std::move(collections)) {
  std::vector<std::filesystem::path> folders;
  for (const ServedCollection& collection : collections_) {
    names_.push_back(collection.name);
    folders.push_back(collection.index);
    alone_.push_back(std::make_unique<SearcherPool>(std::vector{collection.index}));
  }
  together_ = std::make_unique<SearcherPool>(std::move(folders));
}

std::string ServedCollections::all_names() const {
  std::string all;
  for (const std::string& name : names_) all += (all.empty() ? "" : ", ") + name;
  return all;
}

SearcherPool* ServedCollections::searchers(std::string_view name) {
  if (name.empty()) return together_.get();
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? nullptr : alone_[static_cast<std::size_t>(found - names_.begin())].get();
}

Result<std::optional<std::string>> ServedCollections::rdf(const std::string& url) const {
  std::optional<Error> failure;
  for (const ServedCollection& collection : collections_) {
    if (collection.pages == nullptr) continue;
    auto found = collection.pages->rdf(url);
    if (!found) {
      log(LogLevel::kError, "search", found.error().to_string());
      failure = found.error();
      failure->code = ErrorCode::kStorage;
    } else if (*found) {
      return std::move(**found);
    }
  }
  if (failure) return fail(*failure);
  return std::nullopt;
}

Result<std::optional<Summary>> ServedCollections::summary(const std::string& url) {
  const auto text = rdf(url);
  if (!text) return fail(text.error());
  if (*text) {
    Result<Summary> read = summarizer::read_rdf(**text);
    if (read) return std::move(*read);
    log(LogLevel::kWarning, "search", read.error().to_string());
  }
  const auto kept = together_->with_searcher([&](Searcher& searcher) { return searcher.find(url); });
  if (!kept) return fail(kept.error());
  if (!*kept) return std::nullopt;
  return summary_of(**kept);
}

}  // namespace porthole::search
