#include "gatherer/crawl/crawl.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "gatherer/restart/strategy_replay.h"
#include "gatherer/strategies/distillation.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto kProgressEvery = 250ms;

std::vector<std::string> schemes_with_robots(const MannersByScheme& manners) {
  std::vector<std::string> schemes;
  for (const auto& [scheme, how] : manners) {
    if (how.has_hosts && how.has_robots) schemes.push_back(scheme);
  }
  return schemes;
}

}  // namespace

Crawl::Crawl(CrawlRules rules, const CrawlTools& tools, ChosenStrategy chosen)
    : rules_(std::move(rules)),
      tools_(tools),
      fetcher_(rules_.specification, rules_.clock, tools.fetcher,
               schemes_with_robots(rules_.manners)),
      parser_(tools.parsers, rules_.specification.limits.links_per_page,
              rules_.specification.agent.name),
      urls_([this](const std::string& host) { return fetcher_.queue_of(host); },
            [this](std::uint32_t site) {
              const Share* const share = rules_.options.share;
              return share == nullptr || share->owns(site, urls_.sites());
            }),
      budget_(rules_, urls_),
      commits_(tools.committer, rules_.clock, urls_),
      queue_(core_, std::move(chosen)),
      links_({core_, queue_}),
      first_({core_, queue_, links_}),
      members_({core_, parser_}),
      unread_({core_, parser_}),
      copies_(urls_),
      recrawl_({core_, links_, copies_}),
      policies_{urls_, first_, recrawl_},
      sitemaps_({core_, links_, rules_.options.refresh ? &recrawl_.values() : nullptr, news_hosts(),
                 [this](UrlId url) { return stored_detail(url); }}),
      fetches_({core_, links_, sitemaps_, policies_}),
      store_({core_, copies_, commits_, queue_, links_, members_, recrawl_, policies_,
              [this](UrlId page) { return stored_text(page); }}),
      inbox_({core_, queue_, links_, commits_}),
      rejudge_({rules_.judge, urls_, tools_.repository, [this] { return flush(); },
                [this](UrlId page, bool relevant) { budget_.judged(page, relevant); }}) {
  queue_.set_precedence(rules_.precedence);
  if (rules_.options.until_recall) {
    audit_.emplace(
        RecallAudit::Parts{core_, queue_, tools_.repository, [this] { return flush(); }});
  }
}

std::function<bool(HostId)> Crawl::news_hosts() const {
  if (!rules_.options.round) return {};
  return [this](HostId host) { return recrawl_.leads_to_news(host); };
}

Result<void> Crawl::prepare_strategy() {
  if (Share* share = rules_.options.share) {
    share->follow_learning(std::string(queue_.strategy().name()));
  }
  return replay_crawl(queue_.strategy(), tools_.repository,
                      {.urls = urls_,
                       .taxonomy = rules_.judge.taxonomy(),
                       .fetched = budget_.fetched(),
                       .relevant = budget_.relevant(),
                       .sources = &rules_.sources});
}

// The learning of the old strategy is written first; the new one is told what the
// repository has, as at a start.
Result<void> Crawl::adopt(ChosenStrategy chosen) {
  if (auto written = flush(); !written) return written;
  queue_.adopt(std::move(chosen));
  if (auto prepared = prepare_strategy(); !prepared) return prepared;
  queue_.enqueue_all();
  return {};
}

std::optional<std::string> Crawl::stored_text(UrlId page) {
  if (!flush()) return std::nullopt;  // The run ends by that failure.
  const auto stored = tools_.repository.pages().get(page);
  return stored && *stored ? std::optional((*stored)->document.text) : std::nullopt;
}

std::string Crawl::stored_detail(UrlId url) {
  if (!flush()) return {};  // The run ends by that failure.
  const auto stored = tools_.repository.urls().get(url);
  return stored && *stored ? (*stored)->detail : std::string();
}

Result<void> Crawl::flush() {
  commit(true);
  return tools_.committer.drain();
}

Result<repository::StopReason> Crawl::run() {
  bool is_complete = false;  // By its goal of recall.
  while (true) {
    if (auto failure = tools_.committer.failure()) return fail(*failure);
    if (fetcher_.failure()) {
      commit(true);
      return fail(*fetcher_.failure());
    }
    if (budget_.is_aborted()) break;
    if (tools_.committer.waits_for_room() && !budget_.wants_more()) tools_.committer.give_up();
    TRY(follow_specification());
    TRY(follow_marks());
    if (audit_) {
      TRY_AS(reached, audit_->advance());
      if (*reached) {
        is_complete = true;
        break;
      }
    }
    TRY_AS(goes_on, turn());
    if (!*goes_on && goes_on_with_refresh()) continue;
    if (!*goes_on && !(audit_ && audit_->has_work())) break;
  }
  TRY(end_rejudging());
  store_.release_held();
  queue_.raise();  // So that the repository's queue is what the next run begins with.
  commit(true);
  if (is_complete) return repository::StopReason::kRecall;
  if (must_hand_over() && budget_.wants_more()) return repository::StopReason::kHandOver;
  return budget_.stop_reason();
}

// Links and claims of a changed page come before the next part of a round.
bool Crawl::goes_on_with_refresh() {
  if (!rules_.options.refresh) return false;
  const bool may_ask = budget_.wants_more();
  if (may_ask && rules_.options.round && recrawl_.queue_more_of(store_.suspected_hosts()))
    return true;
  return store_.release_held() || (may_ask && recrawl_.queue_next_part());
}

Result<void> Crawl::follow_specification() {
  if (rules_.watch == nullptr) return {};
  SpecificationChange change = rules_.watch->changed();
  if (change.pages) budget_.set_pages(*change.pages);
  if (change.pages_per_site) {
    budget_.set_pages_per_site(*change.pages_per_site);
    links_.readmit_capped();
  }
  if (change.precedence) queue_.set_precedence(std::move(*change.precedence));
  if (change.slow) fetcher_.set_slow(std::move(*change.slow));
  if (change.scope) {
    has_other_scope_ = true;
    rules_.scope = std::move(*change.scope);
    links_.follow_scope();
  }
  if (change.refresh_order && rules_.options.refresh) reorder_refresh(*change.refresh_order);
  if (change.strategy) return adopt(std::move(*change.strategy));
  if (change.precedence || change.pages_per_site || change.scope) queue_.enqueue_all();
  return {};
}

void Crawl::reorder_refresh(const RefreshOrder& order) {
  if (!order.needs_value() || rules_.visits != nullptr) return recrawl_.reorder(order);
  log(LogLevel::kWarning, "gatherer",
      "the order of pages is as before: their value is known to runs that begin with it");
}

// URLs that wait are rated after the first part, the pages on which most of them were found, and
// once more after all.
Result<void> Crawl::follow_marks() {
  const bool is_first = rules_.marks != nullptr && rules_.marks->changed();
  if (is_first) rejudge_.begin();
  if (!rejudge_.has_work()) return {};
  // A part waits for the writes before it, which would hold up requests: thousands of priorities.
  if (!is_first && !tools_.committer.idle()) return {};
  if (auto judged = rejudge_.advance(); !judged) return judged;
  const bool is_last = !rejudge_.has_work();
  if (!is_first && !is_last) return {};
  if (is_last) {
    if (auto distilled = distill_anew(tools_.repository); !distilled) return distilled;
    log(LogLevel::kInfo, "gatherer",
        std::to_string(rejudge_.changed()) + " pages are judged otherwise by the new marks");
  }
  TRY_AS(anew, rules_.watch->made_anew());
  if (auto adopted = adopt(std::move(*anew)); !adopted) return adopted;
  commit(true);  // Thousands of priorities are written while the crawl goes on, not by a flush().
  return {};
}

Result<void> Crawl::end_rejudging() {
  if (!rejudge_.has_work()) return {};
  while (rejudge_.has_work() && !budget_.is_stopped()) {
    if (auto judged = rejudge_.advance(); !judged) return judged;
  }
  if (!rejudge_.has_work()) return distill_anew(tools_.repository);
  log(LogLevel::kWarning, "gatherer",
      std::to_string(rejudge_.waiting()) +
          " pages are still judged by the marks before: porthole judge DIR judges them again");
  return {};
}

Result<bool> Crawl::turn() {
  const bool has_room = this->has_room();
  if (Share* share = rules_.options.share) {
    if (auto failure = share->failure()) return fail(*failure);
    inbox_.take_up();
    average_with(share->take_learned());
    budget_.set_pages_of_others(share->pages_of_others());
    budget_.tell(*share, fetcher_.next_ready() <= rules_.clock.steady() + 1s);
  }
  if (has_room && parser_.waiting() == 0 && members_.has_containers() && budget_.wants_more() &&
      !must_hand_over()) {
    members_.read_container();
  }
  if (has_room && parser_.waiting() == 0 && unread_.has_any() && !budget_.is_stopped())
    unread_.read_next();
  parser_.submit();
  if (has_room) issue();
  if (commits_.is_due() && !tools_.committer.waits_for_room()) commit(false);
  tell_progress();
  const bool is_under_way = fetcher_.under_way() > 0 || parser_.under_way() > 0;
  if (!is_under_way && must_hand_over()) return false;
  const bool busy = is_under_way || (unread_.has_any() && !budget_.is_stopped()) ||
                    ((members_.has_containers() || fetches_.has_offers()) && budget_.wants_more());
  if (!busy && (!budget_.wants_more() || fetcher_.next_ready() == SteadyTime::max())) {
    return wait_for_others();
  }
  await(longest_wait(busy || !has_room));
  return true;
}

// It goes on from the mean of what it and the others have learned; a strategy that has none keeps
// its own.
void Crawl::average_with(const std::vector<std::string>& others) {
  if (others.empty()) return;
  Strategy& strategy = queue_.strategy();
  std::vector<std::string> states = {strategy.state()};
  states.insert(states.end(), others.begin(), others.end());
  const std::string mean = strategy.average(states);
  if (mean != states.front()) strategy.restore_state(mean);
}

bool Crawl::must_hand_over() const {
  return rules_.options.share != nullptr && rules_.options.share->must_hand_over();
}

// Links that others find may bring something to do.
Result<bool> Crawl::wait_for_others() {
  constexpr milliseconds kLookEvery = 100ms;
  if (rules_.options.share == nullptr || !budget_.wants_more()) return false;
  commit(false);
  if (tools_.committer.idle()) {
    TRY_AS(over, rules_.options.share->is_over());
    if (*over) return false;
  }
  await(kLookEvery);
  return true;
}

void Crawl::await(milliseconds longest) {
  std::vector<pollfd> others;
  std::vector<FetchedPage> answers;
  std::vector<ParsedPage> documents;
  tools_.parsers.add_poll_fds(others);
  fetcher_.poll(longest, others, answers);
  for (FetchedPage& answer : answers) {
    budget_.asked(answer.kind);
    take(std::move(answer));
  }
  parser_.collect(documents);
  for (ParsedPage& page : documents) store_.parsed(std::move(page));
}

void Crawl::issue() {
  fetches_.queue_due();
  while (std::optional<FetchedPage> found = fetches_.issue()) take(std::move(*found));
}

void Crawl::take(FetchedPage page) {
  const bool is_of_server =
      page.response.status == FetchStatus::kAnswer && !page.url.host().empty();
  if (is_of_server) recrawl_.heard_a_server();
  switch (fetches_.answered(page)) {
    case FetchStage::Next::kParse:
      return parser_.put(std::move(page));
    case FetchStage::Next::kArchive:
      return commits_.archive(std::move(page));
    case FetchStage::Next::kNothing:
      return;
  }
}

bool Crawl::has_room() const {
  if (tools_.committer.waits_for_room()) return false;
  return rules_.room == nullptr || rules_.room->has_room();
}

milliseconds Crawl::longest_wait(bool busy) const {
  constexpr milliseconds kLongest = 100ms;
  if (tools_.parsers.ready()) return 0ms;
  const SteadyTime next = fetcher_.next_ready();
  const Share* share = rules_.options.share;
  const bool must_wait = busy || (share != nullptr && share->lacks_pages());
  if (must_wait || !budget_.wants_more() || next == SteadyTime::max()) return kLongest;
  const auto until = std::chrono::ceil<milliseconds>(next - rules_.clock.steady());
  return std::clamp(until, milliseconds(1), kLongest);
}

void Crawl::commit(bool everything) {
  fetcher_.take_changes(commits_.batch());
  recrawl_.take_changes(commits_.batch());
  links_.take_changes(commits_.batch());
  if (everything || commits_.learned_is_due()) {
    std::vector<PluginRecord> trouble = tools_.parsers.health().in_trouble();
    tools_.fetcher.plugins_in_trouble(trouble);
    if (std::optional<PluginRecord> record = strategy().trouble()) trouble.push_back(*record);
    commits_.add_learned(queue_.strategy(), std::move(trouble));
  }
  commits_.send();
}

void Crawl::tell_progress() {
  if (!rules_.options.progress) return;
  const SteadyTime now = rules_.clock.steady();
  if (now - last_progress_ < kProgressEvery) return;
  last_progress_ = now;
  Progress progress;
  budget_.count(progress);
  progress.queued = fetcher_.queued();
  progress.under_way = static_cast<int>(fetcher_.under_way());
  progress.waiting_for = waiting_for();
  rules_.options.progress(progress);
}

std::string Crawl::waiting_for() const {
  if (!has_room()) return rules_.room->waiting_for();
  if (fetcher_.under_way() > 0) return "answers from the web";
  if (parser_.under_way() > 0) return "the parsers";
  const SteadyTime next = fetcher_.next_ready();
  if (next == SteadyTime::max()) return "";
  const auto left = std::chrono::ceil<std::chrono::seconds>(next - rules_.clock.steady()).count();
  return left > 0 ? "hosts to be ready again (" + std::to_string(left) + " s)" : "";
}

GatherReport Crawl::report() const {
  GatherReport report;
  budget_.count(report);
  recrawl_.report(report);
  report.queued = static_cast<std::int64_t>(fetcher_.queued());
  report.failed_seeds = links_.failed_seeds();
  report.remark = strategy().remark();
  if (audit_ && audit_->estimate() != nullptr) report.recall = *audit_->estimate();
  return report;
}

}  // namespace porthole::gatherer
