#include "repository/sqlite/rows.h"

namespace porthole::repository {

UrlRecord read_url(const Statement& row, int first) {
  UrlRecord url;
  int c = first;
  url.id = row.integer(c++);
  url.key = row.text(c++);
  url.href = row.is_null(c) ? url.key : row.text(c);
  ++c;
  url.host = row.text(c++);
  url.site = row.text(c++);
  url.state = static_cast<UrlState>(row.small(c++));
  url.reason = static_cast<DropReason>(row.small(c++));
  url.detail = row.text(c++);
  url.priority = row.real(c++);
  url.hops = row.small(c++);
  url.redirects = row.small(c++);
  url.tries = row.small(c++);
  url.not_before = row.time(c++);
  url.seed = row.small(c++) != 0;
  url.found_on = row.integer(c++);
  url.alias_of = row.integer(c++);
  return url;
}

PageRecord read_page(const Statement& row, int first) {
  PageRecord page;
  int c = first;
  page.id = row.integer(c++);
  page.order = row.integer(c++);
  page.fetched_at = row.time(c++);
  page.http_status = row.small(c++);
  page.etag = row.text(c++);
  page.last_modified = row.text(c++);
  page.digest = row.text(c++);
  page.bytes = row.integer(c++);
  page.truncated = row.small(c++) != 0;
  page.relevance = Relevance(row.real(c++));
  page.relevant = row.small(c++) != 0;
  page.topic = row.text(c++);
  page.duplicate_of = row.integer(c++);
  page.noindex = row.small(c++) != 0;
  page.nosnippet = row.small(c++) != 0;
  page.noarchive = row.small(c++) != 0;
  page.archive_file = row.text(c++);
  page.archive_offset = row.integer(c++);
  page.document.status = static_cast<ParseStatus>(row.small(c++));
  page.document.status_detail = row.text(c++);
  page.document.title = row.text(c++);
  page.document.description = row.text(c++);
  page.document.language = row.text(c++);
  page.document.charset = row.text(c++);
  page.document.media_type = row.text(c++);
  page.document.canonical = row.text(c++);
  page.document.published = row.text(c++);
  page.document.modified = row.text(c++);
  page.document.links_cut = static_cast<std::uint32_t>(row.integer(c++));
  if (!row.is_null(c)) page.importance = row.real(c);
  return page;
}

LinkRecord read_link(const Statement& row, int first) {
  LinkRecord record;
  int c = first;
  record.source = row.integer(c++);
  record.position = static_cast<std::uint32_t>(row.integer(c++));
  record.target = row.integer(c++);
  Link& link = record.link;
  link.url = row.text(c++);
  link.element = static_cast<Element>(row.small(c++));
  link.anchor = row.text(c++);
  link.title = row.text(c++);
  link.alt = row.text(c++);
  link.name = row.text(c++);
  link.onmouseover = row.text(c++);
  link.rel = row.text(c++);
  link.before = row.text(c++);
  link.after = row.text(c++);
  link.heading = row.text(c++);
  link.fragment = row.text(c++);
  link.place = static_cast<LinkPlace>(row.small(c++));
  return record;
}

}  // namespace porthole::repository
