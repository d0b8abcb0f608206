#pragma once

/// RepositoryMigrationTest: a SQLite repository of version 1 with rows of every table.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "repository/repository.h"
#include "tests/support/temp_dir.h"

namespace porthole::repository {

// The schema as commit 486ca8f made it: version 1, without url.held and page_failure.
inline constexpr const char* kSchemaOf486ca8f = R"sql(
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;
CREATE TABLE url (
  id         INTEGER PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,
  href       TEXT,
  host       TEXT NOT NULL,
  site       TEXT NOT NULL,
  state      INTEGER NOT NULL,
  reason     TEXT NOT NULL DEFAULT '',
  detail     TEXT NOT NULL DEFAULT '',
  priority   REAL NOT NULL DEFAULT 0,
  hops       INTEGER NOT NULL DEFAULT 0,
  redirects  INTEGER NOT NULL DEFAULT 0,
  tries      INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  seed       INTEGER NOT NULL DEFAULT 0,
  found_on   INTEGER NOT NULL DEFAULT 0,
  alias_of   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX url_alias ON url (alias_of) WHERE alias_of <> 0;
CREATE TABLE page (
  id             INTEGER PRIMARY KEY REFERENCES url (id),
  fetch_order    INTEGER NOT NULL,
  fetched_at     INTEGER NOT NULL,
  http_status    INTEGER NOT NULL,
  etag           TEXT NOT NULL,
  last_modified  TEXT NOT NULL,
  digest         TEXT NOT NULL,
  bytes          INTEGER NOT NULL,
  truncated      INTEGER NOT NULL,
  relevance      REAL NOT NULL,
  relevant       INTEGER NOT NULL,
  topic          TEXT NOT NULL,
  duplicate_of   INTEGER NOT NULL,
  noindex        INTEGER NOT NULL,
  nosnippet      INTEGER NOT NULL,
  noarchive      INTEGER NOT NULL,
  archive_file   TEXT NOT NULL,
  archive_offset INTEGER NOT NULL,
  parse_status   INTEGER NOT NULL,
  parse_detail   TEXT NOT NULL,
  title          TEXT NOT NULL,
  description    TEXT NOT NULL,
  language       TEXT NOT NULL,
  charset        TEXT NOT NULL,
  media_type     TEXT NOT NULL,
  canonical      TEXT NOT NULL,
  published      TEXT NOT NULL,
  modified       TEXT NOT NULL,
  links_cut      INTEGER NOT NULL,
  stale          INTEGER NOT NULL
);
CREATE INDEX page_order ON page (fetch_order);
CREATE INDEX page_stale ON page (id) WHERE stale <> 0;
CREATE INDEX page_duplicate ON page (duplicate_of) WHERE duplicate_of <> 0;
CREATE TABLE page_text (
  id   INTEGER PRIMARY KEY REFERENCES page (id),
  text TEXT NOT NULL
);
CREATE TABLE link (
  source      INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  target      INTEGER NOT NULL,
  element     INTEGER NOT NULL,
  anchor      TEXT,
  title       TEXT,
  alt         TEXT,
  name        TEXT,
  onmouseover TEXT,
  rel         TEXT,
  before      TEXT,
  after       TEXT,
  heading     TEXT,
  PRIMARY KEY (source, position)
) WITHOUT ROWID;
CREATE INDEX link_target ON link (target, source);
CREATE TABLE host (
  name              TEXT PRIMARY KEY,
  robots_status     INTEGER NOT NULL,
  robots_fetched_at INTEGER NOT NULL,
  robots_text       TEXT NOT NULL,
  scheme_twin       INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE term (
  term     TEXT PRIMARY KEY,
  fetched  INTEGER NOT NULL,
  relevant INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE run (
  id          INTEGER PRIMARY KEY,
  started     INTEGER NOT NULL,
  ended       INTEGER NOT NULL DEFAULT 0,
  strategy    TEXT NOT NULL,
  stop_reason TEXT NOT NULL DEFAULT '',
  fetched     INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE summary (
  page    INTEGER PRIMARY KEY,
  serial  INTEGER NOT NULL UNIQUE,
  href    TEXT NOT NULL,
  rdf     BLOB,
  removed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE score (
  page      INTEGER PRIMARY KEY REFERENCES page (id),
  hub       REAL NOT NULL,
  authority REAL NOT NULL
);
CREATE TABLE run_option (
  run      INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (run, position)
) WITHOUT ROWID;
CREATE TABLE page_property (
  page     INTEGER NOT NULL REFERENCES page (id),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  kind     INTEGER NOT NULL,
  PRIMARY KEY (page, position)
) WITHOUT ROWID;
CREATE TABLE plugin (
  name         TEXT PRIMARY KEY,
  version      TEXT NOT NULL,
  used         INTEGER NOT NULL,
  failed       INTEGER NOT NULL,
  last_failure TEXT NOT NULL,
  set_aside    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE closed_link (
  source      INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  target      INTEGER NOT NULL,
  element     INTEGER NOT NULL,
  anchor      TEXT,
  title       TEXT,
  alt         TEXT,
  name        TEXT,
  onmouseover TEXT,
  rel         TEXT,
  before      TEXT,
  after       TEXT,
  heading     TEXT,
  fragment    TEXT,
  first_seen  INTEGER NOT NULL,
  last_seen   INTEGER NOT NULL,
  closed      INTEGER NOT NULL
);
CREATE INDEX closed_link_source ON closed_link (source);
CREATE INDEX closed_link_target ON closed_link (target, source);
CREATE TABLE page_status (
  page   INTEGER PRIMARY KEY REFERENCES page (id),
  status REAL NOT NULL
);
ALTER TABLE link ADD COLUMN fragment TEXT;
ALTER TABLE link ADD COLUMN first_seen INTEGER;
PRAGMA application_id = 1347375700;
INSERT INTO meta VALUES ('version', '1'), ('archive_file', 'a.warc.gz'), ('archive_size', '1234'),
  ('strategy rw', 'learned');
)sql";

/// Rows of every table. URLs: 1 and 2 pages, 3 an alias, 4 and 5 queued, the others dropped.
inline constexpr const char* kRows = R"sql(
INSERT INTO url (id, key, href, host, site, state, reason, detail, tries, seed, alias_of) VALUES
  (1, 'https://a.org/', NULL, 'a.org', 'a.org', 1, '', '', 1, 1, 0),
  (2, 'https://a.org/two', 'https://A.org/two', 'a.org', 'a.org', 1, '', '', 1, 0, 0),
  (3, 'https://a.org/old', NULL, 'a.org', 'a.org', 2, 'redirect', 'https://A.org/two', 1, 0, 2),
  (4, 'https://a.org/late', NULL, 'a.org', 'a.org', 0, 'timeout', 'no answer', 2, 0, 0),
  (5, 'https://a.org/next', NULL, 'a.org', 'a.org', 0, '', '', 0, 0, 0),
  (6, 'https://a.org/secret', 'https://ann:secret@a.org/secret', 'a.org', 'a.org', 3,
   'user name in URL', 'credentials are never sent', 0, 0, 0),
  (7, 'https://a.org/worded', NULL, 'a.org', 'a.org', 3, 'an earlier wording', 'of 1999', 0, 0, 0);
INSERT INTO page VALUES
  (1, 1, 1790000000, 200, '"e"', 'Mon', 'sha1:1', 10, 0, 0.5, 1, '/sky', 0, 0, 0, 0, 'a.warc.gz',
   100, 0, '', 'One', 'd', 'en', 'utf-8', 'text/html', '', '', '', 0, 0),
  (2, 2, 1790000060, 200, '', '', 'sha1:2', 20, 0, 0.25, 0, '', 0, 0, 0, 0, 'a.warc.gz',
   200, 0, '', 'Two', '', 'en', 'utf-8', 'text/html', '', '', '', 0, 1);
INSERT INTO page_text VALUES (1, 'text of one'), (2, 'text of two');
INSERT INTO link (source, position, target, element, anchor, fragment, first_seen) VALUES
  (1, 0, 3, 0, 'to two', 'part', 1780000000), (1, 1, 5, 0, 'to next', NULL, NULL);
INSERT INTO closed_link (source, position, target, element, anchor, first_seen, last_seen, closed)
  VALUES (2, 0, 1, 0, 'back', 1780000000, 1780000060, 1790000060);
INSERT INTO host VALUES ('https://a.org', 200, 1790000000, 'User-agent: *', 1);
INSERT INTO term VALUES ('star', 5, 3);
INSERT INTO run VALUES (1, 1790000000, 1790000100, 'rw', 'budget', 2);
INSERT INTO run_option VALUES (1, 0, 'threshold', '0.3');
INSERT INTO score VALUES (1, 0.75, 0.125);
INSERT INTO page_status VALUES (2, 0.5);
INSERT INTO page_property VALUES (1, 0, 'dc:creator', 'Ann', 0);
INSERT INTO plugin VALUES ('p', '1', 10, 2, 'crashed', 0);
)sql";

inline const std::vector<std::pair<std::string, DropReason>>& texts() {
  static const std::vector<std::pair<std::string, DropReason>> all = [] {
    std::vector<std::pair<std::string, DropReason>> made;
    for (const ReasonInfo& reason : reasons()) {
      if (reason.reason == DropReason::kNone || reason.reason == DropReason::kCredentials) continue;
      // Later reasons were never stored as texts.
      if (reason.reason > DropReason::kSchemeTwin) continue;
      made.emplace_back(reason.name, reason.reason);
    }
    made.emplace_back("http 404", http_reason(404));
    made.emplace_back("http 503", http_reason(503));
    return made;
  }();
  return all;
}
inline constexpr UrlId kFirstText = 100;  // Dropped URLs, one for each of texts().

class RepositoryMigrationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    execute(kSchemaOf486ca8f);
    execute(kRows);
    UrlId id = kFirstText;
    for (const auto& [text, reason] : texts()) {
      const std::string number = std::to_string(id++);
      execute("INSERT INTO url (id, key, host, site, state, reason, detail) VALUES (" + number +
              ", 'https://b.org/" + number + "', 'b.org', 'b.org', 3, '" + text + "', 'why')");
    }
  }

  std::filesystem::path file() const { return folder_ / "repository.db"; }
  /// Runs `sql` and returns the values of its rows, joined by |, a line each.
  std::string execute(const std::string& sql) { return execute(file(), sql); }
  static std::string execute(const std::filesystem::path& file, const std::string& sql) {
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    std::string rows;
    const auto add = [](void* out, int count, char** values, char**) {
      for (int i = 0; i < count; ++i) {
        static_cast<std::string*>(out)
            ->append(values[i] != nullptr ? values[i] : "NULL")
            .append("|");
      }
      static_cast<std::string*>(out)->append("\n");
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), add, &rows, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database) << "\n"
        << sql;
    sqlite3_close(database);
    return rows;
  }
  std::unique_ptr<Repository> open(Access access) const {
    auto opened = open_sqlite(file(), access);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return opened ? std::move(*opened) : nullptr;
  }
  std::string version() { return execute("SELECT value FROM meta WHERE name = 'version'"); }

  void expect_all_rows(Repository& repository) const {
    const auto url = [&](UrlId id) { return repository.urls().get(id).value().value(); };
    EXPECT_EQ(url(1).status(), (UrlStatus{UrlState::kFetched, DropReason::kNone}));
    EXPECT_TRUE(url(1).seed);
    EXPECT_EQ(url(2).href, "https://A.org/two");
    EXPECT_EQ(url(3).status(), (UrlStatus{UrlState::kAlias, DropReason::kRedirect}));
    EXPECT_EQ(url(3).alias_of, 2);
    EXPECT_EQ(url(4).status(), (UrlStatus{UrlState::kQueued, DropReason::kTimeout}));
    EXPECT_EQ(url(4).detail, "no answer");
    EXPECT_EQ(url(4).tries, 2);
    EXPECT_EQ(url(5).status(), (UrlStatus{UrlState::kQueued, DropReason::kNone}));
    EXPECT_EQ(url(6).href, "https://a.org/secret") << "a password that was stored once is gone";
    EXPECT_EQ(url(6).reason, DropReason::kOutOfScope) << "the scope is asked again";
    EXPECT_EQ(url(7).status(), (UrlStatus{UrlState::kDropped, DropReason::kNone}));
    EXPECT_EQ(url(7).detail, "an earlier wording: of 1999");
    for (std::size_t i = 0; i < texts().size(); ++i) {
      const UrlRecord read = url(kFirstText + static_cast<UrlId>(i));
      EXPECT_EQ(read.status(), (UrlStatus{UrlState::kDropped, texts()[i].second}))
          << texts()[i].first;
      EXPECT_EQ(read.detail, "why");
    }
    const PageRecord page = repository.pages().get(1).value().value();
    EXPECT_EQ(page.document.text, "text of one");
    EXPECT_EQ(page.document.properties.at(0).value, "Ann");
    EXPECT_EQ(repository.pages().get(2).value()->importance, 0.5);
    const auto links = repository.links().out_links(1).value();
    ASSERT_EQ(links.size(), 2U);
    EXPECT_EQ(links[0].link.fragment, "part");
    EXPECT_EQ(links[0].first_seen, WallTime{std::chrono::seconds(1'780'000'000)});
    EXPECT_EQ(links[1].first_seen, page.fetched_at);
    EXPECT_EQ(repository.links().closed_in_links(1)->at(0).link.anchor, "back");
    EXPECT_EQ(repository.links().in_links(2)->at(0).source_authority, 0.125);
    EXPECT_EQ(repository.crawl().hosts()->at(0).robots_text, "User-agent: *");
    EXPECT_EQ(repository.crawl().terms()->at(0).relevant, 3);
    EXPECT_EQ(repository.crawl().last_run().value()->options.at(0).second, "0.3");
    EXPECT_EQ(repository.crawl().last_run().value()->stop_reason, StopReason::kBudget);
    EXPECT_EQ(repository.crawl().plugins()->at(0).last_failure, "crashed");
    EXPECT_EQ(repository.crawl().strategy_state("rw").value(), "learned");
    EXPECT_EQ(repository.crawl().archive_end()->second, 1234);
    EXPECT_EQ(repository.summaries().stale_pages(10).value(), (std::vector<UrlId>{2}));
    EXPECT_TRUE(repository.pages().failures()->empty());
  }

  testing::TempDir folder_;
};

}  // namespace porthole::repository
