#pragma once

/// Summaries for tests of indexer and search, without a repository behind them.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "summarizer/rdf_writer.h"
#include "summarizer/summary.h"

namespace porthole::test {

/// A SummarySource over a list: every put or remove is a change with the next serial, and replaces
/// an earlier change of the same URL, as a repository would.
class SummaryFeed final : public summarizer::SummarySource {
 public:
  void put(const summarizer::Summary& summary) {
    forget(summary.url);
    changes_.push_back({++serial_, summary.url, summarizer::write_rdf(summary), false});
  }
  void put_rdf(const std::string& url, std::string rdf) {
    forget(url);
    changes_.push_back({++serial_, url, std::move(rdf), false});
  }
  void remove(const std::string& url) {
    forget(url);
    changes_.push_back({++serial_, url, "", true});
  }

  Result<std::vector<summarizer::SummaryChange>> changes_after(std::int64_t after,
                                                               int limit) override {
    std::vector<summarizer::SummaryChange> found;
    for (const auto& change : changes_) {
      if (change.serial > after && static_cast<int>(found.size()) < limit) found.push_back(change);
    }
    given_ += static_cast<int>(found.size());
    return found;
  }

  Result<std::optional<summarizer::SummaryChange>> last_change_of(const std::string& url) {
    for (const auto& change : changes_) {
      if (change.url != url || change.removed) continue;
      ++given_;
      return change;
    }
    return std::optional<summarizer::SummaryChange>();
  }

  /// Changes handed out so far.
  int given() const { return given_; }

 private:
  void forget(const std::string& url) {
    std::erase_if(changes_, [&url](const auto& change) { return change.url == url; });
  }

  std::vector<summarizer::SummaryChange> changes_;
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
