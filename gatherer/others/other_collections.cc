#include "gatherer/others/other_collections.h"

#include <chrono>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include "archive/recorded_web.h"
#include "base/log.h"
#include "collection/open_collection.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "gatherer/judge/judge_again.h"

namespace porthole::gatherer {
namespace {

using repository::DropReason;
using repository::UrlRecord;
using repository::UrlState;

constexpr int kMovedPermanently = 301;

/// As the server would have given it; nothing of it is archived.
FetchResponse status_alone(int status) {
  FetchResponse response;
  response.http_status = status;
  return response;
}

/// The page as it was fetched. Empty, with a warning, if the archive cannot be read.
std::optional<FetchResponse> archived(const std::filesystem::path& folder,
                                      const repository::PageRecord& page, const std::string& href,
                                      std::int64_t body_limit) {
  auto answer = archive::read_answer(folder / page.archive_file, page.archive_offset);
  if (!answer) {
    log(LogLevel::kWarning, "gather",
        href + " cannot be taken from " + folder.string() + ": " + answer.error().message);
    return std::nullopt;
  }
  FetchResponse response;
  take_recorded(std::move(*answer), body_limit, response);
  response.started = page.fetched_at;
  return response;
}

/// Two crawls that share their pages with each other and begin together have their own repositories
/// and want the other's: one of them gives up, and the other waits for that.
Result<repository::Lock> take_lock(const std::filesystem::path& wanted,
                                   const std::filesystem::path& own) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds kPatience{3};
  constexpr std::chrono::milliseconds kPause{50};
  std::error_code ignored;
  const bool waits = std::filesystem::weakly_canonical(own, ignored) <
                     std::filesystem::weakly_canonical(wanted, ignored);
  const Clock::time_point deadline = Clock::now() + kPatience;
  while (true) {
    Result<repository::Lock> lock = repository::Lock::take(wanted);
    const bool is_busy = !lock && lock.error().code == ErrorCode::kBusy;
    if (!is_busy || !waits || Clock::now() > deadline) return lock;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

Result<std::unique_ptr<OtherCollections>> OtherCollections::open(
    const std::vector<std::filesystem::path>& folders, const std::filesystem::path& own_lock) {
  auto opened = std::make_unique<OtherCollections>();
  for (const std::filesystem::path& folder : folders) {
    TRY_AS(other, collection::Collection::open(folder));
    const repository::StoragePlace place = collection::storage_of(*other);
    Result<repository::Lock> lock = take_lock(place.lock_file(), own_lock);
    if (!lock) {
      Error error = lock.error();
      if (error.code == ErrorCode::kBusy)
        error.hint = "collections that share their pages are gathered one after the other";
      return fail(std::move(error));
    }
    TRY_AS(repository, repository::open_if_there(place));
    std::set<repository::UrlId> gone;
    if (*repository != nullptr) {
      TRY_AS(failures, (*repository)->pages().failures());
      for (const repository::FailureRecord& failure : *failures) {
        if (failure.is_gone()) gone.insert(failure.page);
      }
    }
    opened->others_.push_back({other->specification().name, other->archive_folder(),
                               std::move(*lock), std::move(*repository), std::move(gone)});
  }
  return opened;
}

std::optional<FetchResponse> OtherCollections::answer_of(const Other& other,
                                                         const UrlRecord& record,
                                                         std::int64_t body_limit) {
  repository::Repository& repository = *other.repository;
  if (record.state == UrlState::kFetched) {
    const auto page = repository.pages().get(record.id);
    if (!page || !*page || other.gone.contains(record.id)) return std::nullopt;
    return archived(other.archive, **page, record.href, body_limit);
  }
  if (record.state == UrlState::kAlias && record.reason == DropReason::kRedirect) {
    const auto target = repository.urls().get(record.alias_of);
    if (!target || !*target) return std::nullopt;
    FetchResponse response = status_alone(kMovedPermanently);
    response.headers.emplace_back("location", (*target)->href);
    return response;
  }
  if (record.state != UrlState::kDropped) return std::nullopt;
  FetchResponse response = status_alone(repository::http_status_of(record.reason));
  if (response.http_status == 0 || outcome_of(response) != FetchOutcome::kFailed)
    return std::nullopt;
  response.detail = record.detail;
  return response;
}

std::optional<OtherCollections::Answer> OtherCollections::find(const Url& url,
                                                               std::int64_t body_limit) {
  if (!url.is_web()) return std::nullopt;
  const std::string key = url.key();
  for (const Other& other : others_) {
    if (other.repository == nullptr) continue;
    const auto record = other.repository->urls().find(key);
    if (!record || !*record) continue;
    if (auto response = answer_of(other, **record, body_limit))
      return Answer{std::move(*response), other.name};
  }
  return std::nullopt;
}

Result<void> OtherCollections::add_relevant(const Other& other, const PageJudge& judge,
                                            const std::function<bool(const Url&)>& is_wanted,
                                            std::vector<Url>& relevant) {
  std::optional<Error> failure;
  auto read = other.repository->pages().for_each(
      {.with_text = true},
      [&](const UrlRecord& record, const repository::PageRecord& page, auto, auto) {
        if (page.duplicate_of != 0 || other.gone.contains(page.id)) return true;
        const Result<Url> url = Url::parse(record.href);
        if (!url || !url->is_web() || !is_wanted(*url)) return true;
        const auto judged = judge_stored(judge, page, record.href, other.repository->pages());
        if (!judged) {
          failure = judged.error();
          return false;
        }
        if (judged->relevant) relevant.push_back(*url);
        return true;
      });
  if (failure) return fail(*failure);
  return read;
}

Result<std::vector<Url>> OtherCollections::relevant(
    const PageJudge& judge, const std::function<bool(const Url&)>& is_wanted) {
  std::vector<Url> found;
  for (const Other& other : others_) {
    if (other.repository == nullptr) continue;
    TRY(add_relevant(other, judge, is_wanted, found));
  }
  std::unordered_set<std::string> keys;
  std::erase_if(found, [&](const Url& url) { return !keys.insert(url.key()).second; });
  return found;
}

std::vector<repository::Repository*> OtherCollections::repositories() const {
  std::vector<repository::Repository*> all;
  for (const Other& other : others_) {
    if (other.repository != nullptr) all.push_back(other.repository.get());
  }
  return all;
}

}  // namespace porthole::gatherer
