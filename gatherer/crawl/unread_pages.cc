#include "gatherer/crawl/unread_pages.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "archive/archive_files.h"
#include "base/log.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "parser/limits.h"
#include "plugins/tool_folders.h"

namespace porthole::gatherer {
namespace {

/// In the detail of a URL whose capture could not be read, with the version that tried and does not
/// look for it again.
constexpr std::string_view kNoCapture = "; no capture for porthole ";

std::string_view without_version(std::string_view detail) {
  return detail.substr(0, detail.find(kNoCapture));
}
std::string without_capture(std::string_view detail) {
  return std::string(without_version(detail)).append(kNoCapture).append(PORTHOLE_VERSION);
}

}  // namespace

UnreadType unread_type(std::string_view detail) {
  detail = without_version(detail);
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
  std::vector<UnreadRecord> dropped;
  for (UnreadRecord& one : *unread) {
    if (one.id > parts_.urls.last()) continue;
    if (!parts_.urls.is_own(one.id)) continue;
    if (one.is_page) {
      add_page(std::move(one), is_read);
    } else {
      add_dropped(std::move(one), is_read, dropped);
    }
  }
  find_answers(std::move(dropped));
  return {};
}

void UnreadPages::add_page(UnreadRecord page, const IsRead& is_read) {
  const Result<Url> url = Url::parse(page.href);
  const std::string_view program = missing_program(page.why);
  // The plug-in `text` reads no more than what is there.
  const bool may_be_read =
      !program.empty()
          ? is_program_installed(program)
          : url && page.is_text_only &&
                is_read(page.type, *url, std::string(unread_type(page.why).refused) + ", text");
  // Another gatherer may have fetched it.
  const bool is_elsewhere =
      parts_.rules.options.share != nullptr &&
      !std::filesystem::exists(parts_.rules.archive_folder / page.archive_file);
  if (!url || !may_be_read || is_elsewhere) return;
  parts_.urls.set_refreshing(page.id, true);
  waiting_.push_back(std::move(page));
}

void UnreadPages::add_dropped(UnreadRecord document, const IsRead& is_read,
                              std::vector<UnreadRecord>& dropped) {
  const Result<Url> url = Url::parse(document.href);
  const UnreadType said = unread_type(document.why);
  if (!url || parts_.urls[document.id].reason != DropReason::kUnsupportedType ||
      document.why == without_capture(document.why) || !is_read(said.type, *url, said.refused))
    return;
  if (url->fragment().empty()) return dropped.push_back(std::move(document));
  parts_.urls.apply(document.id, UrlEvent::kRequest);
  parts_.urls.apply(document.id, UrlEvent::kDrop, DropReason::kUnreadMember);
}

/// Looks in the archive for the last answer of each URL, which has no page to say where it is.
void UnreadPages::find_answers(std::vector<UnreadRecord> dropped) {
  std::unordered_map<std::string, UnreadRecord*> of_key;
  for (UnreadRecord& one : dropped) of_key[Url::parse(one.href)->key()] = &one;
  if (of_key.empty()) return;
  std::vector<UnreadRecord*> found;  // Those that each place is of.
  const auto wanted = [&](std::string_view target) {
    const Result<Url> url = Url::parse(target);
    const auto known = url ? of_key.find(url->key()) : of_key.end();
    if (known != of_key.end()) found.push_back(known->second);
    return known != of_key.end();
  };
  const auto places = archive::find_captures(parts_.rules.archive_folder, wanted);
  if (!places) log(LogLevel::kWarning, "gather", "the archive: " + places.error().to_string());
  for (std::size_t i = 0; places && i < found.size(); ++i) {
    found[i]->archive_file = (*places)[i].file;
    found[i]->archive_offset = (*places)[i].offset;
  }
  for (UnreadRecord& one : dropped) {
    if (one.archive_file.empty() && parts_.rules.options.share != nullptr)
      continue;  // Another may have it.
    parts_.urls.apply(one.id, UrlEvent::kRequest);
    one.archive_file.empty() ? give_up(one) : waiting_.push_back(std::move(one));
  }
}

void UnreadPages::give_up(const UnreadRecord& document) {
  if (document.is_page) {
    parts_.urls.set_refreshing(document.id, false);
    return;
  }
  parts_.urls.apply(document.id, UrlEvent::kDrop, DropReason::kUnsupportedType,
                    without_capture(document.why));
}

void UnreadPages::read_next() {
  const UnreadRecord next = std::move(waiting_.front());
  waiting_.pop_front();
  const UrlTable::Entry& entry = parts_.urls[next.id];
  if (next.is_page && (entry.under_way || !entry.refreshing)) return;  // By its container.
  const Result<Url> url = Url::parse(next.href);
  const archive::Place place{next.archive_file, next.archive_offset};
  Result<FetchResponse> response =
      answer_at(parts_.rules.archive_folder, place, parts_.rules.specification.limits.body);
  if (!response) {
    log(LogLevel::kWarning, "gather",
        next.href + " cannot be read again from the archive: " + response.error().message);
    return give_up(next);
  }
  response->started = next.is_page ? next.fetched_at : parts_.rules.clock.wall();
  parts_.budget.start(next.id);
  parts_.parser.put({.kind = url->fragment().empty() ? FetchKind::kPage : FetchKind::kMember,
                     .id = next.id,
                     .url = *url,
                     .response = std::move(*response),
                     .archived = place});
}

}  // namespace porthole::gatherer
