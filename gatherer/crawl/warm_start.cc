#include "gatherer/crawl/warm_start.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "base/text/text.h"
#include "collection/open_collection.h"
#include "repository/open_repository.h"

namespace porthole::gatherer {
namespace {

bool have_term_in_common(const collection::Topic& one, const collection::Topic& other) {
  return std::any_of(one.terms.begin(), one.terms.end(), [&](const std::string& term) {
    return std::any_of(other.terms.begin(), other.terms.end(), [&](const std::string& its) {
      return ascii_lower(term) == ascii_lower(its);
    });
  });
}

Result<std::string> learned_state(const collection::Collection& other, std::string_view strategy) {
  const std::string folder = other.folder().string();
  TRY_AS(repository, repository::open_if_there(collection::storage_of(other)));
  if (*repository == nullptr) {
    return fail(ErrorCode::kIncomplete, "--warm " + folder + ": nothing was gathered there yet",
                "gather it first, or leave out --warm");
  }
  Result<std::string> state = (*repository)->crawl().strategy_state(strategy);
  if (state && state->empty()) {
    return fail(ErrorCode::kIncomplete,
                "--warm " + folder + ": no crawl there used the strategy " + std::string(strategy),
                "choose another collection, or leave out --warm");
  }
  return state;
}

}  // namespace

Result<void> warm_start(Strategy& strategy, const collection::Collection& collection,
                        const std::filesystem::path& folder) {
  if (!strategy.warm_start({}, false)) {
    return fail(ErrorCode::kUsage,
                "the strategy " + std::string(strategy.name()) + " has no weights to begin with",
                "use --warm with the strategy learned");
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(folder, collection.folder(), ignored)) {
    return fail(ErrorCode::kUsage, "--warm " + folder.string() + ": that is this collection itself",
                "name another collection, or leave out --warm: a crawl goes on with its own "
                "weights by itself");
  }
  TRY_AS(other, collection::Collection::open(folder));
  TRY_AS(state, learned_state(*other, strategy.name()));
  strategy.warm_start(
      *state, have_term_in_common(collection.specification().topic, other->specification().topic));
  return {};
}

}  // namespace porthole::gatherer
