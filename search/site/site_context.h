#pragma once

/// What every part of the site needs: the collections, turns to work in, answers that were given before, the frame of a page, and
/// errors as pages.
///
/// Thread safety: any thread. This header is the room's own.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/site/answer_cache.h"
#include "http/etag.h"
#include "search/site/pages.h"
#include "search/site/question.h"
#include "search/site/served_collections.h"
#include "search/site/turns.h"

namespace porthole::search {

class SiteContext {
 public:
  explicit SiteContext(std::vector<ServedCollection> collections);

  ServedCollections& collections() { return collections_; }

  /// `question`: null where a request could not be read so far; `pages`: in the index of the collection that was asked for.
  Frame frame_of(const Question* question, std::optional<std::int64_t> pages) const;
  /// The same, with what the index says.
  Frame frame(const Question& question);

  /// What `use` makes of a searcher of the collection that was asked for. Errors: kNotFound when there is none.
  template <class Use>
  auto with_searcher(const Question& question, Use use) -> decltype(use(std::declval<Searcher&>())) {
    SearcherPool* searchers = collections_.searchers(question.collection());
    if (searchers != nullptr) return searchers->with_searcher(use);
    return fail(no_collection());
  }

  /// What `make` makes of the question, when its turn has come.
  template <class Make>
  Response in_turn(const Question& question, Make make) {
    const Turns::Turn mine = turns_.take();
    return make(*this, question);
  }
  /// The same; for an answer that is made of the question and what the indexes have: kept until one of them changes or others push
  /// it out, and named by what it says.
  template <class Make>
  Response kept(const Question& question, Make make) {
    SearcherPool* searchers = collections_.searchers(question.collection());
    const std::string commits = searchers == nullptr ? "" : searchers->commits();
    if (commits.empty()) return in_turn(question, make);
    const std::string key = commits + std::string(question.origin) + std::string(question.target);
    if (const auto known = answers_.find(key)) return *known;
    const Turns::Turn mine = turns_.take();
    if (const auto known = answers_.find(key)) return *known;  // another one who asked has had it made
    Response answer = make(*this, question);
    if (answer.status != 200 || !answer.is_whole) return answer;
    answer.etag = http::etag_of(answer.body);
    answers_.keep(key, answer);
    return answer;
  }

  /// A page for a status without content of its own; with `question`, the query stays in its box. Asks no index: it may be what
  /// is broken.
  Response message(int status, const Question* question) const;
  /// A page for what is not there. `text`: a sentence.
  Response not_found(const Question& question, const std::string& text) const;
  /// A page for an error of a search.
  Response error_page(const Question& question, const Error& error);

 private:
  static Error no_collection();

  ServedCollections collections_;
  AnswerCache answers_;
  Turns turns_;
};

}  // namespace porthole::search
