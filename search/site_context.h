#pragma once

/// What every part of the site needs: the collections, the frame of a page, and errors as pages.
///
/// Thread safety: any thread. This header is the room's own.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/pages.h"
#include "search/question.h"
#include "search/served_collections.h"

namespace porthole::search {

class SiteContext {
 public:
  explicit SiteContext(std::vector<ServedCollection> collections) : collections_(std::move(collections)) {}

  ServedCollections& collections() { return collections_; }

  /// `chosen`: the collection that is searched alone, "" = all; `pages`: in its index.
  Frame frame_of(const std::string& chosen, std::optional<std::int64_t> pages) const;
  /// The same for the collection that was asked for.
  Frame frame(const Question& question);

  /// What `use` makes of a searcher of the collection that was asked for. Errors: kNotFound when there is none.
  template <class Use>
  auto with_searcher(const Question& question, Use use) -> decltype(use(std::declval<Searcher&>())) {
    SearcherPool* searchers = collections_.searchers(question.collection());
    if (searchers != nullptr) return searchers->with_searcher(use);
    return fail(no_collection());
  }

  /// A page for a status without content of its own. Asks no index: it may be what is broken.
  Answer message(int status) const;
  /// A page for what is not there. `text`: a sentence.
  Answer not_found(const std::string& text) const;
  /// A page for an error of a search.
  Answer error_page(const Question& question, const Error& error);

 private:
  static Error no_collection();

  ServedCollections collections_;
};

}  // namespace porthole::search
