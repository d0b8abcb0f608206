#include "gatherer/crawl/disk_room.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/text/format.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr auto kAskEvery = 250ms;
constexpr std::int64_t kMostKeptFree = std::int64_t{256} << 20;
constexpr std::int64_t kTwoCommits = std::int64_t{64} << 20;  // Archive and repository.
constexpr std::int64_t kShareKeptFree = 100;                  // One part of so many.

AskDisk disk_of(const std::filesystem::path& folder) {
  return [folder]() -> std::optional<DiskSpace> {
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(folder, error);
    if (error) return std::nullopt;
    return DiskSpace{static_cast<std::int64_t>(space.available),
                     static_cast<std::int64_t>(space.capacity)};
  };
}

}  // namespace

DiskRoom::DiskRoom(const std::filesystem::path& folder, std::optional<std::int64_t> keep_free,
                   AskDisk ask)
    : keep_free_(keep_free), ask_(ask ? std::move(ask) : disk_of(folder)) {}

std::int64_t DiskRoom::floor_of(const DiskSpace& space) const {
  return keep_free_.value_or(std::min(kMostKeptFree, space.size / kShareKeptFree));
}

void DiskRoom::ask() {
  const std::optional<DiskSpace> space = ask_();
  if (space) space_ = *space;
  is_known_ = space.has_value();
}

bool DiskRoom::has_room() {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (!asked_ || now - *asked_ >= kAskEvery) {
    asked_ = now;
    ask();
  }
  return !is_known_ || space_.free >= floor_of(space_);
}

bool DiskRoom::has_room_for(std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  ask();
  return !is_known_ || space_.free >= floor_of(space_) + bytes;
}

bool DiskRoom::is_nearly_full() {
  const std::lock_guard lock(mutex_);
  ask();
  return is_known_ && space_.free < std::max(kTwoCommits, floor_of(space_));
}

std::string DiskRoom::waiting_for() const {
  const std::lock_guard lock(mutex_);
  return "free space: " + format_bytes(space_.free) + " are free, " +
         format_bytes(floor_of(space_)) + " are kept free";
}

}  // namespace porthole::gatherer
