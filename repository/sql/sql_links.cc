#include "repository/sql/sql_links.h"

#include <algorithm>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

constexpr int kLinkDateCount = 3;  // First seen, last seen, closed: the columns after kLinkColumns.

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

/// Calls `put` with the values of a link, and the dates that its table has.
template <class Put, class... Dates>
Result<void> put_link(const Put& put, const LinkRecord& l, const Dates&... dates) {
  return put(l.source, l.position, l.target, number_of(l.link.element),
             null_if_empty(l.link.anchor), null_if_empty(l.link.title), null_if_empty(l.link.alt),
             null_if_empty(l.link.name), null_if_empty(l.link.onmouseover),
             null_if_empty(l.link.rel), null_if_empty(l.link.before), null_if_empty(l.link.after),
             null_if_empty(l.link.heading), null_if_empty(l.link.fragment), number_of(l.link.place),
             dates...);
}

BulkPlan plan_of_links() {
  return {BulkPlan::Kind::kInsert,
          "link",
          {{"source", ColumnType::kBig},
           {"position", ColumnType::kInteger},
           {"target", ColumnType::kBig},
           {"element", ColumnType::kSmall},
           {"anchor", ColumnType::kText},
           {"title", ColumnType::kText},
           {"alt", ColumnType::kText},
           {"name", ColumnType::kText},
           {"onmouseover", ColumnType::kText},
           {"rel", ColumnType::kText},
           {"before", ColumnType::kText},
           {"after", ColumnType::kText},
           {"heading", ColumnType::kText},
           {"fragment", ColumnType::kText},
           {"place", ColumnType::kSmall},
           {"first_seen", ColumnType::kBig}}};
}

/// Links have a key: of those of one source and position the last is written.
std::vector<const LinkRecord*> without_repeats(const std::vector<LinkRecord>& links) {
  std::vector<const LinkRecord*> sorted;
  sorted.reserve(links.size());
  for (const LinkRecord& link : links) sorted.push_back(&link);
  const auto place = [](const LinkRecord* link) { return std::pair(link->source, link->position); };
  std::ranges::stable_sort(sorted, {}, place);
  std::vector<const LinkRecord*> out;
  out.reserve(sorted.size());
  for (const LinkRecord* link : sorted) {
    if (!out.empty() && place(out.back()) == place(link)) {
      out.back() = link;
    } else {
      out.push_back(link);
    }
  }
  return out;
}

const std::string kOpenDates = ", coalesce(l.first_seen, p.fetched_at), p.fetched_at, 0";
const std::string kClosedDates = ", l.first_seen, l.last_seen, l.closed";

// In-links of the page include those of redirects, scheme twins and duplicates of the page. Links
// from a duplicate do not count: its original has them.
std::string in_links_of(Dialect dialect, const std::string& table, const std::string& dates) {
  return same_pages(dialect, seed_of_one(dialect)) + " SELECT " + kLinkColumns + dates +
         ", coalesce(s.href, s.key), p.title, s.site, p.relevance, c.authority FROM same JOIN " +
         table +
         " l ON l.target = same.id JOIN url t ON t.id = l.target"
         " JOIN url s ON s.id = l.source JOIN page p ON p.id = l.source"
         " LEFT JOIN score c ON c.page = l.source"
         " WHERE p.duplicate_of = 0 AND l.source <> ?1 ORDER BY l.source, l.position";
}

std::string out_links_of(const std::string& table, const std::string& dates) {
  return "SELECT " + kLinkColumns + dates + " FROM " + table +
         " l JOIN url t ON t.id = l.target JOIN page p ON p.id = l.source WHERE l.source = ? "
         "ORDER BY l.position";
}

}  // namespace

SqlLinks::SqlLinks(Database& database)
    : database_(database),
      select_in_links_(database.prepare(in_links_of(database.dialect(), "link", kOpenDates))),
      select_out_links_(database.prepare(out_links_of("link", kOpenDates))),
      select_closed_in_links_(
          database.prepare(in_links_of(database.dialect(), "closed_link", kClosedDates))),
      select_closed_out_links_(database.prepare(out_links_of("closed_link", kClosedDates))) {}

LinkRecord SqlLinks::read_dated(const Statement& row) {
  LinkRecord record = read_link(row);
  record.first_seen = row.time(kLinkColumnCount);
  record.last_seen = row.time(kLinkColumnCount + 1);
  record.closed = row.time(kLinkColumnCount + 2);
  return record;
}

Result<std::vector<InLink>> SqlLinks::read_in_links(Statement& select, UrlId id) {
  std::vector<InLink> out;
  select.bind_all(id);
  while (select.step()) {
    const Statement& row = select;
    LinkRecord record = read_dated(row);
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
  if (select.failed()) return select.error();
  return out;
}

Result<std::vector<LinkRecord>> SqlLinks::read_out_links(Statement& select, UrlId id) {
  std::vector<LinkRecord> out;
  select.bind_all(id);
  while (select.step()) out.push_back(read_dated(select));
  if (select.failed()) return select.error();
  return out;
}

Result<std::vector<InLink>> SqlLinks::in_links(UrlId id) {
  return read_in_links(select_in_links_, id);
}

Result<std::vector<InLink>> SqlLinks::closed_in_links(UrlId id) {
  return read_in_links(select_closed_in_links_, id);
}

Result<std::vector<LinkRecord>> SqlLinks::out_links(UrlId id) {
  return read_out_links(select_out_links_, id);
}

Result<std::vector<LinkRecord>> SqlLinks::closed_out_links(UrlId id) {
  return read_out_links(select_closed_out_links_, id);
}

Result<void> SqlLinks::for_each(
    const std::function<bool(const std::string&, const LinkRecord&)>& visit) {
  Statement select =
      database_.scan("SELECT " + kLinkColumns +
                     ", coalesce(s.href, s.key) FROM page p JOIN link l ON l.source = p.id "
                     "JOIN url t ON t.id = l.target"
                     " JOIN url s ON s.id = l.source ORDER BY p.fetch_order, l.position");
  while (select.step()) {
    if (!visit(select.text(kLinkColumnCount), read_link(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

Statement SqlLinks::open_links(const std::string& columns, const std::string& condition) {
  Statement links = database_.scan(
      "SELECT " + columns +
      " FROM page p JOIN link l ON l.source = p.id JOIN url t ON t.id = l.target"
      " WHERE (t.state IN (?1, ?2) OR (t.state = ?3 AND t.reason IN (?4, ?5, ?6)))" +
      (condition.empty() ? "" : " AND " + condition) + " ORDER BY p.fetch_order, l.position");
  links.bind_all(number_of(UrlState::kQueued), number_of(UrlState::kAlias),
                 number_of(UrlState::kDropped), number_of(DropReason::kThreshold),
                 number_of(DropReason::kNofollow), number_of(DropReason::kCopy));
  return links;
}

Result<void> SqlLinks::for_each_open(const std::string& condition,
                                     const std::function<void(const LinkRecord&)>& visit) {
  Statement links = open_links(kLinkColumns, condition);
  while (links.step()) visit(read_link(links));
  if (links.failed()) return links.error();
  return {};
}

Result<void> SqlLinks::for_each_open_citation(const std::string& condition,
                                              const std::function<void(UrlId, UrlId)>& visit) {
  Statement links = open_links("l.source, l.target", condition);
  while (links.step()) visit(links.integer(0), links.integer(1));
  if (links.failed()) return links.error();
  return {};
}

Result<void> SqlLinks::for_each_in_order(const std::string& condition,
                                         const std::function<void(const LinkRecord&)>& visit) {
  Statement links = database_.scan(
      "SELECT " + kLinkColumns +
      " FROM page p JOIN link l ON l.source = p.id JOIN url t ON t.id = l.target" +
      (condition.empty() ? "" : " WHERE " + condition) + " ORDER BY p.fetch_order, l.position");
  while (links.step()) visit(read_link(links));
  if (links.failed()) return links.error();
  return {};
}

Result<void> SqlLinks::for_each_citation(const std::function<void(UrlId, UrlId)>& visit) {
  Statement links = database_.scan("SELECT source, target FROM link");
  while (links.step()) visit(links.integer(0), links.integer(1));
  if (links.failed()) return links.error();
  return {};
}

Result<void> SqlLinks::take_former(UrlId page, FormerLinks& former) {
  TRY_AS(links, out_links(page));
  for (LinkRecord& record : *links) {
    std::string key = key_of(record.target, record.link);
    former.by_key.try_emplace(std::move(key), FormerLink{std::move(record)});
  }
  Statement closed =
      database_.prepare("SELECT " + kLinkColumns +
                        ", l.first_seen, l.last_seen, l.closed, l.rowid FROM closed_link l"
                        " JOIN url t ON t.id = l.target WHERE l.source = ?");
  closed.bind_all(page);
  while (closed.step()) {
    LinkRecord record = read_dated(closed);
    std::string key = key_of(record.target, record.link);
    former.by_key.try_emplace(
        std::move(key),
        FormerLink{std::move(record), closed.integer(kLinkColumnCount + kLinkDateCount)});
  }
  if (closed.failed()) return closed.error();
  return database_.prepare("DELETE FROM link WHERE source = ?").bind_all(page).run();
}

Result<SqlLinks::Refetched> SqlLinks::take_refetched(const Batch& batch) {
  Refetched refetched;
  if (batch.pages.empty()) return refetched;
  std::vector<UrlId> ids;
  std::unordered_map<UrlId, const PageRecord*> pages;
  for (const PageRecord& page : batch.pages) {
    ids.push_back(page.id);
    pages.emplace(page.id, &page);
  }
  Statement stored =
      database_.prepare("SELECT id, fetched_at, relevance, duplicate_of FROM page WHERE id IN " +
                        list_of(ids.data(), ids.size()));
  while (stored.step()) {
    FormerLinks& former = refetched[stored.integer(0)];
    const PageRecord& now = *pages[stored.integer(0)];
    former.fetched_before = stored.time(1);
    former.fetched_now = now.fetched_at;
    former.source_differs = !is_stated_alike(stored.real(2), now.relevance.value()) ||
                            stored.integer(3) != now.duplicate_of;
  }
  if (stored.failed()) return stored.error();
  for (auto& [page, former] : refetched) {
    TRY(take_former(page, former));
  }
  return refetched;
}

// Closes links that are gone and reopens links that are back. Targets whose links are as they were
// stay as they are.
Result<void> SqlLinks::settle_former(FormerLinks& former) {
  prepare_to_write();
  for (const auto& [key, link] : former.by_key) {
    const LinkRecord& l = link.record;
    const bool is_said = former.said_again.contains(key);
    if (is_said && link.closed_row != 0) {
      TRY(database_.prepare("DELETE FROM closed_link WHERE rowid = ?")
              .bind_all(link.closed_row)
              .run());
    }
    if (is_said || link.closed_row != 0) continue;
    former.links_differ = true;
    const auto close = [&](const auto&... values) {
      return insert_closed_->bind_all(values...).run();
    };
    auto done = put_link(close, l, l.first_seen, former.fetched_before, former.fetched_now);
    if (done) done = mark_told_stale(l.target);
    if (!done) return done;
  }
  return {};
}

Result<void> SqlLinks::write_unchanged(const Batch& batch) {
  if (batch.unchanged.empty()) return {};
  Statement keep = database_.prepare(
      "UPDATE link SET first_seen = (SELECT fetched_at FROM page WHERE id = ?1) WHERE source = ?1 "
      "AND first_seen IS NULL");
  Statement date = database_.prepare("UPDATE page SET fetched_at = ? WHERE id = ?");
  for (const auto& [page, at] : batch.unchanged) {
    auto done = keep.bind_all(page).run();
    if (done) done = date.bind_all(at, page).run();
    if (!done) return done;
  }
  return {};
}

void SqlLinks::prepare_to_write() {
  if (insert_) return;
  insert_.emplace(database_.bulk(plan_of_links()));
  insert_closed_.emplace(database_.prepare(
      "INSERT INTO closed_link (source, position, target, element, anchor, title, alt, name,"
      " onmouseover, rel, before, after, heading, fragment, place, first_seen, last_seen, closed)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  mark_told_stale_.emplace(
      database_.prepare(mark_told(database_.dialect(), seed_of_one(database_.dialect()))));
}

// Former links are in the way where a redirect became a page, or leads elsewhere now.
Result<void> SqlLinks::free_places(const Batch& batch,
                                   const std::vector<const LinkRecord*>& links) {
  std::unordered_set<UrlId> pages;
  for (const PageRecord& page : batch.pages) pages.insert(page.id);
  std::vector<UrlId> sources;
  for (const LinkRecord* link : links) {
    if (pages.contains(link->source)) {
      if (sources.empty() || sources.back() != link->source) sources.push_back(link->source);
      continue;
    }
    TRY(database_.prepare("DELETE FROM link WHERE source = ? AND position = ?")
            .bind_all(link->source, link->position)
            .run());
  }
  return run_for_ids(database_, "DELETE FROM link WHERE source IN ", sources);
}

Result<void> SqlLinks::write(const Batch& batch, Refetched& refetched) {
  prepare_to_write();
  const std::vector<const LinkRecord*> links = without_repeats(batch.links);
  if (auto freed = free_places(batch, links); !freed) return freed;
  for (const LinkRecord* link : links) {
    const LinkRecord& l = *link;
    std::optional<WallTime> first_seen;
    if (const auto former = refetched.find(l.source); former != refetched.end()) {
      TRY_AS(seen, say_again(former->second, l));
      first_seen = *seen;
    }
    const auto add = [&](const auto&... values) { return insert_->add(values...); };
    if (auto done = put_link(add, l, first_seen); !done) return done;
  }
  if (auto done = insert_->finish(); !done) return done;
  for (auto& [page, former] : refetched) {
    TRY(settle_former(former));
    if (former.links_differ) TRY(mark_told_stale(page));
  }
  return {};
}

// Returns when the link was first seen, if its page had it before.
Result<std::optional<WallTime>> SqlLinks::say_again(FormerLinks& former, const LinkRecord& link) {
  const auto [place, is_first] = former.said_again.insert(key_of(link.target, link.link));
  const auto before = former.by_key.find(*place);
  const bool was_there = before != former.by_key.end();
  const bool is_as_before = was_there && before->second.closed_row == 0 &&
                            before->second.record.link.place == link.link.place;
  former.links_differ |= !is_as_before;
  if (is_first && (!is_as_before || former.source_differs)) TRY(mark_told_stale(link.target));
  return was_there ? std::optional(before->second.record.first_seen) : std::nullopt;
}

Result<void> SqlLinks::close_links_of(UrlId page, WallTime fetched_before, WallTime now) {
  FormerLinks former;
  former.fetched_before = fetched_before;
  former.fetched_now = now;
  if (auto done = take_former(page, former); !done) return done;
  return settle_former(former);
}

Result<void> SqlLinks::mark_told_stale(UrlId target) {
  prepare_to_write();
  return mark_told_stale_->bind_all(target).run();
}

}  // namespace porthole::repository
