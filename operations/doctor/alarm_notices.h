#pragma once

/// Tells the alarms of a crawl to another program and by mail (porthole status --webhook, --mail).
///
/// Each alarm is told once to each target, and again when it comes back after it has ended:
/// DIR/alarms.json has what was told to whom. It is written after an alarm was told, so that a
/// crash in between tells it twice, and never not at all.
///
/// Thread safety: one thread; two processes at a time may tell an alarm twice.

#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/report/alarms.h"

namespace porthole::operations {

struct NoticeTargets {
  std::string webhook;  ///< "" for none.
  std::string mail;     ///< An address; "" for none.
};

/// Errors: kUsage for an invalid address; those of check_webhook().
Result<void> check_targets(const NoticeTargets& targets);

/// Tells the alarms of `collection` that are new.
/// Mail is sent by the sendmail of PATH, else by /usr/sbin/sendmail.
/// Errors: those of post_webhook(); kNotFound without the sendmail program, kNetwork when it fails;
/// those of replace_file().
Result<void> tell_alarms(const collection::Collection& collection,
                         const std::vector<gatherer::Alarm>& alarms, const NoticeTargets& targets);

}  // namespace porthole::operations
