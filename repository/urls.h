#pragma once

/// Urls: reads the URLs of a repository, whatever their state.
///
/// In:  an id, a key.
/// Out: URL records; the queue as of the last commit.
///
/// Errors, threads and ownership: those of Repository.

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

class Urls {
 public:
  virtual ~Urls() = default;

  /// Empty if there is none.
  virtual Result<std::optional<UrlRecord>> get(UrlId id) = 0;
  virtual Result<std::optional<UrlRecord>> find(std::string_view key) = 0;
  /// In order of id. The callback returns false to stop.
  virtual Result<void> for_each(const std::function<bool(const UrlRecord&)>& visit) = 0;

  /// The queued URLs of highest priority.
  virtual Result<std::vector<UrlRecord>> queue_head(int count) = 0;
  /// The place of a URL in the queue, from 1; 0 if it is not queued.
  virtual Result<std::int64_t> rank_of(UrlId id) = 0;
};

}  // namespace porthole::repository
