#include <map>
#include <regex>
#include <unordered_set>
#include <utility>

#include "repository/postgres/open_postgres.h"
#include "repository/postgres/shared.h"
#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

/// kUrlColumns of the table `s`.
std::string source_columns() {
  return std::regex_replace(kUrlColumns, std::regex("\\bu\\."), "s.");
}

std::string in_buckets(const std::vector<HeldBucket>& held) {
  std::string list;
  for (const HeldBucket& bucket : held)
    list += (list.empty() ? "" : ",") + std::to_string(bucket.bucket);
  return "i.bucket = ANY('{" + list + "}'::int2[])";
}

LinkNotice read_notice(const Statement& row, int first) {
  return {.target = row.integer(first),
          .source = row.integer(first + 1),
          .position = row.integer(first + 2),
          .hops = row.small(first + 3),
          .redirects = row.small(first + 4),
          .follows = row.small(first + 5) != 0,
          .seed = row.small(first + 6) != 0};
}

// Columns of the statement of Inbox::read().
constexpr int kNotice = 1;
constexpr int kNoticeCount = 7;
constexpr int kTarget = kNotice + kNoticeCount;
constexpr int kSource = kTarget + kUrlColumnCount;
constexpr int kPage = kSource + kUrlColumnCount;
constexpr int kPageCount = 6;
constexpr int kLink = kPage + kPageCount;

InboxLink read_link_of(const Statement& row) {
  InboxLink link;
  link.row = row.integer(0);
  link.notice = read_notice(row, kNotice);
  link.target = read_url(row, kTarget);
  if (row.is_null(kLink)) return link;
  InboxSource& source = link.source.emplace();
  source.url = read_url(row, kSource);
  source.relevance = Relevance(row.real(kPage));
  source.relevant = row.small(kPage + 1) != 0;
  source.topic = row.text(kPage + 2);
  source.is_copy = row.integer(kPage + 3) != 0;
  if (!row.is_null(kPage + 4)) source.importance = row.real(kPage + 4);
  if (!row.is_null(kPage + 5)) source.content_length = row.integer(kPage + 5);
  source.link = read_link(row, kLink).link;
  return link;
}

class PostgresInbox final : public Inbox {
 public:
  PostgresInbox(std::unique_ptr<PostgresDatabase> database, const std::vector<HeldBucket>& held)
      : database_(std::move(database)), condition_(in_buckets(held)) {}

  Result<void> note_loaded() override;
  Result<std::vector<InboxLink>> read(std::size_t most) override;
  Result<std::vector<std::string>> read_learned(int gatherer, const std::string& strategy) override;

 private:
  Result<std::map<int, std::int64_t>> pages_of_all();

  std::unique_ptr<PostgresDatabase> database_;
  std::string condition_;                    ///< For the buckets that are held.
  std::unordered_set<std::int64_t> read_;    ///< Rows that were read and stand there still.
  std::unordered_set<std::int64_t> loaded_;  ///< Those of note_loaded().
  std::map<int, std::int64_t> pages_;        ///< By gatherer, at the last read_learned().
};

}  // namespace

Result<std::unique_ptr<Inbox>> open_postgres_inbox(const std::string& url,
                                                   const std::vector<HeldBucket>& held) {
  TRY_AS(where, parse_postgres_url(url));
  TRY_AS(database, open_postgres_database(*where, Access::kRead));
  return std::make_unique<PostgresInbox>(std::move(*database), held);
}

Result<void> PostgresInbox::note_loaded() {
  Statement rows = database_->prepare("SELECT i.id FROM inbox i WHERE " + condition_);
  while (rows.step()) loaded_.insert(rows.integer(0));
  if (rows.failed()) return rows.error();
  TRY_AS(pages, pages_of_all());
  pages_ = std::move(*pages);
  return {};
}

Result<std::map<int, std::int64_t>> PostgresInbox::pages_of_all() {
  std::map<int, std::int64_t> pages;
  Statement rows = database_->prepare("SELECT id, pages FROM member");
  while (rows.step()) pages[rows.small(0)] = rows.integer(1);
  if (rows.failed()) return rows.error();
  return pages;
}

Result<std::vector<std::string>> PostgresInbox::read_learned(int gatherer,
                                                             const std::string& strategy) {
  TRY_AS(pages, pages_of_all());
  Statement select = database_->prepare(
      "SELECT s.value FROM member m JOIN meta s ON s.name = ? || m.name WHERE m.id = ?");
  const std::string name = "strategy " + strategy + " ";
  std::vector<std::string> learned;
  for (const auto& [id, count] : *pages) {
    if (id == gatherer || count <= pages_[id]) continue;
    select.bind_all(name, id);
    if (select.step()) learned.push_back(select.text(0));
    if (select.failed()) return select.error();
  }
  pages_ = std::move(*pages);
  return learned;
}

// Rows become visible in any order, so that no number tells which are new. A batch deletes those
// that it follows from; they need not be remembered any longer.
Result<std::vector<InboxLink>> PostgresInbox::read(std::size_t most) {
  Statement rows = database_->prepare("SELECT i.id FROM inbox i WHERE " + condition_);
  std::unordered_set<std::int64_t> there;
  std::vector<std::int64_t> fresh;
  while (rows.step()) {
    const std::int64_t row = rows.integer(0);
    if (read_.contains(row)) {
      there.insert(row);
    } else if (fresh.size() < most) {
      fresh.push_back(row);
    }
  }
  if (rows.failed()) return rows.error();
  std::vector<InboxLink> links;
  Statement select = database_->prepare(
      "SELECT i.id, i.target, i.source, i.position, i.hops, i.redirects, i.follows, i.seed, " +
      kUrlColumns + ", " + source_columns() +
      ", p.relevance, p.relevant, p.topic, p.duplicate_of, m.importance, p.content_length, " +
      kLinkColumns +
      " FROM inbox i JOIN url u ON u.id = i.target"
      " LEFT JOIN link l ON l.source = i.source AND l.position = i.position"
      " LEFT JOIN url t ON t.id = l.target LEFT JOIN url s ON s.id = l.source"
      " LEFT JOIN page p ON p.id = l.source LEFT JOIN page_importance m ON m.page = l.source"
      " WHERE i.id = ANY(string_to_array(?, ',')::bigint[]) ORDER BY i.id");
  std::string list;
  for (const std::int64_t row : fresh) list += (list.empty() ? "" : ",") + std::to_string(row);
  select.bind_all(list);
  while (!fresh.empty() && select.step()) {
    links.push_back(read_link_of(select));
    there.insert(links.back().row);
    links.back().was_loaded = loaded_.contains(links.back().row);
  }
  if (select.failed()) return select.error();
  read_ = std::move(there);
  return links;
}

}  // namespace porthole::repository
