#include "gatherer/crawl/committer.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "base/log.h"

namespace porthole::gatherer {

namespace {

std::vector<const Link*> links_of(const Fetched& fetched, const repository::Batch& batch) {
  std::vector<const Link*> links;
  links.reserve(fetched.links);
  for (std::size_t i = 0; i < fetched.links; ++i)
    links.push_back(&batch.links[fetched.first_link + i].link);
  return links;
}

using namespace std::chrono_literals;

constexpr std::size_t kMostAnswers = 128;
constexpr std::size_t kMostBytes = 16 << 20;
constexpr auto kSendEvery = 250ms;
constexpr auto kLearnedEvery = 10s;

}  // namespace

Committer::Committer(repository::CrawlState& crawl_state, archive::CaptureStore& archive,
                     DiskRoom* room, const std::atomic<int>* stop,
                     std::function<Result<void>()> then)
    : crawl_state_(crawl_state),
      archive_(archive),
      room_(room),
      stop_(stop),
      then_(std::move(then)),
      thread_([this] { run(); }) {}

Committer::~Committer() { (void)finish(); }

bool Committer::idle() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() && !writing_;
}

void Committer::put(Commit commit) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < kMostWaiting || failure_; });
  waiting_.push_back(std::move(commit));
  changed_.notify_all();
}

std::optional<Error> Committer::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

Result<void> Committer::drain() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !writing_ && (waiting_.empty() || failure_); });
  if (failure_) return fail(*failure_);
  return {};
}

Result<void> Committer::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  if (failure_) return fail(*failure_);
  return {};
}

void Committer::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Commit commit = std::move(waiting_.front());
    waiting_.pop_front();
    if (failure_) continue;
    writing_ = true;
    lock.unlock();
    Result<void> done = write_when_there_is_room(commit);
    lock.lock();
    writing_ = false;
    if (!done) failure_ = done.error();
    changed_.notify_all();
  }
}

/// Waits for a full disk alone: a limit on the size of files or a quota does not pass by itself. A
/// sync that failed is not tried again, since the state of the disk is unknown then.
Result<void> Committer::write_when_there_is_room(Commit& commit) {
  constexpr auto kLookEvery = std::chrono::milliseconds(250);
  Result<void> done = write(commit);
  while (!done && done.error().code == ErrorCode::kDiskFull && !sync_failed_ && room_ != nullptr &&
         room_->is_nearly_full()) {
    if (gives_up_ || (stop_ != nullptr && stop_->load() != 0)) break;
    if (!waits_for_room_.exchange(true)) {
      log(LogLevel::kWarning, "gather", "the disk is full; waiting for " + room_->waiting_for());
    }
    std::this_thread::sleep_for(kLookEvery);
    if (room_->has_room()) done = write(commit);
  }
  waits_for_room_ = false;
  return done;
}

Result<void> Committer::write(Commit& commit) {
  for (; commit.archived < commit.fetched.size(); ++commit.archived) {
    if (auto done = archive(commit, commit.fetched[commit.archived]); !done) return done;
  }
  if (!commit.applied) {
    if (!commit.fetched.empty()) {
      if (auto synced = archive_.sync(); !synced) {
        sync_failed_ = true;
        return synced;
      }
    }
    commit.batch.archive_file = archive_.file();
    commit.batch.archive_size = archive_.size();
    if (auto applied = crawl_state_.apply(commit.batch); !applied) return applied;
    commit.applied = true;
  }
  if (auto noted = archive_.committed(); !noted || !then_) return noted;
  return then_();
}

Result<void> Committer::archive(Commit& commit, Fetched& fetched) {
  const FetchResponse& response = fetched.response;
  if (response.response_head.empty()) return {};  // No answer came: there is nothing to record.
  archive::Capture capture;
  capture.url = fetched.url;
  capture.started = response.started;
  capture.took = response.took;
  capture.address = response.address;
  capture.request_head = response.request_head;
  capture.response_head = response.response_head;
  capture.raw_body = response.raw_body.empty() ? response.body : response.raw_body;
  capture.truncated = response.truncated;
  capture.via = fetched.via;
  capture.hops = fetched.hops;
  const std::vector<const Link*> links = links_of(fetched, commit.batch);
  if (fetched.page) capture.links = &links;
  TRY_AS(place, archive_.write(capture));
  if (fetched.page) {
    repository::PageRecord& page = commit.batch.pages[*fetched.page];
    page.archive_file = place->file;
    page.archive_offset = place->offset;
  }
  return {};
}

Fetched& CommitBuilder::add_answer(FetchedPage page) {
  Fetched fetched;
  if (page.id != 0) {
    const UrlTable::Entry& entry = urls_[page.id];
    fetched.url = urls_.href(page.id);
    fetched.hops = entry.hops;
    if (entry.found_on != 0) fetched.via = urls_.href(entry.found_on);
  } else {
    fetched.url = page.url.without_fragment().href();
  }
  commit_.bytes += page.response.body.size() + page.response.raw_body.size();
  fetched.response = std::move(page.response);
  commit_.fetched.push_back(std::move(fetched));
  return commit_.fetched.back();
}

void CommitBuilder::archive(FetchedPage page) { add_answer(std::move(page)); }

void CommitBuilder::add_page(repository::PageRecord page, std::vector<repository::LinkRecord> links,
                             FetchedPage fetched) {
  Fetched& answer = add_answer(std::move(fetched));
  answer.page = commit_.batch.pages.size();
  answer.first_link = commit_.batch.links.size();
  answer.links = links.size();
  std::ranges::move(links, std::back_inserter(commit_.batch.links));
  commit_.batch.pages.push_back(std::move(page));
}

// One transaction for many pages: each writes anew what pages have in common, and waits for the
// disk.
bool CommitBuilder::is_due() const {
  const bool is_time = clock_.steady() - last_sent_ >= kSendEvery && committer_.idle();
  return is_time || commit_.fetched.size() >= kMostAnswers || commit_.bytes >= kMostBytes;
}

bool CommitBuilder::learned_is_due() const {
  return clock_.steady() - last_learned_ >= kLearnedEvery;
}

void CommitBuilder::add_learned(Strategy& strategy, std::vector<PluginRecord> plugins_in_trouble) {
  last_learned_ = clock_.steady();
  repository::Batch& batch = commit_.batch;
  if (!plugins_ || *plugins_ != plugins_in_trouble) {
    plugins_ = plugins_in_trouble;
    batch.plugins = std::move(plugins_in_trouble);
  }
  strategy.take_learned(batch.terms);
  batch.scores = strategy.take_scores();
  batch.strategy_state = strategy.state();
  if (!batch.strategy_state.empty()) batch.strategy = strategy.name();
  batch.priorities = urls_.take_priorities();
}

void CommitBuilder::send() {
  urls_.take_changes(commit_.batch);
  last_sent_ = clock_.steady();
  if (commit_.empty()) return;
  committer_.put(std::exchange(commit_, {}));
}

}  // namespace porthole::gatherer
