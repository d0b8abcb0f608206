#include "gatherer/judge/mark_watch.h"

#include <utility>

#include "base/log.h"
#include "base/text/format.h"
#include "collection/taxonomy_file.h"

namespace porthole::gatherer {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(100);

}  // namespace

MarkWatch::MarkWatch(const collection::Collection& collection, PageJudge& judge, const Clock& clock)
    : folder_(collection.folder()),
      name_(collection.specification().topic.taxonomy_file),
      file_(folder_ / name_),
      judge_(judge),
      clock_(clock),
      looked_(clock.steady()) {
  if (judge.taxonomy() == nullptr) name_.clear();
  if (name_.empty()) return;
  seen_ = file_stamp(file_);
  for (const topics::TopicId id : judge.taxonomy()->good())
    good_.push_back((*judge.taxonomy())[id].path);
}

Result<std::vector<std::string>> MarkWatch::marked() const {
  TRY_AS(file, collection::read_taxonomy_of(folder_, name_));
  std::vector<std::string> good;
  for (const topics::TopicId id : file->taxonomy().good())
    good.push_back(file->taxonomy()[id].path);
  return good;
}

bool MarkWatch::changed() {
  if (name_.empty()) return false;
  const SteadyTime now = clock_.steady();
  if (now - looked_ < kLookEvery) return false;
  looked_ = now;
  if (const FileStamp found = file_stamp(file_); std::exchange(seen_, found) == found) return false;
  auto good = marked();
  if (good && (*good == good_ || good->empty())) return false;
  Result<void> taken = good ? judge_.mark_good(*good) : fail(good.error());
  if (!taken) {
    log(LogLevel::kWarning, "gatherer",
        "the good topics are still " + join(good_, ", ") + ": " + taken.error().to_string());
    return false;
  }
  good_ = std::move(*good);
  log(LogLevel::kInfo, "gatherer",
      "the good topics are " + join(good_, ", ") + " from now on, as the taxonomy says");
  return true;
}

}  // namespace porthole::gatherer
