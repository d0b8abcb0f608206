// Read access for later modules (URLs, pages, links, counts), and removal of pages.

#include "repository/sqlite_repository.h"

namespace porthole::repository {

Result<std::optional<UrlRecord>> SqliteRepository::url(UrlId id) {
  select_url_->bind_all(id);
  std::optional<UrlRecord> found;
  if (select_url_->step()) found = read_url(*select_url_);
  if (select_url_->failed()) return select_url_->error();
  select_url_->reset();
  return found;
}

Result<std::optional<UrlRecord>> SqliteRepository::find_url(std::string_view key) {
  Statement select = database_->prepare("SELECT " + kUrlColumns + " FROM url u WHERE key = ?");
  select.bind_all(key);
  if (select.step()) return std::optional<UrlRecord>(read_url(select));
  if (select.failed()) return select.error();
  return std::optional<UrlRecord>();
}

Result<std::optional<PageRecord>> SqliteRepository::page(UrlId id) {
  select_page_->bind_all(id);
  std::optional<PageRecord> found;
  if (select_page_->step()) {
    found = read_page(*select_page_);
    found->document.text = select_page_->text(kPageColumnCount);
  }
  if (select_page_->failed()) return select_page_->error();
  select_page_->reset();
  if (found) {
    if (auto read = read_properties(id, found->document); !read) return fail(read.error());
  }
  return found;
}

Result<void> SqliteRepository::for_each_page(const PageFilter& filter, const PageVisit& visit) {
  Statement select = database_->prepare(
      "SELECT " + kUrlColumns + ", " + kPageColumns +
      ", (SELECT count(*) FROM link l WHERE l.target = p.id),"
      " (SELECT count(*) FROM link l WHERE l.source = p.id), " +
      (filter.with_text ? "(SELECT text FROM page_text x WHERE x.id = p.id)" : "''") +
      " FROM page p JOIN url u ON u.id = p.id WHERE (?1 = 0 OR p.relevant <> 0) AND (?2 = 0 OR "
      "u.seed = 0)"
      " ORDER BY p.fetch_order");
  select.bind_all(filter.relevant_only, filter.without_seeds);
  while (select.step()) {
    const int after = kUrlColumnCount + kPageColumnCount;
    PageRecord page = read_page(select, kUrlColumnCount);
    page.document.text = select.text(after + 2);
    if (!visit(read_url(select), page, select.integer(after), select.integer(after + 1))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

Result<void> SqliteRepository::for_each_url(const std::function<bool(const UrlRecord&)>& visit) {
  Statement select = database_->prepare("SELECT " + kUrlColumns + " FROM url u ORDER BY id");
  while (select.step()) {
    if (!visit(read_url(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

Result<void> SqliteRepository::for_each_link(
    const std::function<bool(const std::string&, const LinkRecord&)>& visit) {
  Statement select =
      database_->prepare("SELECT " + kLinkColumns +
                         ", coalesce(s.href, s.key) FROM page p JOIN link l ON l.source = p.id "
                         "JOIN url t ON t.id = l.target"
                         " JOIN url s ON s.id = l.source ORDER BY p.fetch_order, l.position");
  while (select.step()) {
    if (!visit(select.text(kLinkColumnCount), read_link(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

Result<Counts> SqliteRepository::counts() {
  Counts counts;
  Statement states = database_->prepare("SELECT state, count(*) FROM url GROUP BY state");
  while (states.step()) {
    const std::int64_t count = states.integer(1);
    counts.urls += count;
    switch (static_cast<UrlState>(states.small(0))) {
      case UrlState::kQueued:
        counts.queued = count;
        break;
      case UrlState::kFetched:
        counts.fetched = count;
        break;
      case UrlState::kAlias:
        counts.alias = count;
        break;
      case UrlState::kDropped:
        counts.dropped = count;
        break;
      case UrlState::kNew:
        break;
    }
  }
  if (states.failed()) return states.error();
  Statement rest = database_->prepare(
      std::string("SELECT (SELECT count(*) FROM page WHERE relevant <> 0), (SELECT count(*) FROM "
                  "page WHERE duplicate_of <> 0),") +
      " (SELECT count(*) FROM link), (SELECT count(*) FROM host), (SELECT count(DISTINCT site) "
      "FROM url WHERE state = 1),"
      " (SELECT count(*) FROM summary WHERE removed = 0),"
      " (SELECT count(*) FROM page WHERE stale <> 0 AND duplicate_of = 0 AND noindex = 0" +
      kNotGone +
      "), (SELECT count(*) FROM page_failure WHERE gone = 0),"
      " (SELECT count(*) FROM page_failure WHERE gone <> 0)");
  if (!rest.step()) return rest.error();
  counts.relevant = rest.integer(0);
  counts.duplicates = rest.integer(1);
  counts.links = rest.integer(2);
  counts.hosts = rest.integer(3);
  counts.sites = rest.integer(4);
  counts.summaries = rest.integer(5);
  counts.stale = rest.integer(6);
  counts.failing = rest.integer(7);
  counts.gone = rest.integer(8);
  Statement reasons = database_->prepare(
      "SELECT reason, count(*), state FROM url WHERE state IN (2, 3) GROUP BY state, reason"
      " ORDER BY count(*) DESC, reason");
  while (reasons.step()) {
    auto& list = static_cast<UrlState>(reasons.small(2)) == UrlState::kAlias ? counts.alias_reasons
                                                                             : counts.reasons;
    list.emplace_back(static_cast<DropReason>(reasons.small(0)), reasons.integer(1));
  }
  if (reasons.failed()) return reasons.error();
  return counts;
}

Result<std::vector<UrlRecord>> SqliteRepository::queue_head(int count) {
  Statement select = database_->prepare(
      "SELECT " + kUrlColumns + " FROM url u WHERE state = 0 ORDER BY priority DESC, id LIMIT ?");
  select.bind_all(count);
  std::vector<UrlRecord> out;
  while (select.step()) out.push_back(read_url(select));
  if (select.failed()) return select.error();
  return out;
}

Result<std::int64_t> SqliteRepository::rank_of(UrlId id) {
  Statement select = database_->prepare(
      "SELECT count(*) FROM url u, url me WHERE me.id = ? AND me.state = 0 AND u.state = 0"
      " AND (u.priority > me.priority OR (u.priority = me.priority AND u.id <= me.id))");
  select.bind_all(id);
  if (!select.step()) return select.error();
  return select.integer(0);
}

Result<Repository::Removed> SqliteRepository::remove_url(std::string_view key) {
  return remove_where("key = ?1", key);
}

Result<Repository::Removed> SqliteRepository::remove_host(std::string_view host) {
  return remove_where("host = ?1", host);
}

// Temporary tables of the rows to delete, with everything that depends on them, and of the rows
// that change as a consequence.
Result<void> SqliteRepository::choose(const std::string& condition, std::string_view value) {
  for (const std::string& sql : std::initializer_list<std::string>{
           "CREATE TEMP TABLE IF NOT EXISTS chosen (id INTEGER PRIMARY KEY)",
           "CREATE TEMP TABLE IF NOT EXISTS heir (id INTEGER PRIMARY KEY, original INTEGER)",
           "DELETE FROM chosen", "DELETE FROM heir"}) {
    if (auto done = database_->execute(sql); !done) return done;
  }
  Statement choosing = database_->prepare(
      "WITH RECURSIVE same (id) AS (SELECT id FROM url WHERE " + condition +
      " UNION SELECT u.id FROM same JOIN url u ON u.alias_of = same.id WHERE u.alias_of <> 0)"
      " INSERT INTO chosen SELECT id FROM same");
  if (auto done = choosing.bind_all(value).run(); !done) return done;
  // SQLite: beside min(), the other columns are those of the row that has it.
  return database_->execute(
      "INSERT INTO heir (id, original) SELECT id, duplicate_of FROM"
      " (SELECT id, duplicate_of, min(fetch_order) FROM page"
      "  WHERE duplicate_of IN (SELECT id FROM chosen) AND id NOT IN (SELECT id FROM chosen)"
      "  GROUP BY duplicate_of)");
}

Result<Repository::Removed> SqliteRepository::remove_where(const std::string& condition,
                                                           std::string_view value) {
  Removed removed;
  auto done = database_->transaction([&]() -> Result<void> {
    if (auto chosen = choose(condition, value); !chosen) return chosen;
    Statement places = database_->prepare(
        "SELECT archive_file, archive_offset FROM page WHERE id IN (SELECT id FROM chosen)");
    while (places.step()) {
      ++removed.pages;
      if (!places.view(0).empty()) removed.archive.emplace_back(places.text(0), places.integer(1));
    }
    if (places.failed()) return places.error();
    for (const char* sql : {
             // The oldest duplicate of a removed page becomes the original of the others.
             "UPDATE page SET duplicate_of = heir.id FROM heir WHERE page.duplicate_of = "
             "heir.original",
             "UPDATE page SET duplicate_of = 0, stale = stale + 1 WHERE id IN (SELECT id FROM "
             "heir)",
             // Links of a removed page no longer count; those of the new original do.
             "WITH RECURSIVE told (id) AS (SELECT target FROM link WHERE source IN"
             " (SELECT id FROM chosen UNION SELECT id FROM heir)"
             " UNION SELECT target FROM closed_link WHERE source IN (SELECT id FROM chosen)"
             " UNION SELECT u.alias_of FROM told JOIN url u ON u.id = told.id WHERE u.alias_of <> 0"
             " UNION SELECT p.duplicate_of FROM told JOIN page p ON p.id = told.id WHERE "
             "p.duplicate_of <> 0)"
             " UPDATE page SET stale = stale + 1 WHERE id IN (SELECT id FROM told)",
             "UPDATE summary SET rdf = NULL, removed = 1,"
             " serial = (SELECT max(serial) FROM summary) + page WHERE page IN (SELECT id FROM "
             "chosen)",
             "DELETE FROM link WHERE source IN (SELECT id FROM chosen)",
             "DELETE FROM closed_link WHERE source IN (SELECT id FROM chosen)",
             "DELETE FROM score WHERE page IN (SELECT id FROM chosen)",
             "DELETE FROM page_status WHERE page IN (SELECT id FROM chosen)",
             "DELETE FROM page_failure WHERE page IN (SELECT id FROM chosen)",
             "DELETE FROM page_property WHERE page IN (SELECT id FROM chosen)",
             "DELETE FROM page_text WHERE id IN (SELECT id FROM chosen)",
             "DELETE FROM page WHERE id IN (SELECT id FROM chosen)",
         }) {
      if (auto ran = database_->execute(sql); !ran) return ran;
    }
    const UrlStatus removed_url =
        *after({UrlState::kFetched, DropReason::kNone}, UrlEvent::kRemove);
    return database_
        ->prepare(
            "UPDATE url SET detail = iif(alias_of = 0, '', 'it led to a page that was'), state = ?,"
            " reason = ?, alias_of = 0 WHERE id IN (SELECT id FROM chosen)")
        .bind_all(number_of(removed_url.state), number_of(removed_url.reason))
        .run();
  });
  if (!done) return fail(done.error());
  return removed;
}

}  // namespace porthole::repository
