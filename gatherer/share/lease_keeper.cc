#include "gatherer/share/lease_keeper.h"

#include <time.h>

#include <algorithm>
#include <utility>

#include "base/log.h"

namespace porthole::gatherer {

using namespace std::chrono_literals;
using repository::BucketLease;
using repository::HeldBucket;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kLookEvery = 250ms;

/// The time since the machine was started, in which it may have slept.
std::chrono::nanoseconds since_start() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

LeaseKeeper::LeaseKeeper(std::unique_ptr<BucketLease> lease)
    : lease_(std::move(lease)), term_(lease_->term()), thread_([this] { run(); }) {}

LeaseKeeper::~LeaseKeeper() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

Result<std::unique_ptr<LeaseKeeper>> LeaseKeeper::join(const std::string& url,
                                                       const std::string& name, milliseconds term) {
  TRY_AS(lease, BucketLease::join(url, name, term));
  return std::unique_ptr<LeaseKeeper>(new LeaseKeeper(std::move(*lease)));
}

// A failure is tried again: the lease runs out meanwhile, and nothing is asked.
void LeaseKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    Result<void> done = look_around();
    if (!done) log(LogLevel::kWarning, "gather", "the leases: " + done.error().message);
    changed_.wait_for(lock, std::min(kLookEvery, term_ / 3), [&] { return ending_; });
  }
}

Result<void> LeaseKeeper::renew() {
  const std::chrono::nanoseconds asked = since_start();
  TRY_AS(held, lease_->renew());
  held_ = std::move(*held);
  next_renewal_ = asked + term_ / 3;
  const bool has_all =
      std::ranges::includes(held_, served_, [](const HeldBucket& a, const HeldBucket& b) {
        return std::pair(a.bucket, a.epoch) < std::pair(b.bucket, b.epoch);
      });
  if (!has_all) has_lost_ = must_hand_over_ = true;
  deadline_ = (asked + term_).count();  // Last: from now on hosts are asked.
  return {};
}

// The repository may have been away for all: whose leases ran out meanwhile renews them first.
void LeaseKeeper::note_contact() {
  const std::chrono::nanoseconds now = since_start();
  if (last_contact_ == std::chrono::nanoseconds::zero()) last_contact_ = now;
  if (now - last_contact_ > term_ / 2) takes_from_ = now + term_ / 2;
  last_contact_ = now;
}

Result<void> LeaseKeeper::look_around() {
  if (since_start() >= next_renewal_) {
    if (auto renewed = renew(); !renewed) return renewed;
  }
  TRY_AS(census, lease_->census());
  pages_of_others_ = census->pages_of_others;
  share_ = census->fair_share();
  if (held_.size() > share_) must_hand_over_ = true;
  note_contact();
  TRY(claim_pages());
  if (held_.size() >= share_ || last_contact_ < takes_from_) return {};
  TRY_AS(taken, lease_->take(share_ - held_.size()));
  if (*taken == 0) return {};
  must_hand_over_ = true;
  return renew();
}

Result<void> LeaseKeeper::claim_pages() {
  const std::optional<PageClaim::Wish> asked = claim_.asked();
  if (!asked) return {};
  TRY_AS(granted, lease_->claim(*asked));
  claim_.granted(*granted);
  return {};
}

Result<std::vector<HeldBucket>> LeaseKeeper::serve(const std::atomic<int>* stop) {
  std::unique_lock lock(mutex_);
  served_.clear();
  while (true) {
    TRY(look_around());
    if (held_.size() > share_) {
      std::vector<int> surplus;
      for (std::size_t i = share_; i < held_.size(); ++i) surplus.push_back(held_[i].bucket);
      TRY(lease_->give_back(surplus));
    }
    TRY(renew());
    if (stop != nullptr && stop->load() != 0) return std::vector<HeldBucket>();
    if (!held_.empty()) break;
    changed_.wait_for(lock, std::min(kLookEvery, term_ / 3));
  }
  served_ = held_;
  has_lost_ = must_hand_over_ = false;
  return served_;
}

bool LeaseKeeper::may_ask() const { return since_start().count() < deadline_; }

bool LeaseKeeper::has_lost() {
  const std::lock_guard lock(mutex_);
  if (auto renewed = renew(); !renewed) return false;
  return has_lost_;
}

Result<bool> LeaseKeeper::is_over() {
  const std::lock_guard lock(mutex_);
  TRY(lease_->note_idle());
  return lease_->is_over();
}

Result<void> LeaseKeeper::leave(BucketLease::Leaving leaving) {
  const std::lock_guard lock(mutex_);
  ending_ = true;  // The thread would take them again.
  changed_.notify_all();
  return lease_->leave(leaving);
}

}  // namespace porthole::gatherer
