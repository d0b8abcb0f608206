#pragma once

/// The option --keep-free of the verbs that crawl.

#include <cstdint>
#include <optional>

#include "porthole/command_line.h"

namespace porthole::cli {

/// `bytes`: what the option sets; empty for the default (gatherer/crawl/disk_room.h).
Option add_keep_free(Command app, std::optional<std::int64_t>& bytes);

}  // namespace porthole::cli
