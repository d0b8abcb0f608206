#include "gatherer/crawl/unread_pages.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "archive/find_captures.h"
#include "base/log.h"
#include "gatherer/fetch/archived_answer.h"
#include "parser/limits.h"
#include "plugins/tool_folders.h"

namespace porthole::gatherer {

UnreadType unread_type(std::string_view detail) {
  const std::size_t mark = detail.find(parser::kRefusedBy);
  if (mark == std::string_view::npos) return {detail, {}};
  return {detail.substr(0, mark), detail.substr(mark + parser::kRefusedBy.size())};
}

std::string detail_of_unread(const std::string& type, std::string_view status_detail) {
  const std::size_t mark = status_detail.find(parser::kRefusedBy);
  return mark == std::string_view::npos ? type : type + std::string(status_detail.substr(mark));
}

Result<void> UnreadPages::find(repository::Repository& repository, const IsRead& is_read) {
  TRY_AS(unread, repository.pages().unread());
  for (UnreadRecord& one : *unread) add(std::move(one), is_read);
  return find_answers();
}

void UnreadPages::add(UnreadRecord unread, const IsRead& is_read) {
  const Result<Url> url = Url::parse(unread.href);
  const UrlId id = unread.id;
  if (!url || id > parts_.urls.last()) return;
  if (unread.is_page) {
    const std::string_view program = missing_program(unread.why);
    if (program.empty() || !is_program_installed(program)) return;
    parts_.urls[id].refreshing = true;
    return waiting_.push_back(std::move(unread));
  }
  const UnreadType said = unread_type(unread.why);
  if (parts_.urls[id].reason != DropReason::kUnsupportedType ||
      !is_read(said.type, *url, said.refused))
    return;
  parts_.urls.apply(id, UrlEvent::kRequest);
  if (url->fragment().empty()) return waiting_.push_back(std::move(unread));
  parts_.urls.apply(id, UrlEvent::kDrop, DropReason::kUnreadMember);
}

/// Looks in the archive for the last answer of each URL that has no page to say where it is.
Result<void> UnreadPages::find_answers() {
  std::unordered_map<std::string, UnreadRecord*> of_key;
  for (UnreadRecord& one : waiting_) {
    if (!one.is_page) of_key[Url::parse(one.href)->key()] = &one;
  }
  if (of_key.empty()) return {};
  std::vector<UnreadRecord*> found;  // Those that each place is of.
  const auto wanted = [&](std::string_view target) {
    const Result<Url> url = Url::parse(target);
    const auto known = url ? of_key.find(url->key()) : of_key.end();
    if (known != of_key.end()) found.push_back(known->second);
    return known != of_key.end();
  };
  TRY_AS(places, archive::find_captures(parts_.archive_folder, wanted));
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i]->archive_file = (*places)[i].file;
    found[i]->archive_offset = (*places)[i].offset;
  }
  return {};
}

void UnreadPages::read_next() {
  const UnreadRecord next = std::move(waiting_.front());
  waiting_.pop_front();
  const UrlTable::Entry& entry = parts_.urls[next.id];
  if (next.is_page && (entry.under_way || !entry.refreshing)) return;  // By its container.
  const Result<Url> url = Url::parse(next.href);
  const archive::Place place{next.archive_file, next.archive_offset};
  Result<FetchResponse> response = answer_at(parts_.archive_folder, place, parts_.body_limit);
  if (!response) {
    log(LogLevel::kWarning, "gather",
        next.href + " cannot be read again from the archive: " + response.error().message);
    parts_.urls[next.id].refreshing = false;
    if (!next.is_page)
      parts_.urls.apply(next.id, UrlEvent::kDrop, DropReason::kUnsupportedType, next.why);
    return;
  }
  response->started = next.is_page ? next.fetched_at : parts_.clock.wall();
  parts_.budget.start(next.id);
  parts_.parser.put({.kind = url->fragment().empty() ? FetchKind::kPage : FetchKind::kMember,
                     .id = next.id,
                     .url = *url,
                     .response = std::move(*response),
                     .archived = place});
}

}  // namespace porthole::gatherer
