#include "repository/sql/sql_pages.h"

#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/document.h"
#include "repository/block_blob.h"
#include "repository/sql/rows.h"

namespace porthole::repository {

namespace {

// The property that names the class of the resource.
constexpr std::string_view kType = "rdf:type";

constexpr auto kSmall = ColumnType::kSmall;
constexpr auto kInteger = ColumnType::kInteger;
constexpr auto kBig = ColumnType::kBig;
constexpr auto kReal = ColumnType::kReal;
constexpr auto kText = ColumnType::kText;

/// All columns but the place in the crawl, which a page keeps when it is fetched again.
const std::vector<BulkPlan::Column> kColumns = {{"id", kBig},
                                                {"fetched_at", kBig},
                                                {"http_status", kInteger},
                                                {"etag", kText},
                                                {"last_modified", kText},
                                                {"digest", kText},
                                                {"bytes", kBig},
                                                {"truncated", kSmall},
                                                {"relevance", kReal},
                                                {"relevant", kSmall},
                                                {"topic", kText},
                                                {"duplicate_of", kBig},
                                                {"noindex", kSmall},
                                                {"nosnippet", kSmall},
                                                {"noarchive", kSmall},
                                                {"archive_file", kText},
                                                {"archive_offset", kBig},
                                                {"parse_status", kSmall},
                                                {"parse_detail", kText},
                                                {"title", kText},
                                                {"description", kText},
                                                {"language", kText},
                                                {"charset", kText},
                                                {"media_type", kText},
                                                {"canonical", kText},
                                                {"published", kText},
                                                {"modified", kText},
                                                {"links_cut", kInteger},
                                                {"content_length", kBig}};

Result<void> add_page(Bulk& bulk, const PageRecord& p, const auto&... more) {
  const Document& d = p.document;
  return bulk.add(p.id, p.fetched_at, p.http_status, p.etag, p.last_modified, p.digest, p.bytes,
                  p.truncated, p.relevance.value(), p.relevant, p.topic, p.duplicate_of, p.noindex,
                  p.nosnippet, p.noarchive, p.archive_file, p.archive_offset,
                  static_cast<int>(d.status), d.status_detail, d.title, d.description, d.language,
                  d.charset, d.media_type, d.canonical, d.published, d.modified, d.links_cut,
                  content_length(d), more...);
}

/// The summary of the page states both alike, but for the time of the fetch.
bool says_the_same(const PageRecord& before, const PageRecord& now) {
  const auto said = [](const PageRecord& page) {
    const Document& d = page.document;
    return std::tie(page.digest, page.bytes, page.last_modified, page.relevant, page.topic,
                    page.importance, page.duplicate_of, page.noindex, page.nosnippet,
                    page.noarchive, d.status, d.title, d.text, d.description, d.language,
                    d.media_type, d.canonical, d.published, d.modified, d.page_type, d.blocks,
                    d.resource_class, d.properties);
  };
  return is_stated_alike(before.relevance.value(), now.relevance.value()) &&
         said(before) == said(now);
}

// A page that is stored again with the date that it has was not visited.
constexpr const char* kPut =
    "INSERT INTO page_visit (page, visits, changes, first, last)"
    " SELECT id, 1, CASE WHEN digest = ? THEN 0 ELSE 1 END, fetched_at, CAST(? AS bigint) FROM page"
    " WHERE id = ? AND fetched_at < ?"
    " ON CONFLICT (page) DO UPDATE SET visits = page_visit.visits + 1,"
    " changes = page_visit.changes + excluded.changes, last = excluded.last";
constexpr const char* kPutUnchanged =
    "INSERT INTO page_visit (page, visits, changes, first, last)"
    " SELECT id, 1, 0, fetched_at, CAST(? AS bigint) FROM page WHERE id = ? AND fetched_at < ?"
    " ON CONFLICT (page) DO UPDATE SET visits = page_visit.visits + 1, last = excluded.last";

}  // namespace

SqlPages::SqlPages(Database& database)
    : database_(database),
      select_(database.prepare(
          "SELECT " + kPageColumns +
          ", x.text FROM page p LEFT JOIN page_text x ON x.id = p.id WHERE p.id = ?")),
      select_properties_(database.prepare(
          "SELECT name, value, kind FROM page_property WHERE page = ? ORDER BY position")),
      select_blocks_(database.prepare("SELECT page_type, blocks FROM page_block WHERE page = ?")),
      select_names_(database.prepare(
          "SELECT '', title, -1 AS place FROM page WHERE id = ?1 UNION ALL SELECT name, value, "
          "position FROM page_property WHERE page = ?1 AND name IN ('heading', '" +
          std::string(kOtherTitle) + "') ORDER BY place")) {}

Result<std::optional<PageRecord>> SqlPages::get(UrlId id) {
  select_.bind_all(id);
  std::optional<PageRecord> found;
  if (select_.step()) {
    found = read_page(select_);
    found->document.text = select_.text(kPageColumnCount);
  }
  if (select_.failed()) return select_.error();
  select_.reset();
  if (found) {
    TRY(read_properties(id, found->document));
    TRY(read_blocks_of(id, found->document));
  }
  return found;
}

Result<std::vector<Block>> SqlPages::blocks(UrlId id) {
  Document document;
  TRY(read_blocks_of(id, document));
  return std::move(document.blocks);
}

Result<Pages::Names> SqlPages::names(UrlId id) {
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

Result<void> SqlPages::for_each(const Filter& filter, const Visit& visit) {
  Statement select = database_.scan(
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

Result<std::map<std::string, std::vector<UrlId>, std::less<>>> SqlPages::by_site() {
  std::map<std::string, std::vector<UrlId>, std::less<>> pages;
  Statement rows = database_.scan(
      "SELECT u.site, p.id FROM page p JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 ORDER BY "
      "p.id");
  while (rows.step()) pages[rows.text(0)].push_back(rows.integer(1));
  if (rows.failed()) return rows.error();
  return pages;
}

Result<std::vector<FailureRecord>> SqlPages::failures() {
  std::vector<FailureRecord> out;
  Statement select = database_.scan(
      "SELECT page, failures, first, last, reason, gone FROM page_failure ORDER BY page");
  while (select.step()) {
    out.push_back({select.integer(0), select.small(1), select.time(2), select.time(3),
                   static_cast<DropReason>(select.small(4)), select.time(5)});
  }
  if (select.failed()) return select.error();
  return out;
}

Result<std::vector<UnreadRecord>> SqlPages::unread() {
  std::vector<UnreadRecord> out;
  Statement pages = database_.scan(
      "SELECT u.id, coalesce(u.href, u.key), p.media_type, p.parse_detail, p.archive_file, "
      "p.archive_offset,"
      " p.fetched_at, p.parse_status FROM page p JOIN url u ON u.id = p.id"
      " WHERE (p.parse_status = 1 OR p.parse_detail LIKE '%is not installed%') AND NOT EXISTS"
      " (SELECT 1 FROM page_failure f WHERE f.page = p.id AND f.gone <> 0) ORDER BY p.id");
  while (pages.step()) {
    out.push_back({pages.integer(0), pages.text(1), true, pages.text(2), pages.text(3),
                   pages.text(4), pages.integer(5), pages.time(6),
                   pages.small(7) == static_cast<int>(ParseStatus::kTextOnly)});
  }
  if (pages.failed()) return pages.error();
  Statement dropped = database_.scan(
      "SELECT id, coalesce(href, key), detail FROM url WHERE state = 3 AND reason IN (32, 40)"
      " AND reason = " +
      std::to_string(number_of(DropReason::kUnsupportedType)) + " ORDER BY id");
  while (dropped.step()) {
    UnreadRecord& one = out.emplace_back();
    one.id = dropped.integer(0);
    one.href = dropped.text(1);
    one.why = dropped.text(2);
  }
  if (dropped.failed()) return dropped.error();
  return out;
}

void SqlPages::prepare_to_write() {
  if (insert_) return;
  BulkPlan fresh{BulkPlan::Kind::kInsert, "page", kColumns};
  fresh.columns.push_back({"fetch_order", kBig});
  fresh.columns.push_back({"stale", kInteger});
  insert_.emplace(database_.bulk(std::move(fresh)));
  update_.emplace(database_.bulk({BulkPlan::Kind::kUpdate, "page", kColumns}));
  insert_text_.emplace(
      database_.bulk({BulkPlan::Kind::kInsert, "page_text", {{"id", kBig}, {"text", kText}}}));
  insert_property_.emplace(database_.bulk({BulkPlan::Kind::kInsert,
                                           "page_property",
                                           {{"page", kBig},
                                            {"position", kInteger},
                                            {"name", kText},
                                            {"value", kText},
                                            {"kind", kSmall}}}));
  insert_blocks_.emplace(
      database_.bulk({BulkPlan::Kind::kInsert,
                      "page_block",
                      {{"page", kBig}, {"page_type", kSmall}, {"blocks", ColumnType::kBlob}}}));
  put_importance_.emplace(database_.bulk(
      {BulkPlan::Kind::kReplace, "page_importance", {{"page", kBig}, {"importance", kReal}}}));
}

Result<void> SqlPages::write(const Batch& batch, const std::function<bool(UrlId)>& is_stored) {
  prepare_to_write();
  std::vector<UrlId> stored, changed;
  std::unordered_map<UrlId, const PageRecord*> last;  // A page may be there twice.
  for (const PageRecord& page : batch.pages) {
    last[page.id] = &page;
    if (!is_stored(page.id)) continue;
    stored.push_back(page.id);
    TRY_AS(before, get(page.id));
    if (!*before || !says_the_same(**before, page)) changed.push_back(page.id);
  }
  for (const char* sql :
       {"DELETE FROM page_text WHERE id IN ", "DELETE FROM page_block WHERE page IN ",
        "DELETE FROM page_property WHERE page IN "}) {
    TRY(run_for_ids(database_, sql, stored));
  }
  TRY(mark_stale(changed));
  for (const PageRecord& page : batch.pages) {
    if (last[page.id] != &page) continue;
    auto done =
        is_stored(page.id) ? add_page(*update_, page) : add_page(*insert_, page, page.order, 1);
    if (done) done = add_document(page);
    if (!done) return done;
  }
  for (std::optional<Bulk>* bulk :
       {&insert_, &update_, &insert_text_, &insert_property_, &insert_blocks_, &put_importance_}) {
    if (auto done = (*bulk)->finish(); !done) return done;
  }
  return {};
}

Result<void> SqlPages::add_document(const PageRecord& page) {
  const Document& document = page.document;
  auto done = insert_text_->add(page.id, document.text);
  if (done) done = add_properties(page.id, document);
  if (done && !document.blocks.empty()) {
    const std::string blob = write_blocks(document.blocks);
    done = insert_blocks_->add(page.id, static_cast<int>(document.page_type), Blob{blob});
  }
  if (done && page.importance) done = put_importance_->add(page.id, *page.importance);
  return done;
}

Result<void> SqlPages::mark_stale(const std::vector<UrlId>& pages) {
  return run_for_ids(database_, "UPDATE page SET stale = stale + 1 WHERE id IN ", pages);
}

Result<void> SqlPages::add_properties(UrlId page, const Document& document) {
  int position = 0;
  const auto add = [&](std::string_view name, std::string_view value, PropertyKind kind) {
    return insert_property_->add(page, position++, name, value, static_cast<int>(kind));
  };
  if (!document.resource_class.empty()) {
    if (auto done = add(kType, document.resource_class, PropertyKind::kUri); !done) return done;
  }
  for (const Property& property : document.properties) {
    if (auto done = add(property.name, property.value, property.kind); !done) return done;
  }
  return {};
}

Result<void> SqlPages::read_properties(UrlId page, Document& document) {
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

// A damaged blob counts as none: the content of the page is its whole text then.
Result<void> SqlPages::read_blocks_of(UrlId page, Document& document) {
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

Result<void> SqlVisits::write(const Batch& batch) {
  if (!batch.pages.empty()) {
    Statement put = database_.prepare(kPut);
    for (const PageRecord& page : batch.pages) {
      TRY(put.bind_all(page.digest, page.fetched_at, page.id, page.fetched_at).run());
    }
  }
  if (batch.unchanged.empty()) return {};
  Statement put = database_.prepare(kPutUnchanged);
  for (const auto& [page, at] : batch.unchanged) {
    if (auto done = put.bind_all(at, page, at).run(); !done) return done;
  }
  return {};
}

}  // namespace porthole::repository
