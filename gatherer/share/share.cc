#include "gatherer/share/share.h"

#include <iterator>
#include <utility>

namespace porthole::gatherer {

using namespace std::chrono_literals;
using repository::InboxLink;

namespace {

constexpr auto kReadEvery = 200ms;
constexpr std::size_t kMostAtOnce = 2'000;
constexpr int kMostLost = 12;                 // Attempts to read, of five seconds each.
constexpr std::size_t kMostWaiting = 20'000;  // Read and not taken.

}  // namespace

Share::Share(LeaseKeeper& keeper, const std::vector<repository::HeldBucket>& served,
             std::unique_ptr<repository::Inbox> inbox)
    : keeper_(keeper), inbox_(std::move(inbox)) {
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
    if (links_.size() < kMostWaiting) {
      lock.unlock();
      Result<std::vector<InboxLink>> read = inbox_->read(kMostAtOnce);
      lock.lock();
      if (!read) {
        if (read.error().code != ErrorCode::kNetwork || ++lost == kMostLost) {
          failure_ = read.error();
          return;
        }
        changed_.wait_for(lock, kReadEvery, [&] { return ending_; });
        continue;
      }
      lost = 0;
      std::ranges::move(*read, std::back_inserter(links_));
      if (read->size() == kMostAtOnce) continue;
    }
    changed_.wait_for(lock, kReadEvery, [&] { return ending_; });
  }
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
