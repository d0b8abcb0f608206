#pragma once

/// Which pages of a collection are on its topic, by what its repository has (topics/on_topic.h).

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "topics/on_topic.h"

namespace porthole::gatherer {

/// Thread safety: const members, any thread.
class TopicPages {
 public:
  /// One pass over the table of pages, without their texts. Errors: the repository's.
  static Result<TopicPages> read(const collection::Collection& collection, repository::Repository& repository);

  /// Nothing for a page that has no summary (a copy, or one that asks not to be indexed), and where the specification names
  /// no topic.
  std::optional<topics::Standing> standing_of(repository::UrlId page) const;

  /// Calls `each` for every page that has a summary. Where the specification names no topic, all are on it.
  void for_each(const std::function<void(const std::string& href, bool on_topic)>& each) const;

 private:
  struct Page {
    repository::UrlId id = 0;
    std::string href, site;
    double relevance = 0;
    bool is_seed = false;
  };
  explicit TopicPages(topics::JudgedBy judge) : sites_(judge) {}

  bool has_topic_ = false;
  topics::TopicalSites sites_;
  std::vector<Page> pages_;  // in order of id
};

}  // namespace porthole::gatherer
