#include "search/site/served_collections.h"

#include <algorithm>
#include <map>

#include "base/log.h"

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
    summary.annotations_by_others.push_back(
        {shown.annotator, shown.text, shown.kind, Element::kA, {}});
  }
  return summary;
}

/// Leaves `part` of the annotations, and counts them all.
void keep_part(Summary& summary, AnnotationPart& part) {
  std::vector<summarizer::Annotation>& by_others = summary.annotations_by_others;
  part.all = by_others.size();
  const std::size_t from = std::min(part.from, part.all);
  const std::size_t end = from + std::min(part.most, part.all - from);
  by_others.erase(by_others.begin() + static_cast<std::ptrdiff_t>(end), by_others.end());
  by_others.erase(by_others.begin(), by_others.begin() + static_cast<std::ptrdiff_t>(from));
  std::vector<summarizer::Annotation>& own = summary.own_annotations;
  if (own.size() > part.most)
    own.erase(own.begin() + static_cast<std::ptrdiff_t>(part.most), own.end());
}

std::vector<SearcherPool::Index> indexes_of(const std::vector<ServedCollection>& collections) {
  std::vector<SearcherPool::Index> indexes;
  for (const ServedCollection& collection : collections)
    indexes.push_back({collection.name, collection.index});
  return indexes;
}

/// Adds the name, the folder's unless the specification has another, to titles that are equal.
void tell_apart(std::vector<ServedCollection>& collections) {
  std::map<std::string, int> counts;
  for (const ServedCollection& one : collections) ++counts[one.brand.title];
  for (ServedCollection& one : collections) {
    if (counts[one.brand.title] > 1) one.brand.title += " (" + one.name + ")";
  }
}

/// The failure of a store, after it was logged: readers can only try again, whatever it was.
Error noted(Error failure) {
  log(LogLevel::kError, "search", failure.to_string());
  failure.code = ErrorCode::kStorage;
  return failure;
}

}  // namespace

ServedCollections::ServedCollections(std::vector<ServedCollection> collections)
    : collections_(std::move(collections)), searchers_(indexes_of(collections_)) {
  for (ServedCollection& collection : collections_) {
    names_.push_back(collection.name);
    folders_.insert(folders_.end(), collection.folders.begin(), collection.folders.end());
    if (collection.brand.title.empty()) collection.brand.title = collection.name;
  }
  tell_apart(collections_);
}

const ServedCollection* ServedCollections::find(std::string_view name) const {
  const auto found = std::find_if(collections_.begin(), collections_.end(),
                                  [&](const ServedCollection& one) { return one.name == name; });
  return found == collections_.end() ? nullptr : &*found;
}

std::string ServedCollections::title(std::string_view name) const {
  if (const ServedCollection* one = find(name)) return one->brand.title;
  std::string all;
  for (const ServedCollection& one : collections_)
    all += (all.empty() ? "" : ", ") + one.brand.title;
  return all;
}

const Brand& ServedCollections::brand(std::string_view name) const {
  static const Brand none;
  if (const ServedCollection* one = find(name)) return one->brand;
  return collections_.empty() ? none : collections_.front().brand;
}

bool ServedCollections::gives_files() const {
  return std::ranges::all_of(collections_, &ServedCollection::gives_files);
}

const std::filesystem::path& ServedCollections::standing(std::string_view name) const {
  static const std::filesystem::path none;
  if (const ServedCollection* one = find(name)) return one->standing;
  return collections_.empty() ? none : collections_.front().standing;
}

std::shared_ptr<const Overview> ServedCollections::overview(const std::string& name) {
  if (!name.empty() && find(name) == nullptr) return nullptr;
  return overviews_.get(name, searchers_.revision(name), [&] { return new_overview(name); });
}

Result<Overview> ServedCollections::new_overview(const std::string& name) {
  TRY_AS(searcher, searchers_.acquire(name));
  std::vector<const Brand*> brands;
  std::optional<WallTime> crawled;
  for (const ServedCollection& one : collections_) {
    if (!name.empty() && one.name != name) continue;
    brands.push_back(&one.brand);
    if (one.pages == nullptr) continue;
    const std::optional<WallTime> of_one = one.pages->last_crawl();
    if (of_one) crawled = std::max(crawled.value_or(*of_one), *of_one);
  }
  Result<Overview> made = make_overview(**searcher, brands);
  if (made) made->crawled = crawled;
  return made;
}

template <class Found, class Ask>
Result<std::optional<Found>> ServedCollections::first_of_stores(Ask ask) const {
  std::optional<Error> failure;
  for (const ServedCollection& collection : collections_) {
    if (collection.pages == nullptr) continue;
    Result<std::optional<Found>> found = ask(*collection.pages);
    if (!found) {
      failure = noted(found.error());
    } else if (*found) {
      return std::move(**found);
    }
  }
  if (failure) return fail(*failure);
  return std::nullopt;
}

Result<std::optional<Summary>> ServedCollections::stored_summary(const std::string& url) const {
  return first_of_stores<Summary>([&](PageStore& pages) { return pages.summary(url); });
}

Result<std::vector<Backlink>> ServedCollections::backlinks(const std::string& url,
                                                           std::string_view name) const {
  std::vector<Backlink> all;
  for (const ServedCollection& one : collections_) {
    if (one.pages == nullptr || (!name.empty() && one.name != name)) continue;
    auto found = one.pages->backlinks(url);
    if (!found) return fail(noted(found.error()));
    all.insert(all.end(), std::make_move_iterator(found->begin()),
               std::make_move_iterator(found->end()));
  }
  merge_backlinks(all);
  return all;
}

Result<std::optional<summarizer::PageContent>> ServedCollections::content(
    const std::string& url) const {
  return first_of_stores<summarizer::PageContent>(
      [&](PageStore& pages) { return pages.content(url); });
}

Result<std::optional<StoredDocument>> ServedCollections::document(const std::string& url) const {
  return first_of_stores<StoredDocument>([&](PageStore& pages) { return pages.document(url); });
}

Result<std::optional<Summary>> ServedCollections::summary(const std::string& url,
                                                          AnnotationPart* part) {
  TRY_AS(stored, stored_summary(url));
  if (*stored) {
    if (part != nullptr) keep_part(**stored, *part);
    return std::move(*stored);
  }
  TRY_AS(searcher, searchers_.acquire());
  TRY_AS(found, (*searcher)->find(url));
  if (!*found) return std::nullopt;
  Summary summary = summary_of(**found);
  if (part != nullptr) part->all = summary.annotations_by_others.size();
  return summary;
}

SearcherPool::Lease::~Lease() {
  if (set_ == nullptr || !searcher_.is_usable()) return;
  const std::lock_guard lock(set_->mutex);
  set_->idle.push_back(std::move(searcher_));
}

SearcherPool::SearcherPool(const std::vector<Index>& indexes) {
  std::vector<std::filesystem::path> folders;
  for (const Index& index : indexes) folders.push_back(index.folder);
  sets_.emplace_back("", folders);
  for (const Index& index : indexes)
    sets_.emplace_back(index.collection, std::vector{index.folder});
}

Result<SearcherPool::Lease> SearcherPool::acquire(std::string_view collection) {
  IndexSet* const set = find(collection);
  if (set == nullptr) {
    return fail(ErrorCode::kNotFound, "there is no collection of this name",
                "all collections: /api/v1/collections");
  }
  {
    const std::lock_guard lock(set->mutex);
    if (!set->idle.empty()) {
      Lease lease(*set, std::move(set->idle.back()));
      set->idle.pop_back();
      return lease;
    }
  }
  Result<Searcher> opened = Searcher::open(set->folders);
  if (opened) return Lease(*set, std::move(*opened));
  Error error = opened.error();
  error.code = ErrorCode::kStorage;  // the index existed when the server started
  return fail(std::move(error));
}

std::string SearcherPool::revision(std::string_view collection) {
  IndexSet* const set = find(collection);
  return set == nullptr ? std::string() : set->watch.newest();
}

SearcherPool::IndexSet* SearcherPool::find(std::string_view collection) {
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const IndexSet& set) {
    return set.collection == collection;
  });
  return found == sets_.end() ? nullptr : &*found;
}

}  // namespace porthole::search
