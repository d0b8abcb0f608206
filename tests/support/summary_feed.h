#pragma once

/// Summaries for tests of indexer and search, without a repository behind them.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "summarizer/summary.h"

namespace porthole::test {

/// A SummarySource in memory: every put or remove is a change with the next serial, and replaces
/// an earlier change of the same URL, as a repository would.
class SummaryFeed final : public summarizer::SummarySource {
 public:
  void put(const summarizer::Summary& summary) {
    forget(summary.url);
    changes_.push_back({++serial_, summary.url, false});
    summaries_.insert_or_assign(summary.url, summary);
  }
  /// Records a change of a page whose summary cannot be read.
  void put_damaged(const std::string& url) {
    forget(url);
    changes_.push_back({++serial_, url, false});
    summaries_.insert_or_assign(url, fail(ErrorCode::kStorage, "a stored page is damaged"));
  }
  void remove(const std::string& url) {
    forget(url);
    changes_.push_back({++serial_, url, true});
  }

  Result<std::vector<summarizer::SummaryChange>> changes_after(std::int64_t after,
                                                               int limit) override {
    std::vector<summarizer::SummaryChange> found;
    for (const auto& change : changes_) {
      if (change.serial > after && static_cast<int>(found.size()) < limit) found.push_back(change);
    }
    return found;
  }

  Result<std::optional<summarizer::Summary>> summary_of(const std::string& url) override {
    const auto found = summaries_.find(url);
    if (found == summaries_.end()) return std::optional<summarizer::Summary>();
    ++given_;
    if (!found->second) return fail(found->second.error());
    return std::optional<summarizer::Summary>(*found->second);
  }

  /// Summaries handed out so far.
  int given() const { return given_; }

 private:
  void forget(const std::string& url) {
    std::erase_if(changes_, [&url](const auto& change) { return change.url == url; });
    summaries_.erase(url);
  }

  std::vector<summarizer::SummaryChange> changes_;
  std::map<std::string, Result<summarizer::Summary>> summaries_;
  std::int64_t serial_ = 0;
  int given_ = 0;
};

/// A page with the least that makes one.
inline summarizer::Summary summary_of(std::string url, std::string title, std::string text) {
  summarizer::Summary summary;
  summary.url = std::move(url);
  summary.title = std::move(title);
  summary.text = std::move(text);
  summary.language = "en";
  summary.media_type = "text/html";
  summary.fetched = "2026-11-20T18:20:53Z";
  summary.topic = "Cycling";
  summary.relevance = Relevance(0.5);
  return summary;
}

/// Something said about a page in a link.
inline summarizer::Annotation said(std::string page, std::string text,
                                   AnnotationKind kind = AnnotationKind::kAnchor) {
  summarizer::Annotation annotation;
  annotation.page = std::move(page);
  annotation.text = std::move(text);
  annotation.kind = kind;
  return annotation;
}

}  // namespace porthole::test
