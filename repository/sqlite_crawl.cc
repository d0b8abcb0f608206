// Access for the gatherer: writes batches, loads the state of a crawl.

#include "repository/sqlite_repository.h"

namespace porthole::repository {

Result<void> SqliteRepository::apply(const Batch& batch) {
  return database_->transaction([&]() -> Result<void> {
    Result<Refetched> refetched = take_refetched(batch);
    if (!refetched) return fail(refetched.error());
    if (auto done = write_urls(batch); !done) return done;
    if (auto done = write_pages(batch); !done) return done;
    if (auto done = write_links(batch, *refetched); !done) return done;
    if (auto done = write_unchanged(batch); !done) return done;
    if (auto done = forget_failures(batch); !done) return done;
    if (auto done = write_failures(batch); !done) return done;
    if (auto done = write_rest(batch); !done || !batch.scores) return done;
    return write_scores(*batch.scores);
  });
}

Result<void> SqliteRepository::write_urls(const Batch& batch) {
  if (!insert_url_) {
    insert_url_.emplace(
        *database_,
        "INSERT INTO url (id, key, href, host, site, state, reason, detail, priority, hops,"
        " redirects, tries, not_before, seed, found_on, alias_of)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    update_url_.emplace(
        *database_,
        "UPDATE url SET state = ?, reason = ?, detail = ?, priority = ?, hops = ?,"
        " redirects = ?, tries = ?, not_before = ?, seed = ?, alias_of = ? WHERE id = ?");
    update_priority_.emplace(*database_, "UPDATE url SET priority = ? WHERE id = ?");
  }
  for (const UrlRecord& u : batch.new_urls) {
    const std::string_view href = u.href == u.key ? std::string_view() : u.href;
    auto done = insert_url_
                    ->bind_all(u.id, u.key, null_if_empty(href), u.host, u.site, number_of(u.state),
                               number_of(u.reason), u.detail, u.priority, u.hops, u.redirects,
                               u.tries, u.not_before, u.seed, u.found_on, u.alias_of)
                    .run();
    if (!done) return done;
  }
  for (const UrlRecord& u : batch.changed_urls) {
    auto done = update_url_
                    ->bind_all(number_of(u.state), number_of(u.reason), u.detail, u.priority,
                               u.hops, u.redirects, u.tries, u.not_before, u.seed, u.alias_of, u.id)
                    .run();
    if (!done) return done;
  }
  for (const auto& [id, priority] : batch.priorities) {
    if (auto done = update_priority_->bind_all(priority, id).run(); !done) return done;
  }
  return {};
}

Result<void> SqliteRepository::write_pages(const Batch& batch) {
  if (!insert_page_) {
    insert_page_.emplace(
        *database_,
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
    insert_text_.emplace(*database_, "INSERT OR REPLACE INTO page_text VALUES (?, ?)");
    put_page_importance_.emplace(*database_, "INSERT OR REPLACE INTO page_status VALUES (?, ?)");
  }
  for (const PageRecord& p : batch.pages) {
    const Document& d = p.document;
    auto done = insert_page_
                    ->bind_all(p.id, p.order, p.fetched_at, p.http_status, p.etag, p.last_modified,
                               p.digest, p.bytes, p.truncated, p.relevance.value(), p.relevant,
                               p.topic, p.duplicate_of, p.noindex, p.nosnippet, p.noarchive,
                               p.archive_file, p.archive_offset, static_cast<int>(d.status),
                               d.status_detail, d.title, d.description, d.language, d.charset,
                               d.media_type, d.canonical, d.published, d.modified, d.links_cut)
                    .run();
    if (done) done = insert_text_->bind_all(p.id, d.text).run();
    if (done) done = write_properties(p.id, d);
    if (done && p.status) done = put_page_importance_->bind_all(p.id, *p.status).run();
    if (!done) return done;
  }
  return {};
}

Result<void> SqliteRepository::write_rest(const Batch& batch) {
  if (!mark_stale_) {
    mark_stale_.emplace(*database_, "UPDATE page SET stale = stale + 1 WHERE id = ?");
    put_term_.emplace(*database_, "INSERT OR REPLACE INTO term VALUES (?, ?, ?)");
    put_host_.emplace(*database_, "INSERT OR REPLACE INTO host VALUES (?, ?, ?, ?, ?)");
  }
  for (const UrlId id : batch.stale) {
    if (auto done = mark_stale_->bind_all(id).run(); !done) return done;
  }
  for (const TermRecord& t : batch.terms) {
    if (auto done = put_term_->bind_all(t.term, t.fetched, t.relevant).run(); !done) return done;
  }
  for (const HostRecord& h : batch.hosts) {
    auto done =
        put_host_
            ->bind_all(h.name, h.robots_status, h.robots_fetched_at, h.robots_text, h.scheme_twin)
            .run();
    if (!done) return done;
  }
  if (batch.plugins) {
    if (auto done = write_plugins(*batch.plugins); !done) return done;
  }
  if (!batch.strategy.empty()) {
    if (auto done = put_meta("strategy " + batch.strategy, batch.strategy_state); !done)
      return done;
  }
  if (batch.archive_file.empty()) return {};
  if (auto done = put_meta("archive_file", batch.archive_file); !done) return done;
  return put_meta("archive_size", std::to_string(batch.archive_size));
}

Result<void> SqliteRepository::load(Visitor& visitor) {
  Statement urls = database_->prepare("SELECT " + kUrlColumns + " FROM url u ORDER BY id");
  while (urls.step()) visitor.url(read_url(urls));
  if (urls.failed()) return urls.error();
  Statement pages = database_->prepare(
      "SELECT id, digest, relevant, stale, duplicate_of, relevance, topic, fetch_order,"
      " EXISTS (SELECT 1 FROM page_failure f WHERE f.page = id AND gone <> 0), status"
      " FROM page LEFT JOIN page_status ON page = id ORDER BY fetch_order");
  while (pages.step()) {
    visitor.page({pages.integer(0), pages.text(1), pages.small(2) != 0, pages.small(3) != 0,
                  pages.integer(4), Relevance(pages.real(5)), pages.text(6), pages.integer(7),
                  pages.is_null(9) ? std::nullopt : std::optional(pages.real(9)),
                  pages.small(8) != 0});
  }
  if (pages.failed()) return pages.error();
  Result<std::vector<HostRecord>> all_hosts = hosts();
  if (!all_hosts) return fail(all_hosts.error());
  for (HostRecord& host : *all_hosts) visitor.host(std::move(host));
  Result<std::vector<TermRecord>> all_terms = terms();
  if (!all_terms) return fail(all_terms.error());
  for (TermRecord& term : *all_terms) visitor.term(std::move(term));
  return {};
}

Result<void> SqliteRepository::for_each_open_link(
    const std::function<void(const LinkRecord&)>& visit) {
  Statement links =
      database_->prepare("SELECT " + kLinkColumns +
                         " FROM page p JOIN link l ON l.source = p.id JOIN url t ON t.id = l.target"
                         " WHERE t.state IN (?1, ?2) OR (t.state = ?3 AND t.reason IN (?4, ?5, ?6))"
                         " ORDER BY p.fetch_order, l.position");
  links.bind_all(number_of(UrlState::kQueued), number_of(UrlState::kAlias),
                 number_of(UrlState::kDropped), number_of(DropReason::kThreshold),
                 number_of(DropReason::kNofollow), number_of(DropReason::kCopy));
  while (links.step()) visit(read_link(links));
  if (links.failed()) return links.error();
  return {};
}

Result<void> SqliteRepository::for_each_link_in_order(
    const std::function<void(const LinkRecord&)>& visit) {
  Statement links =
      database_->prepare("SELECT " + kLinkColumns +
                         " FROM page p JOIN link l ON l.source = p.id JOIN url t ON t.id = l.target"
                         " ORDER BY p.fetch_order, l.position");
  while (links.step()) visit(read_link(links));
  if (links.failed()) return links.error();
  return {};
}

Result<std::string> SqliteRepository::strategy_state(std::string_view strategy) {
  return meta("strategy " + std::string(strategy));
}

Result<std::pair<std::string, std::int64_t>> SqliteRepository::archive_end() {
  Result<std::string> file = meta("archive_file");
  if (!file) return fail(file.error());
  Result<std::string> size = meta("archive_size");
  if (!size) return fail(size.error());
  return std::pair(*file, size->empty() ? std::int64_t{0} : std::stoll(*size));
}

Result<std::vector<HostRecord>> SqliteRepository::hosts() {
  Statement select = database_->prepare(
      "SELECT name, robots_status, robots_fetched_at, robots_text, scheme_twin FROM host ORDER BY "
      "name");
  std::vector<HostRecord> out;
  while (select.step()) {
    out.push_back(
        {select.text(0), select.small(1), select.time(2), select.text(3), select.small(4)});
  }
  if (select.failed()) return select.error();
  return out;
}

Result<std::vector<TermRecord>> SqliteRepository::terms() {
  Statement select = database_->prepare("SELECT term, fetched, relevant FROM term ORDER BY term");
  std::vector<TermRecord> out;
  while (select.step()) out.push_back({select.text(0), select.integer(1), select.integer(2)});
  if (select.failed()) return select.error();
  return out;
}

}  // namespace porthole::repository
