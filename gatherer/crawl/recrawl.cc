#include "gatherer/crawl/recrawl.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gatherer/fetch/http_status.h"

namespace porthole::gatherer {
namespace {

/// `text` when it may stand in the head of a request: one line of printable ASCII; else "".
std::string header_value(const std::string& text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  return is_plain ? text : std::string();
}

}  // namespace

struct Recrawl::Old {
  UrlId id = 0;
  double hub = 0, relevance = 0;
};

Result<std::vector<Recrawl::Old>> Recrawl::read_old(repository::Repository& repository,
                                                    WallTime before) {
  std::vector<Old> old;
  auto read = repository.pages().for_each(
      {},
      [&](const UrlRecord& url, const repository::PageRecord& page, std::int64_t, std::int64_t) {
        if (url.href.find('#') != std::string::npos) {
          if (url.found_on != 0) members_[url.found_on].push_back(url.id);
        } else if (page.fetched_at <= before) {
          old.push_back({url.id, 0, page.relevance.value()});
          Validators said{header_value(page.etag), header_value(page.last_modified)};
          // A page that could not be read is fetched as a whole: its reader may be a better one
          // now. So is a page that counts as gone, with the members that it may have.
          const bool is_known = has_content(page.document.status) && !failures_.is_gone(url.id);
          if (is_known && !(said.etag.empty() && said.last_modified.empty())) {
            validators_[url.id] = std::move(said);
          }
        }
        return true;
      });
  if (!read) return fail(read.error());
  return old;
}

// Hubs first: they are the most likely to have new links (Sundaresan, Yi, Huang 2000, section 4.2).
// Members come again with their page.
Result<void> Recrawl::queue_old(repository::Repository& repository, WallTime before) {
  Result<std::vector<repository::FailureRecord>> failures = repository.pages().failures();
  if (!failures) return fail(failures.error());
  for (repository::FailureRecord& failure : *failures) failures_.restore(std::move(failure));
  parts_.copies.list_copies();
  Result<std::vector<Old>> old = read_old(repository, before);
  if (!old) return fail(old.error());
  for (Old& page : *old) {
    const auto scores = repository.scores().get(page.id);
    if (!scores) return fail(scores.error());
    if (*scores) page.hub = (*scores)->hub;
  }
  std::stable_sort(old->begin(), old->end(), [](const Old& a, const Old& b) {
    return std::tie(a.hub, a.relevance) > std::tie(b.hub, b.relevance);
  });
  auto rank = static_cast<double>(old->size());
  for (const Old& page : *old) {
    UrlTable::Entry& entry = parts_.urls[page.id];
    entry.refreshing = true;
    parts_.fetcher.put({.id = page.id, .relevance = rank--}, entry.host);
  }
  return {};
}

void Recrawl::add_conditions(PageRequest& request) const {
  const auto known = validators_.find(request.id);
  if (known == validators_.end()) return;
  request.etag = known->second.etag;
  request.last_modified = known->second.last_modified;
}

bool Recrawl::is_unchanged(const FetchedPage& page) const {
  return page.response.status == FetchStatus::kAnswer &&
         page.response.http_status == kNotModified && validators_.contains(page.id);
}

const std::vector<UrlId>& Recrawl::members_of(UrlId container) const {
  static const std::vector<UrlId> kNone;
  const auto members = members_.find(container);
  return members == members_.end() ? kNone : members->second;
}

// As if the page had been read again, with its members; the archive has it already.
void Recrawl::keep_unchanged(UrlId id, WallTime at) {
  parts_.commits.keep_unchanged(id, at);
  parts_.budget.refetched(false);
  was_read(id);
  for (const UrlId member : members_of(id)) keep_unchanged(member, at);
}

void Recrawl::was_read(UrlId id) {
  failures_.had_again(id);
  parts_.urls[id].refreshing = false;
  parts_.urls[id].stale = true;
}

void Recrawl::failed(UrlId id, DropReason reason, bool answered) {
  parts_.fetcher.erase(id);
  parts_.urls[id].refreshing = false;
  const bool may_not_ask = reason == DropReason::kRobots || reason == DropReason::kForbiddenAddress;
  if (may_not_ask || !is_failed_fetch(reason)) return;
  note_failure(id, reason, answered);
  settle_gone();
}

// A member fails with its page.
void Recrawl::note_failure(UrlId id, DropReason reason, bool answered) {
  failures_.failed(id, reason, answered, parts_.clock.wall());
  for (const UrlId member : members_of(id)) note_failure(member, reason, answered);
}

void Recrawl::heard_a_server() {
  failures_.heard_a_server();
  settle_gone();
}

void Recrawl::settle_gone() {
  for (const UrlId gone : failures_.take_gone()) parts_.copies.page_gone(gone);
}

void Recrawl::report(GatherReport& report) const {
  report.refresh_failures = failures_.by_reason();
  report.gone = failures_.gone();
  report.back = failures_.back();
  report.not_counted = failures_.not_counted();
}

}  // namespace porthole::gatherer
