#pragma once

/// TopicPages: tells which pages of a repository are on topic (topics/on_topic.h).

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
  /// Reads the table of pages in one pass, without their texts. Errors: the repository's.
  static Result<TopicPages> read(const collection::Collection& collection, repository::Repository& repository);

  /// Whether `page` is on topic; absent for a page without a summary (a duplicate, or one that asks
  /// not to be indexed), and where the specification names no topic.
  std::optional<topics::Standing> standing_of(repository::UrlId page) const;

  /// Calls `each` for every page that has a summary. Without a topic in the specification, all
  /// pages are on topic.
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
