#include "repository/sqlite/sqlite_pages.h"

#include <utility>

#include "repository/block_blob.h"
#include "repository/sqlite/rows.h"

namespace porthole::repository {
namespace {

// The property that names the class of the resource.
constexpr std::string_view kType = "rdf:type";

}  // namespace

SqlitePages::SqlitePages(Database& database)
    : database_(database),
      select_(database,
              "SELECT " + kPageColumns +
                  ", x.text FROM page p LEFT JOIN page_text x ON x.id = p.id WHERE p.id = ?"),
      select_properties_(
          database, "SELECT name, value, kind FROM page_property WHERE page = ? ORDER BY position"),
      select_blocks_(database, "SELECT page_type, blocks FROM page_block WHERE page = ?"),
      select_names_(database,
                    "SELECT '', title, -1 AS place FROM page WHERE id = ?1 UNION ALL SELECT name, "
                    "value, position FROM page_property WHERE page = ?1 AND name IN ('heading', '" +
                        std::string(kOtherTitle) + "') ORDER BY place") {}

Result<std::optional<PageRecord>> SqlitePages::get(UrlId id) {
  select_.bind_all(id);
  std::optional<PageRecord> found;
  if (select_.step()) {
    found = read_page(select_);
    found->document.text = select_.text(kPageColumnCount);
  }
  if (select_.failed()) return select_.error();
  select_.reset();
  if (found) {
    if (auto read = read_properties(id, found->document); !read) return fail(read.error());
    if (auto read = read_blocks_of(id, found->document); !read) return fail(read.error());
  }
  return found;
}

Result<std::vector<Block>> SqlitePages::blocks(UrlId id) {
  Document document;
  if (auto read = read_blocks_of(id, document); !read) return fail(read.error());
  return std::move(document.blocks);
}

Result<Pages::Names> SqlitePages::names(UrlId id) {
  Names names;
  select_names_.bind_all(id);
  while (select_names_.step()) {
    const std::string_view name = select_names_.view(0);
    if (name.empty()) {
      names.title = select_names_.text(1);
    } else {
      (name == kOtherTitle ? names.other_titles : names.headings).push_back(select_names_.text(1));
    }
  }
  if (select_names_.failed()) return select_names_.error();
  select_names_.reset();
  return names;
}

Result<void> SqlitePages::for_each(const Filter& filter, const Visit& visit) {
  Statement select = database_.prepare(
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

Result<std::map<std::string, std::vector<UrlId>, std::less<>>> SqlitePages::by_site() {
  std::map<std::string, std::vector<UrlId>, std::less<>> pages;
  Statement rows = database_.prepare(
      "SELECT u.site, p.id FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 ORDER BY "
      "p.id");
  while (rows.step()) pages[rows.text(0)].push_back(rows.integer(1));
  if (rows.failed()) return rows.error();
  return pages;
}

Result<std::vector<FailureRecord>> SqlitePages::failures() {
  std::vector<FailureRecord> out;
  Statement select = database_.prepare(
      "SELECT page, failures, first, last, reason, gone FROM page_failure ORDER BY page");
  while (select.step()) {
    out.push_back({select.integer(0), select.small(1), select.time(2), select.time(3),
                   static_cast<DropReason>(select.small(4)), select.time(5)});
  }
  if (select.failed()) return select.error();
  return out;
}

Result<void> SqlitePages::write(const Batch& batch) {
  if (!insert_) {
    insert_.emplace(
        database_,
        "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (id) DO UPDATE SET"
        " fetched_at = excluded.fetched_at, http_status = excluded.http_status, etag = "
        " excluded.etag, last_modified = excluded.last_modified, digest = excluded.digest, "
        " bytes = excluded.bytes, truncated = excluded.truncated, relevance = "
        " excluded.relevance, relevant = excluded.relevant, topic = excluded.topic, "
        " duplicate_of = excluded.duplicate_of, noindex = excluded.noindex, nosnippet = "
        " excluded.nosnippet, noarchive = excluded.noarchive, archive_file = "
        " excluded.archive_file, archive_offset = excluded.archive_offset, parse_status = "
        " excluded.parse_status, parse_detail = excluded.parse_detail, title = "
        " excluded.title, description = excluded.description, language = "
        " excluded.language, charset = excluded.charset, media_type = excluded.media_type, "
        " canonical = excluded.canonical, published = excluded.published, modified = "
        " excluded.modified, links_cut = excluded.links_cut,"
        " stale = page.stale + 1");
    insert_text_.emplace(database_, "INSERT OR REPLACE INTO page_text VALUES (?, ?)");
    put_importance_.emplace(database_, "INSERT OR REPLACE INTO page_importance VALUES (?, ?)");
  }
  for (const PageRecord& p : batch.pages) {
    const Document& d = p.document;
    auto done = insert_
                    ->bind_all(p.id, p.order, p.fetched_at, p.http_status, p.etag, p.last_modified,
                               p.digest, p.bytes, p.truncated, p.relevance.value(), p.relevant,
                               p.topic, p.duplicate_of, p.noindex, p.nosnippet, p.noarchive,
                               p.archive_file, p.archive_offset, static_cast<int>(d.status),
                               d.status_detail, d.title, d.description, d.language, d.charset,
                               d.media_type, d.canonical, d.published, d.modified, d.links_cut)
                    .run();
    if (done) done = insert_text_->bind_all(p.id, d.text).run();
    if (done) done = write_properties(p.id, d);
    if (done) done = write_blocks_of(p.id, d);
    if (done && p.importance) done = put_importance_->bind_all(p.id, *p.importance).run();
    if (!done) return done;
  }
  return {};
}

Result<void> SqlitePages::mark_stale(const Batch& batch) {
  if (!mark_stale_) {
    mark_stale_.emplace(database_, "UPDATE page SET stale = stale + 1 WHERE id = ?");
  }
  for (const UrlId id : batch.stale) {
    if (auto done = mark_stale_->bind_all(id).run(); !done) return done;
  }
  return {};
}

Result<void> SqlitePages::write_properties(UrlId page, const Document& document) {
  if (!insert_property_) {
    insert_property_.emplace(database_, "INSERT INTO page_property VALUES (?, ?, ?, ?, ?)");
    delete_properties_.emplace(database_, "DELETE FROM page_property WHERE page = ?");
  }
  if (auto done = delete_properties_->bind_all(page).run(); !done) return done;
  int position = 0;
  const auto write = [&](std::string_view name, std::string_view value, PropertyKind kind) {
    return insert_property_->bind_all(page, position++, name, value, static_cast<int>(kind)).run();
  };
  if (!document.resource_class.empty()) {
    if (auto done = write(kType, document.resource_class, PropertyKind::kUri); !done) return done;
  }
  for (const Property& property : document.properties) {
    if (auto done = write(property.name, property.value, property.kind); !done) return done;
  }
  return {};
}

Result<void> SqlitePages::read_properties(UrlId page, Document& document) {
  select_properties_.bind_all(page);
  while (select_properties_.step()) {
    const Statement& row = select_properties_;
    if (row.view(0) == kType) {
      document.resource_class = row.text(1);
    } else {
      document.properties.push_back(
          {row.text(0), row.text(1), static_cast<PropertyKind>(row.small(2))});
    }
  }
  if (select_properties_.failed()) return select_properties_.error();
  select_properties_.reset();
  return {};
}

Result<void> SqlitePages::write_blocks_of(UrlId page, const Document& document) {
  if (!insert_blocks_) {
    insert_blocks_.emplace(database_, "INSERT OR REPLACE INTO page_block VALUES (?, ?, ?)");
    delete_blocks_.emplace(database_, "DELETE FROM page_block WHERE page = ?");
  }
  if (document.blocks.empty()) return delete_blocks_->bind_all(page).run();
  const std::string blob = write_blocks(document.blocks);
  return insert_blocks_->bind_all(page, static_cast<int>(document.page_type), blob).run();
}

// A damaged blob counts as none: the content of the page is its whole text then.
Result<void> SqlitePages::read_blocks_of(UrlId page, Document& document) {
  select_blocks_.bind_all(page);
  const bool is_there = select_blocks_.step();
  if (select_blocks_.failed()) return select_blocks_.error();
  if (is_there) {
    auto blocks = read_blocks(select_blocks_.view(1));
    const int type = select_blocks_.small(0);
    if (blocks && type >= 0 && type <= static_cast<int>(PageType::kService)) {
      document.page_type = static_cast<PageType>(type);
      document.blocks = std::move(*blocks);
    }
  }
  select_blocks_.reset();
  return {};
}

}  // namespace porthole::repository
