#pragma once

/// Pages, links and summaries for tests of the summarizer.

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "repository/repository.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

inline repository::UrlRecord url(repository::UrlId id, const std::string& href) {
  repository::UrlRecord record;
  record.id = id;
  record.key = record.href = href;
  record.host = record.site = "a.org";
  record.state = repository::UrlState::kFetched;
  return record;
}

inline repository::PageRecord page(repository::UrlId id, const std::string& title) {
  repository::PageRecord record;
  record.id = record.order = id;
  record.fetched_at = WallTime(std::chrono::seconds(1700000000));
  record.digest = "sha1:" + title;
  record.relevance = Relevance(0.5);
  record.document.title = title;
  record.document.text = "text of " + title;
  record.document.media_type = "text/html";
  return record;
}

inline Link link(const std::string& target, const std::string& anchor) {
  Link made;
  made.url = target;
  made.anchor = anchor;
  return made;
}

inline repository::InLink in_link(const std::string& source, double relevance, Link said) {
  repository::InLink in;
  in.source_href = source;
  in.source_relevance = Relevance(relevance);
  in.link = std::move(said);
  return in;
}

/// "page: text (kind)" of each annotation.
inline std::vector<std::string> shown(const std::vector<Annotation>& annotations) {
  std::vector<std::string> lines;
  for (const Annotation& a : annotations) {
    lines.push_back(a.page + ": " + a.text + " (" + std::string(annotation_kind_name(a.kind)) +
                    ")");
  }
  return lines;
}

inline WallTime day(int number) {
  return WallTime(std::chrono::seconds(1700000000 + 86400 * number));
}

}  // namespace porthole::summarizer
