#include "gatherer/share/share.h"

#include <iterator>
#include <utility>

namespace porthole::gatherer {

using namespace std::chrono_literals;
using repository::InboxLink;

namespace {

constexpr auto kReadEvery = 200ms;
constexpr auto kLearnEvery = 10s;  // As states are stored.
constexpr std::size_t kMostAtOnce = 2'000;
constexpr int kMostLost = 12;                 // Attempts to read, of five seconds each.
constexpr std::size_t kMostWaiting = 20'000;  // Read and not taken.

}  // namespace

Share::Share(LeaseKeeper& keeper, const std::vector<repository::HeldBucket>& served,
             std::unique_ptr<repository::Inbox> inbox, Options options)
    : keeper_(keeper), inbox_(std::move(inbox)), options_(std::move(options)) {
  for (const repository::HeldBucket& held : served)
    buckets_.set(static_cast<std::size_t>(held.bucket));
  thread_ = std::thread([this] { run(); });
}

Share::~Share() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

// A reader gives a server that is restarted a few seconds, a writer a minute; so does this.
void Share::run() {
  int lost = 0;
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (const Result<bool> more = read(lock); !more) {
      if (more.error().code != ErrorCode::kNetwork || ++lost == kMostLost) {
        failure_ = more.error();
        return;
      }
    } else {
      lost = 0;
      if (*more) continue;
    }
    changed_.wait_for(lock, kReadEvery, [&] { return ending_; });
  }
}

// The lock is released while the repository is asked.
Result<bool> Share::read(std::unique_lock<std::mutex>& lock) {
  const bool has_room = links_.size() < kMostWaiting;
  const SteadyTime now = std::chrono::steady_clock::now();
  const std::string strategy = now < next_learned_ ? "" : strategy_;
  lock.unlock();
  Result<std::vector<InboxLink>> links;
  if (has_room) links = inbox_->read(kMostAtOnce);
  Result<std::vector<std::string>> learned;
  if (links && !strategy.empty())
    learned = inbox_->read_learned(keeper_.lease().gatherer(), strategy);
  lock.lock();
  if (!links) return fail(links.error());
  const bool more = links->size() == kMostAtOnce;
  std::ranges::move(*links, std::back_inserter(links_));
  if (!learned) return fail(learned.error());
  std::ranges::move(*learned, std::back_inserter(learned_));
  if (!strategy.empty()) next_learned_ = now + kLearnEvery;
  return more;
}

void Share::follow_learning(std::string strategy) {
  const std::lock_guard lock(mutex_);
  strategy_ = std::move(strategy);
  next_learned_ = std::chrono::steady_clock::now() + kLearnEvery;
  learned_.clear();
}

std::vector<std::string> Share::take_learned() {
  const std::lock_guard lock(mutex_);
  return std::exchange(learned_, {});
}

bool Share::owns(std::uint32_t site, const StringInterner& sites) const {
  for (auto next = static_cast<std::uint32_t>(owned_.size()); next <= site; ++next) {
    const int bucket = repository::bucket_of(sites.text(next));
    owned_.push_back(buckets_[static_cast<std::size_t>(bucket)]);
  }
  return owned_[site];
}

void Share::wish(std::int64_t most, std::int64_t before, std::int64_t added, bool has_work) {
  if (most == 0) return keeper_.claim().wish(std::nullopt);
  const repository::CommittedPages then = options_.committed();
  keeper_.claim().wish(PageClaim::Wish{.most = most - before + then.own + then.others,
                                       .used = then.own + added,
                                       .has_work = has_work});
}

std::vector<InboxLink> Share::take_links() {
  const std::lock_guard lock(mutex_);
  return std::exchange(links_, {});
}

std::optional<Error> Share::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace porthole::gatherer
