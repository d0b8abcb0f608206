#pragma once

/// The options of `gather`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/scope_choice.h"
#include "gatherer/crawl/gather_options.h"
#include "porthole/command_line.h"

namespace porthole::cli {

/// As typed; "" and nullopt for what was left out.
struct GatherChoice {
  std::string folder;
  std::optional<std::int64_t> pages, more;
  std::string strategy, warm;
  std::vector<std::string> options;
  std::string duration, refresh;
  std::string refresh_order;
  bool keep_fresh = false;
  std::optional<double> until_recall;
  std::vector<std::string> retry;
  collection::ScopeChoice scope;
  std::uint64_t random_seed = 1;
  std::optional<std::int64_t> keep_free;  ///< Bytes.
  bool expand = false;
  bool dry_run = false;
  bool set_aside = false;
  std::string gatherer;  ///< "" for one that writes alone.
  std::string lease = "30s";
};

/// Declares the options, which fill `choice`.
/// Lifetime: `choice` outlives `app`.
void add_gather_choice(Command app, GatherChoice& choice);

/// The options in the form that the library takes.
/// Errors: kUsage with the option that is not valid and a remedy.
Result<gatherer::GatherOptions> gather_options(const GatherChoice& choice);

}  // namespace porthole::cli
