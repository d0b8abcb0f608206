#include "porthole/options/gather_choice.h"

#include <chrono>
#include <utility>

#include "porthole/options/shared_options.h"

namespace porthole::cli {
namespace {

void add_end(Command app, GatherChoice& choice) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  app.add_option("--pages", choice.pages, "Stop when the collection has N pages in all")
      .type_name("N")
      .within(std::int64_t{1}, kMost, "a number from 1 on")
      .envname("PORTHOLE_PAGES");
  app.add_option("--more", choice.more, "Fetch N more pages, ignoring --pages")
      .type_name("N")
      .within(std::int64_t{1}, kMost, "a number from 1 on");
}

void add_strategy(Command app, GatherChoice& choice) {
  app.add_option("--strategy", choice.strategy,
                 "The crawl strategy: learned, rw, soft-focus, ... (docs/strategies.md; default: "
                 "the specification's)")
      .type_name("NAME")
      .envname("PORTHOLE_STRATEGY");
  app.add_option("--option", choice.options, "Set an option of the strategy; may be repeated")
      .type_name("NAME=VALUE");
  app.add_option("--warm", choice.warm,
                 "Begin with the weights that the crawl of another collection learned, unless this "
                 "one has its own (docs/strategies.md)")
      .type_name("DIR");
}

Option add_until_recall(Command app, GatherChoice& choice) {
  return app
      .add_option("--until-recall", choice.until_recall,
                  "Stop when this share of the relevant pages was found, as random samples of "
                  "the waiting URLs estimate it: 0.9 (docs/recall.md)")
      .type_name("SHARE")
      .within(0.01, 1.0);
}

Option add_expand(Command app, GatherChoice& choice) {
  return app.add_flag(
      "--expand", choice.expand,
      "Let the topic expander add terms that the crawl assures, and take back those "
      "that lead astray (docs/expander.md)");
}

/// Options of a recrawl; returns --refresh and --keep-fresh.
std::vector<Option> add_recrawl(Command app, GatherChoice& choice) {
  Option refresh =
      app.add_option("--refresh", choice.refresh,
                     "Recrawl only: fetch pages again that are this old or older (2h, 7d), and no "
                     "new ones; --more limits their number")
          .type_name("AGE");
  Option order =
      app.add_option("--refresh-order", choice.refresh_order,
                     "The order of --refresh: lastvisited, tries, hub, authority, relevance, "
                     "density and value, each asc or desc (default: hub desc, relevance desc, "
                     "density desc)")
          .type_name("COLUMNS")
          .needs(refresh);
  Option keep_fresh = app.add_flag(
      "--keep-fresh", choice.keep_fresh,
      "Recrawl only, by value: the pages first whose fetch gains the most freshness, by their "
      "change rate, relevance and scores (docs/strategies.md); --more limits their number");
  keep_fresh.excludes(order);
  return {refresh, keep_fresh};
}

Option add_retry(Command app, GatherChoice& choice) {
  return app
      .add_option("--retry", choice.retry,
                  "Queue URLs again that were dropped for this reason: "
                  "unresolvable, \"http 404\", ... "
                  "(porthole status lists them, docs/url_states.md all; may be repeated)")
      .type_name("REASON")
      .expected(1);
}

/// Options of one of several gatherers; returns the one that the other needs.
Option add_gatherer(Command app, GatherChoice& choice) {
  Option gatherer =
      app.add_option("--gatherer", choice.gatherer,
                     "Crawl as one of several gatherers on a repository in PostgreSQL, under this "
                     "name (docs/scale.md)")
          .type_name("NAME");
  app.add_option("--lease", choice.lease,
                 "With --gatherer: others take over the sites of a gatherer that was not heard of "
                 "for this long")
      .type_name("DURATION")
      .needs(gatherer)
      .capture_default_str();
  return gatherer;
}

void add_run(Command app, GatherChoice& choice) {
  app.add_option("--random-seed", choice.random_seed, "Random seed for randomised strategies")
      .type_name("N")
      .capture_default_str();
  add_keep_free(app, choice.keep_free);
  app.add_flag("--set-aside", choice.set_aside,
               "Resume where the archive is newer than the repository, or has lost files: it stays "
               "as it is, and a new file is begun (docs/backup.md)");
  add_dry_run(app, choice.dry_run,
              "Print the effective limits and the URLs that would be fetched first");
}

Result<void> read_times(const GatherChoice& choice, gatherer::GatherOptions& out) {
  if (!choice.duration.empty()) {
    TRY_AS(duration, duration_option("--for", choice.duration));
    if (duration->count() == 0)
      return fail(ErrorCode::kUsage, "--for 0 leaves no time to gather", "write 90s, 15m or 2h");
    out.duration = *duration;
  }
  if (!choice.refresh.empty()) {
    TRY_AS(refresh, duration_option("--refresh", choice.refresh));
    out.refresh = *refresh;
  }
  return {};
}

Result<void> read_order(const GatherChoice& choice, gatherer::GatherOptions& out) {
  if (!choice.refresh_order.empty()) {
    TRY_AS(order, gatherer::RefreshOrder::parse(choice.refresh_order));
    out.refresh_order = std::move(*order);
  }
  if (choice.keep_fresh) {
    if (!out.refresh) out.refresh = std::chrono::milliseconds(0);
    out.refresh_order = gatherer::RefreshOrder::by_value();
  }
  return {};
}

}  // namespace

void add_gather_choice(Command app, GatherChoice& choice) {
  app.add_folder(choice.folder);
  add_end(app, choice);
  add_strategy(app, choice);
  app.add_option("--for", choice.duration, "Stop after this long: 90s, 15m, 2h")
      .type_name("DURATION");
  const Option until_recall = add_until_recall(app, choice);
  const Option expand = add_expand(app, choice);
  const std::vector<Option> recrawl = add_recrawl(app, choice);
  const Option gatherer = add_gatherer(app, choice);
  const Option retry = add_retry(app, choice);
  std::vector<Option> new_pages = add_scope_choice(app, choice.scope);
  for (const Option source : add_url_sources(app, choice.scope)) new_pages.push_back(source);
  new_pages.insert(new_pages.end(), {until_recall, expand});
  for (const Option option : recrawl)
    for (const Option without : new_pages) option.excludes(without);
  for (const Option without : {recrawl[0], recrawl[1], until_recall, expand, retry})
    gatherer.excludes(without);
  add_run(app, choice);
}

Result<gatherer::GatherOptions> gather_options(const GatherChoice& choice) {
  gatherer::GatherOptions out;
  out.pages = choice.pages;
  out.more = choice.more;
  out.strategy = choice.strategy;
  out.warm = choice.warm;
  out.random_seed = choice.random_seed;
  out.set_aside = choice.set_aside;
  out.keep_free = choice.keep_free;
  if (choice.until_recall) out.until_recall = gatherer::RecallGoal{.recall = *choice.until_recall};
  TRY(read_times(choice, out));
  TRY(read_order(choice, out));
  for (const std::string& option : choice.options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::kUsage, "--option " + option + " has no value",
                  "write --option NAME=VALUE");
    }
    out.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return out;
}

}  // namespace porthole::cli
