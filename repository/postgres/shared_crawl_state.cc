#include "repository/postgres/shared_crawl_state.h"

#include <algorithm>
#include <bitset>

#include "repository/postgres/shared.h"
#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

// URLs get their numbers one gatherer after the other, so that no number is left out.
constexpr const char* kOneAtATime =
    "SELECT pg_advisory_xact_lock(hashtextextended('porthole url ' || current_schema(), 0))";
constexpr std::string_view kUniqueViolation = "23505";  // SQLSTATE
constexpr int kMostAttempts = 20;

/// A state that a URL may have before its page is stored.
bool is_first_state(UrlState state) {
  return state == UrlState::kQueued || state == UrlState::kDropped;
}

/// Conditions on `u`, a row of the table url, that rows meet which a gatherer begins with: those
/// that are wanted, and then those that they are other names of.
std::vector<std::string> wanted_urls(const UrlNumbers& numbers) {
  const std::string wanted = numbers.wanted_in_sql("u");
  if (wanted.empty()) return {"true"};
  return {wanted, "u.id IN (SELECT a.alias_of FROM url a WHERE a.alias_of <> 0) AND NOT " + wanted};
}

template <class Visit>
void for_each_bucket(const Batch& batch, const UrlNumbers& numbers, const Visit& visit) {
  for (const PageRecord& page : batch.pages) visit(numbers.bucket(page.id));
  for (const UrlRecord& url : batch.new_urls) visit(numbers.bucket(url.id));
  for (const UrlRecord& url : batch.changed_urls) visit(numbers.bucket(url.id));
  for (const auto& [url, priority] : batch.priorities) visit(numbers.bucket(url));
  for (const UrlId url : batch.stale) visit(numbers.bucket(url));
  for (const SharedBatch::Taken& taken : batch.shared.taken) visit(numbers.bucket(taken.target));
}

}  // namespace

class SharedCrawlState::Loading final : public Visitor {
 public:
  Loading(SharedCrawlState& state, Visitor& visitor) : state_(state), visitor_(visitor) {}

  void url(UrlRecord url) override {
    const UrlNumbers& numbers = state_.parts_.numbers;
    url.id = numbers.own(url.id);
    url.alias_of = numbers.own(url.alias_of);
    url.found_on = numbers.own(url.found_on);
    if (url.id != 0) visitor_.url(std::move(url));
  }
  void page(KnownPage page) override {
    page.id = state_.parts_.numbers.own(page.id);
    page.duplicate_of = state_.parts_.numbers.own(page.duplicate_of);
    if (page.id != 0) visitor_.page(std::move(page));
  }
  void host(HostRecord host) override { visitor_.host(std::move(host)); }
  void term(TermRecord term) override {
    state_.terms_[term.term] = {term.fetched, term.relevant};
    visitor_.term(std::move(term));
  }

 private:
  SharedCrawlState& state_;
  Visitor& visitor_;
};

/// Gives the URLs that meet a condition the next numbers of the gatherer, in their order.
Result<void> SharedCrawlState::take_up(const std::string& condition) {
  UrlNumbers& numbers = parts_.numbers;
  Statement rows =
      parts_.database.scan("SELECT id, bucket FROM url u WHERE " + condition + " ORDER BY id");
  while (rows.step()) numbers.set(numbers.last() + 1, rows.integer(0), rows.small(1));
  if (rows.failed()) return rows.error();
  return {};
}

// One state of the database: what others commit meanwhile is not among the pages, and so must not
// be among the counts of the others. URLs get their numbers before any of them is told, since each
// may name others.
Result<void> SharedCrawlState::load(Visitor& visitor) {
  Loading loading(*this, visitor);
  return parts_.database.read_one_state([&]() -> Result<void> {
    Statement pages = parts_.database.prepare(
        "SELECT coalesce(sum(pages) FILTER (WHERE id = ?), 0)::bigint,"
        " coalesce(sum(pages) FILTER (WHERE id <> ?), 0)::bigint FROM member");
    pages.bind_all(parts_.gatherer, parts_.gatherer);
    if (!pages.step()) return pages.error();
    committed_ = {.own = pages.integer(0), .others = pages.integer(1)};
    const std::vector<std::string> conditions = wanted_urls(parts_.numbers);
    if (parts_.numbers.empty()) {
      for (const std::string& condition : conditions) {
        if (auto taken = take_up(condition); !taken) return taken;
      }
    }
    for (const std::string& condition : conditions) {
      if (auto told = parts_.crawl.load_urls(loading, condition); !told) return told;
    }
    return parts_.crawl.load_all_but_urls(loading);
  });
}

Result<void> SharedCrawlState::load_pages(Visitor& visitor) {
  Loading loading(*this, visitor);
  return parts_.crawl.load_pages(loading);
}

// They replace those that the gatherer knew: its counts grow from there.
Result<std::vector<TermRecord>> SharedCrawlState::terms() {
  Result<std::vector<TermRecord>> terms = parts_.crawl.terms();
  if (!terms) return terms;
  for (const TermRecord& term : *terms) terms_[term.term] = {term.fetched, term.relevant};
  return terms;
}

Result<std::string> SharedCrawlState::strategy_state(std::string_view strategy) {
  Result<std::string> own = parts_.crawl.meta(own_name("strategy " + std::string(strategy)));
  return own && own->empty() ? parts_.crawl.strategy_state(strategy) : own;
}

Result<std::pair<std::string, std::int64_t>> SharedCrawlState::archive_end() {
  return parts_.crawl.archive_end(own_name("archive_file"), own_name("archive_size"));
}

Result<void> SharedCrawlState::move_archive(const ArchiveMove&) {
  return fail(ErrorCode::kUnsupported, "one of several gatherers cannot prune the archive",
              "end all of them first");
}

Result<std::int64_t> SharedCrawlState::begin_run(const RunRecord& run) {
  for (int attempt = 1;; ++attempt) {
    Result<std::int64_t> id = parts_.crawl.begin_run(run);
    const bool is_taken = !id && parts_.database.connection().last_state() == kUniqueViolation;
    if (!is_taken || attempt == kMostAttempts) return id;
  }
}

Result<std::optional<RunRecord>> SharedCrawlState::last_run() {
  Result<std::optional<RunRecord>> run = parts_.crawl.last_run();
  if (run && *run) (*run)->ended = {};
  return run;
}

Result<std::unordered_map<std::string, UrlId>> SharedCrawlState::find_stored(
    const std::vector<UrlRecord>& urls) {
  std::string hashes;
  for (const UrlRecord& url : urls)
    hashes += (hashes.empty() ? "" : ",") + std::to_string(hash_of(url.key));
  Statement rows = parts_.database.prepare(
      "SELECT id, key FROM url WHERE hash = ANY(string_to_array(?, ',')::bigint[])");
  rows.bind_all(hashes);
  std::unordered_map<std::string, UrlId> ids;
  while (rows.step()) ids.emplace(rows.text(1), rows.integer(0));
  if (rows.failed()) return rows.error();
  return ids;
}

// They are in the state in which a URL begins; the rest follows with the batch.
Result<void> SharedCrawlState::insert_missing(const std::vector<UrlRecord>& urls,
                                              std::unordered_map<std::string, UrlId>& ids) {
  if (auto alone = parts_.database.execute(kOneAtATime); !alone) return alone;
  TRY_AS(found, find_stored(urls));
  ids = std::move(*found);
  Statement row = parts_.database.prepare("SELECT coalesce(max(id), 0) FROM url");
  if (!row.step()) return row.error();
  UrlId last = row.integer(0);
  Batch rows;
  std::unordered_map<UrlId, UrlId> stored;
  for (const UrlRecord& url : urls) {
    const auto [entry, is_new] = ids.try_emplace(url.key, last + 1);
    stored[url.id] = entry->second;
    if (!is_new) continue;
    ++last;
    rows.new_urls.push_back(url);
    rows.new_urls.back().id = last;
  }
  for (UrlRecord& url : rows.new_urls) {
    const auto page = stored.find(url.found_on);
    url.found_on = page != stored.end() ? page->second : parts_.numbers.stored(url.found_on);
    url.alias_of = 0;
    if (!is_first_state(url.state)) {
      url.state = UrlState::kQueued;
      url.reason = DropReason::kNone;
      url.detail.clear();
    }
  }
  return parts_.urls.write(rows);
}

// A transaction of its own, so that others wait for the numbers alone. It is on disk before rows
// name its numbers: a server that crashes between the two must not forget them.
Result<std::vector<UrlRecord>> SharedCrawlState::store_new(const Batch& batch) {
  std::vector<UrlRecord> changed;
  if (batch.new_urls.empty()) return changed;
  std::unordered_map<std::string, UrlId> before, ids;
  TRY_AS(done, parts_.database.transaction([&]() -> Result<void> {
    if (auto forgotten = forget_state_name(parts_.database); !forgotten) return forgotten;
    TRY_AS(found, find_stored(batch.new_urls));
    before = ids = std::move(*found);
    const bool all = std::ranges::all_of(
        batch.new_urls, [&](const UrlRecord& url) { return ids.contains(url.key); });
    return all ? Result<void>() : insert_missing(batch.new_urls, ids);
  }));
  for (const UrlRecord& url : batch.new_urls) {
    parts_.numbers.set(url.id, ids.at(url.key), bucket_of(url.site));
    const bool differs = before.contains(url.key) || !is_first_state(url.state);
    if (differs && parts_.numbers.is_held(url.id)) changed.push_back(url);
  }
  return changed;
}

Batch SharedCrawlState::translated(const Batch& batch, std::vector<UrlRecord> changed) const {
  const UrlNumbers& numbers = parts_.numbers;
  Batch out;
  out.changed_urls = std::move(changed);
  out.changed_urls.insert(out.changed_urls.end(), batch.changed_urls.begin(),
                          batch.changed_urls.end());
  std::erase_if(out.changed_urls, [&](const UrlRecord& url) { return !numbers.is_held(url.id); });
  for (UrlRecord& url : out.changed_urls) {
    url.id = numbers.stored(url.id);
    url.alias_of = numbers.stored(url.alias_of);
  }
  for (const auto& [url, priority] : batch.priorities) {
    if (numbers.is_held(url)) out.priorities.emplace_back(numbers.stored(url), priority);
  }
  for (const UrlId url : batch.stale) {
    if (numbers.is_held(url)) out.stale.push_back(numbers.stored(url));
  }
  out.pages = batch.pages;
  for (PageRecord& page : out.pages) {
    page.id = numbers.stored(page.id);
    page.duplicate_of = numbers.stored(page.duplicate_of);
  }
  out.links = batch.links;
  for (LinkRecord& link : out.links) {
    link.source = numbers.stored(link.source);
    link.target = numbers.stored(link.target);
  }
  out.hosts = batch.hosts;
  out.plugins = batch.plugins;
  out.strategy = batch.strategy;
  out.strategy_state = batch.strategy_state;
  return out;
}

std::string SharedCrawlState::guard_of(const Batch& batch) const {
  std::bitset<kBuckets> buckets;
  for_each_bucket(batch, parts_.numbers, [&](int bucket) {
    if (bucket >= 0) buckets.set(static_cast<std::size_t>(bucket));
  });
  return fence_of(parts_.gatherer, parts_.numbers.held(buckets));
}

Result<void> SharedCrawlState::apply(const Batch& batch) {
  for (const SharedBatch::Adopted& url : batch.shared.adopted)
    parts_.numbers.set(url.id, url.stored, bucket_of(url.site));
  TRY_AS(changed, store_new(batch));
  const Batch out = translated(batch, std::move(*changed));
  auto written = parts_.database.transaction([&] { return write(batch, out); });
  if (!written) return written;
  for (const TermRecord& term : batch.terms) terms_[term.term] = {term.fetched, term.relevant};
  return {};
}

Result<void> SharedCrawlState::write(const Batch& own, const Batch& translated) {
  if (auto done = parts_.crawl.write(translated); !done) return done;
  if (auto done = write_inbox(own.shared); !done) return done;
  if (auto done = pass_on_links(own); !done) return done;
  if (auto done = add_terms(own.terms); !done) return done;
  if (!own.strategy.empty()) {
    auto done = parts_.crawl.put_meta(own_name("strategy " + own.strategy), own.strategy_state);
    if (!done) return done;
  }
  if (!own.archive_file.empty()) {
    auto done = parts_.crawl.put_meta(own_name("archive_file"), own.archive_file);
    if (done) {
      done = parts_.crawl.put_meta(own_name("archive_size"), std::to_string(own.archive_size));
    }
    if (!done) return done;
  }
  const bool has_worked = !own.pages.empty() || !own.new_urls.empty() ||
                          !own.changed_urls.empty() || !own.shared.empty();
  if (has_worked) {
    const auto is_new = [](const PageRecord& page) { return page.order != 0; };
    auto counted =
        parts_.database.prepare("UPDATE member SET activity = 0, pages = pages + ? WHERE id = ?")
            .bind_all(std::ranges::count_if(own.pages, is_new), parts_.gatherer)
            .run();
    if (!counted) return counted;
  }
  if (std::string guard = guard_of(own); !guard.empty())
    parts_.database.guard_commit(std::move(guard));
  return {};
}

Result<void> SharedCrawlState::write_inbox(const SharedBatch& shared) {
  if (!shared.notices.empty()) {
    Bulk insert = parts_.database.bulk({BulkPlan::Kind::kInsert,
                                        "inbox",
                                        {{"target", ColumnType::kBig},
                                         {"source", ColumnType::kBig},
                                         {"position", ColumnType::kInteger},
                                         {"hops", ColumnType::kInteger},
                                         {"redirects", ColumnType::kInteger},
                                         {"bucket", ColumnType::kSmall},
                                         {"follows", ColumnType::kSmall},
                                         {"seed", ColumnType::kSmall}}});
    for (const LinkNotice& notice : shared.notices) {
      auto done =
          insert.add(parts_.numbers.stored(notice.target), parts_.numbers.stored(notice.source),
                     notice.position, notice.hops, notice.redirects,
                     parts_.numbers.bucket(notice.target), notice.follows, notice.seed);
      if (!done) return done;
    }
    if (auto done = insert.finish(); !done) return done;
  }
  std::vector<std::int64_t> rows;
  for (const SharedBatch::Taken& taken : shared.taken) rows.push_back(taken.row);
  return run_for_ids(parts_.database, "DELETE FROM inbox WHERE id IN ", rows);
}

// A URL proved to be another name of one in a bucket of another gatherer, which has not had its
// links.
Result<void> SharedCrawlState::pass_on_links(const Batch& batch) {
  Statement pass_on = parts_.database.prepare(
      "INSERT INTO inbox (target, source, position, hops, redirects, bucket, follows, seed)"
      " SELECT ?::bigint, source, position, ?::integer, ?::integer, ?::smallint, 1, ?::smallint"
      " FROM link WHERE target = ?");
  const UrlNumbers& numbers = parts_.numbers;
  for (const std::vector<UrlRecord>* urls : {&batch.new_urls, &batch.changed_urls}) {
    for (const UrlRecord& url : *urls) {
      if (url.alias_of == 0 || !numbers.is_held(url.id) || numbers.is_held(url.alias_of)) continue;
      auto done = pass_on
                      .bind_all(numbers.stored(url.alias_of), url.hops, url.redirects + 1,
                                numbers.bucket(url.alias_of), url.seed, numbers.stored(url.id))
                      .run();
      if (!done) return done;
    }
  }
  return {};
}

// In the order of the terms, so that two gatherers cannot wait for each other.
Result<void> SharedCrawlState::add_terms(const std::vector<TermRecord>& terms) {
  std::vector<const TermRecord*> sorted;
  for (const TermRecord& term : terms) sorted.push_back(&term);
  std::ranges::sort(sorted, {},
                    [](const TermRecord* term) { return std::string_view(term->term); });
  Statement add = parts_.database.prepare(
      "INSERT INTO term (term, fetched, relevant) VALUES (?, ?, ?) ON CONFLICT (term) DO UPDATE SET"
      " fetched = term.fetched + excluded.fetched, relevant = term.relevant + excluded.relevant");
  for (const TermRecord* term : sorted) {
    const auto known = terms_.find(term->term);
    const Stored before = known == terms_.end() ? Stored{} : known->second;
    auto done =
        add.bind_all(term->term, term->fetched - before.fetched, term->relevant - before.relevant)
            .run();
    if (!done) return done;
  }
  return {};
}

}  // namespace porthole::repository
