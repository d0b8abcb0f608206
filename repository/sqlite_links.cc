// Links and their history: open links, and links closed when their page was fetched again.

#include <utility>

#include "repository/sqlite_repository.h"

namespace porthole::repository {
namespace {

constexpr int kLinkDateCount =
    3;  // First seen, last seen, closed: the columns after link_columns().

/// Identifies a link for deduplication: same target and same annotations.
std::string key_of(UrlId target, const Link& link) {
  std::string key = std::to_string(target) + "/" + std::to_string(static_cast<int>(link.element));
  for (const std::string* text :
       {&link.anchor, &link.title, &link.alt, &link.name, &link.onmouseover, &link.rel,
        &link.before, &link.after, &link.heading, &link.fragment}) {
    key.append("\x1F").append(*text);
  }
  return key;
}

}  // namespace

void SqliteRepository::prepare_link_statements() {
  const std::string open_dates = ", coalesce(l.first_seen, p.fetched_at), p.fetched_at, 0";
  const std::string closed_dates = ", l.first_seen, l.last_seen, l.closed";
  // In-links of the page include those of redirects, scheme twins and duplicates of the page. Links
  // from a duplicate do not count: its original has them.
  const auto in_links_of = [&](const std::string& table, const std::string& dates) {
    return "WITH RECURSIVE same (id) AS (SELECT ?1"
           " UNION SELECT u.id FROM url u, same WHERE u.alias_of = same.id AND u.alias_of <> 0"
           " UNION SELECT d.id FROM page d, same WHERE d.duplicate_of = same.id AND d.duplicate_of "
           "<> 0)"
           " SELECT " +
           kLinkColumns + dates +
           ", coalesce(s.href, s.key), p.title, s.site, p.relevance, c.authority FROM same JOIN " +
           table +
           " l ON l.target = same.id JOIN url t ON t.id = l.target"
           " JOIN url s ON s.id = l.source JOIN page p ON p.id = l.source"
           " LEFT JOIN score c ON c.page = l.source"
           " WHERE p.duplicate_of = 0 AND l.source <> ?1 ORDER BY l.source, l.position";
  };
  const auto out_links_of = [&](const std::string& table, const std::string& dates) {
    return "SELECT " + kLinkColumns + dates + " FROM " + table +
           " l JOIN url t ON t.id = l.target JOIN page p ON p.id = l.source WHERE l.source = ? "
           "ORDER BY l.position";
  };
  select_in_links_.emplace(*database_, in_links_of("link", open_dates));
  select_out_links_.emplace(*database_, out_links_of("link", open_dates));
  select_closed_in_links_.emplace(*database_, in_links_of("closed_link", closed_dates));
  select_closed_out_links_.emplace(*database_, out_links_of("closed_link", closed_dates));
}

LinkRecord SqliteRepository::read_dated_link(const Statement& row) {
  LinkRecord record = read_link(row);
  record.first_seen = row.time(kLinkColumnCount);
  record.last_seen = row.time(kLinkColumnCount + 1);
  record.closed = row.time(kLinkColumnCount + 2);
  return record;
}

Result<std::vector<InLink>> SqliteRepository::read_in_links(std::optional<Statement>& select,
                                                            UrlId id) {
  std::vector<InLink> out;
  select->bind_all(id);
  while (select->step()) {
    const Statement& row = *select;
    LinkRecord record = read_dated_link(row);
    InLink& link = out.emplace_back();
    link.source = record.source;
    link.first_seen = record.first_seen;
    link.last_seen = record.last_seen;
    link.closed = record.closed;
    link.link = std::move(record.link);
    int c = kLinkColumnCount + kLinkDateCount;
    link.source_href = row.text(c++);
    link.source_title = row.text(c++);
    link.source_site = row.text(c++);
    link.source_relevance = Relevance(row.real(c++));
    if (!row.is_null(c)) link.source_authority = row.real(c);
  }
  if (select->failed()) return select->error();
  return out;
}

Result<std::vector<LinkRecord>> SqliteRepository::read_out_links(std::optional<Statement>& select,
                                                                 UrlId id) {
  std::vector<LinkRecord> out;
  select->bind_all(id);
  while (select->step()) out.push_back(read_dated_link(*select));
  if (select->failed()) return select->error();
  return out;
}

Result<std::vector<InLink>> SqliteRepository::in_links(UrlId id) {
  return read_in_links(select_in_links_, id);
}

Result<std::vector<InLink>> SqliteRepository::closed_in_links(UrlId id) {
  return read_in_links(select_closed_in_links_, id);
}

Result<std::vector<LinkRecord>> SqliteRepository::out_links(UrlId id) {
  return read_out_links(select_out_links_, id);
}

Result<std::vector<LinkRecord>> SqliteRepository::closed_out_links(UrlId id) {
  return read_out_links(select_closed_out_links_, id);
}

Result<std::map<std::string, std::vector<UrlId>, std::less<>>> SqliteRepository::pages_by_site() {
  std::map<std::string, std::vector<UrlId>, std::less<>> pages;
  Statement rows = database_->prepare(
      "SELECT u.site, p.id FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 ORDER BY "
      "p.id");
  while (rows.step()) pages[rows.text(0)].push_back(rows.integer(1));
  if (rows.failed()) return rows.error();
  return pages;
}

Result<void> SqliteRepository::take_former_links(UrlId page, FormerLinks& former) {
  Result<std::vector<LinkRecord>> links = out_links(page);
  if (!links) return fail(links.error());
  for (LinkRecord& record : *links) {
    std::string key = key_of(record.target, record.link);
    former.by_key.try_emplace(std::move(key), FormerLink{std::move(record)});
  }
  Statement closed =
      database_->prepare("SELECT " + kLinkColumns +
                         ", l.first_seen, l.last_seen, l.closed, l.rowid FROM closed_link l"
                         " JOIN url t ON t.id = l.target WHERE l.source = ?");
  closed.bind_all(page);
  while (closed.step()) {
    LinkRecord record = read_dated_link(closed);
    std::string key = key_of(record.target, record.link);
    former.by_key.try_emplace(
        std::move(key),
        FormerLink{std::move(record), closed.integer(kLinkColumnCount + kLinkDateCount)});
  }
  if (closed.failed()) return closed.error();
  return database_->prepare("DELETE FROM link WHERE source = ?").bind_all(page).run();
}

Result<SqliteRepository::Refetched> SqliteRepository::take_refetched(const Batch& batch) {
  if (!select_fetched_at_)
    select_fetched_at_.emplace(*database_, "SELECT fetched_at FROM page WHERE id = ?");
  Refetched refetched;
  for (const PageRecord& page : batch.pages) {
    select_fetched_at_->bind_all(page.id);
    if (select_fetched_at_->step()) {
      FormerLinks& former = refetched[page.id];
      former.fetched_before = select_fetched_at_->time(0);
      former.fetched_now = page.fetched_at;
      select_fetched_at_->reset();
      if (auto taken = take_former_links(page.id, former); !taken) return fail(taken.error());
    }
    if (select_fetched_at_->failed()) return select_fetched_at_->error();
  }
  return refetched;
}

// Closes links that are gone and reopens links that are back; their targets become stale.
Result<void> SqliteRepository::settle_former_links(const FormerLinks& former) {
  for (const auto& [key, link] : former.by_key) {
    const LinkRecord& l = link.record;
    const bool is_said = former.said_again.contains(key);
    if (is_said && link.closed_row != 0) {
      auto opened = database_->prepare("DELETE FROM closed_link WHERE rowid = ?")
                        .bind_all(link.closed_row)
                        .run();
      if (!opened) return opened;
    }
    if (is_said || link.closed_row != 0) continue;
    auto done = insert_closed_link_
                    ->bind_all(l.source, l.position, l.target, static_cast<int>(l.link.element),
                               null_if_empty(l.link.anchor), null_if_empty(l.link.title),
                               null_if_empty(l.link.alt), null_if_empty(l.link.name),
                               null_if_empty(l.link.onmouseover), null_if_empty(l.link.rel),
                               null_if_empty(l.link.before), null_if_empty(l.link.after),
                               null_if_empty(l.link.heading), null_if_empty(l.link.fragment),
                               l.first_seen, former.fetched_before, former.fetched_now)
                    .run();
    if (done) done = mark_told_stale_->bind_all(l.target).run();
    if (!done) return done;
  }
  return {};
}

// The targets become stale, as when the page is fetched again.
Result<void> SqliteRepository::write_unchanged(const Batch& batch) {
  if (batch.unchanged.empty()) return {};
  Statement keep = database_->prepare(
      "UPDATE link SET first_seen = (SELECT fetched_at FROM page WHERE id = ?1) WHERE source = ?1 "
      "AND first_seen IS NULL");
  Statement date =
      database_->prepare("UPDATE page SET fetched_at = ?, stale = stale + 1 WHERE id = ?");
  Statement tell = database_->prepare(
      "WITH RECURSIVE told (id) AS (SELECT target FROM link WHERE source = ?1"
      " UNION SELECT u.alias_of FROM told JOIN url u ON u.id = told.id WHERE u.alias_of <> 0"
      " UNION SELECT p.duplicate_of FROM told JOIN page p ON p.id = told.id WHERE p.duplicate_of "
      "<> 0)"
      " UPDATE page SET stale = stale + 1 WHERE id IN (SELECT id FROM told)");
  for (const auto& [page, at] : batch.unchanged) {
    auto done = keep.bind_all(page).run();
    if (done) done = date.bind_all(at, page).run();
    if (done) done = tell.bind_all(page).run();
    if (!done) return done;
  }
  return {};
}

Result<void> SqliteRepository::write_links(const Batch& batch, Refetched& refetched) {
  if (!insert_link_) {
    insert_link_.emplace(
        *database_,
        "INSERT OR REPLACE INTO link (source, position, target, element, anchor, title, alt, name,"
        " onmouseover, rel, before, after, heading, fragment, first_seen)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert_closed_link_.emplace(
        *database_,
        "INSERT INTO closed_link VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    mark_told_stale_.emplace(
        *database_,
        "WITH RECURSIVE told (id) AS (SELECT ?1"
        " UNION SELECT u.alias_of FROM told JOIN url u ON u.id = told.id WHERE u.alias_of <> 0"
        " UNION SELECT p.duplicate_of FROM told JOIN page p ON p.id = told.id WHERE p.duplicate_of "
        "<> 0)"
        " UPDATE page SET stale = stale + 1 WHERE id IN (SELECT id FROM told)");
  }
  for (const LinkRecord& l : batch.links) {
    std::optional<WallTime> first_seen;
    if (const auto former = refetched.find(l.source); former != refetched.end()) {
      std::string key = key_of(l.target, l.link);
      const auto before = former->second.by_key.find(key);
      if (before != former->second.by_key.end()) first_seen = before->second.record.first_seen;
      former->second.said_again.insert(std::move(key));
    }
    auto done =
        insert_link_
            ->bind_all(l.source, l.position, l.target, static_cast<int>(l.link.element),
                       null_if_empty(l.link.anchor), null_if_empty(l.link.title),
                       null_if_empty(l.link.alt), null_if_empty(l.link.name),
                       null_if_empty(l.link.onmouseover), null_if_empty(l.link.rel),
                       null_if_empty(l.link.before), null_if_empty(l.link.after),
                       null_if_empty(l.link.heading), null_if_empty(l.link.fragment), first_seen)
            .run();
    if (!done) return done;
  }
  for (const auto& [page, former] : refetched) {
    if (auto done = settle_former_links(former); !done) return done;
  }
  return {};
}

}  // namespace porthole::repository
