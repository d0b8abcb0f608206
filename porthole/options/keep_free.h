#pragma once

/// The option --keep-free of the verbs that crawl.

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>

namespace porthole::cli {

/// `bytes`: what the option sets; empty for the default (gatherer/crawl/disk_room.h).
CLI::Option* add_keep_free(CLI::App& app, std::optional<std::int64_t>& bytes);

}  // namespace porthole::cli
