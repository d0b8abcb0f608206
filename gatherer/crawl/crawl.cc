#include "gatherer/crawl/crawl.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/text/format.h"
#include "gatherer/restart/strategy_replay.h"
#include "gatherer/strategies/distillation.h"
#include "parser/summarizers.h"

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
      budget_(rules_.options, rules_.clock, rules_.scope, urls_, rules_.specification.limits.pages),
      commits_(tools.committer, rules_.clock, urls_),
      queue_({urls_, fetcher_, budget_}, std::move(chosen), rules_.options.refresh.has_value()),
      links_({rules_.specification, rules_.manners, rules_.scope, rules_.clock, urls_, fetcher_,
              queue_, budget_, commits_}),
      members_({rules_.clock, rules_.scope, urls_, budget_, parser_}, rules_.archive_folder,
               rules_.specification.limits.body),
      unread_({rules_.clock, urls_, budget_, parser_, rules_.archive_folder,
               rules_.specification.limits.body, rules_.options.share}),
      copies_(urls_),
      recrawl_({rules_.clock, urls_, fetcher_, budget_, commits_, copies_},
               rules_.specification.refresh),
      sitemaps_({rules_.scope, rules_.clock, urls_, fetcher_, queue_, links_,
                 rules_.options.refresh ? &recrawl_.values() : nullptr, news_hosts(),
                 [this](UrlId url) { return stored_detail(url); }}),
      fetches_({rules_.specification, rules_.clock, urls_, fetcher_, parser_, budget_, commits_,
                queue_, links_, sitemaps_, recrawl_, rules_.options.share, rules_.others},
               rules_.specification.sitemaps, rules_.options.pages_at_once),
      store_({rules_.scope, rules_.judge, rules_.importance, rules_.specification.agent.name,
              rules_.clock, urls_, budget_, copies_, commits_, queue_, links_, members_, recrawl_,
              rules_.sources, [this](UrlId page) { return stored_text(page); }}),
      inbox_({rules_.options.share, rules_.judge.taxonomy(), urls_, queue_, links_, commits_}),
      rejudge_({rules_.judge, urls_, tools_.repository, [this] { return flush(); },
                [this](UrlId page, bool relevant) { budget_.judged(page, relevant); }}) {
  queue_.set_precedence(rules_.precedence);
  if (rules_.options.until_recall) {
    audit_.emplace(RecallAudit::Parts{rules_.clock, urls_, fetcher_, budget_, queue_,
                                      tools_.repository, [this] { return flush(); }},
                   *rules_.options.until_recall, rules_.recall_file, rules_.options.random_seed);
  }
}

std::function<bool(HostId)> Crawl::news_hosts() const {
  if (!rules_.options.round) return {};
  return [this](HostId host) { return recrawl_.leads_to_news(host); };
}

class Crawl::Restorer final : public repository::CrawlState::Visitor {
 public:
  explicit Restorer(Crawl& crawl) : crawl_(crawl) {}

  void url(UrlRecord url) override {
    if (!is_sound_ || !crawl_.urls_.restore(url)) {
      is_sound_ = false;
      return;
    }
    crawl_.links_.restore(url);
    count(url.id);
  }
  /// A URL of the table, which came with a row or from a checkpoint. (The languages that
  /// LinkAdmission restores let a URL in when the specification has others: then there is none.)
  void count(UrlId id) {
    const UrlTable::Entry& entry = crawl_.urls_[id];
    crawl_.sitemaps_.restore(entry);
    if (entry.state != UrlState::kFetched) return;
    crawl_.budget_.restore_url(id);
    crawl_.fetcher_.count_fetched(entry.host);
  }
  void page(repository::CrawlState::KnownPage page) override {
    is_sound_ = is_sound_ && page.id >= 1 && page.id <= crawl_.urls_.last();
    if (!is_sound_) return;
    crawl_.urls_.restore_page(page.id, std::hash<std::string>{}(page.digest), page.stale,
                              page.duplicate_of);
    if (page.duplicate_of == 0 && !page.gone) crawl_.copies_.restore(page.id);
    crawl_.budget_.restore_page(page.id, page.relevant);
    crawl_.store_.restore(page.order);
  }
  void host(repository::HostRecord host) override {
    crawl_.links_.restore(host);
    crawl_.fetcher_.restore(host);
  }
  void term(repository::TermRecord) override {}
  /// Errors: kStorage when a row named a URL that there is not.
  Result<void> result() const {
    if (is_sound_ && crawl_.urls_.is_sound()) return {};
    const std::string folder = shell_word(crawl_.rules_.archive_folder.parent_path().string());
    return fail(ErrorCode::kStorage,
                "the repository is damaged: URLs are missing that others of its rows name",
                "see what is damaged: porthole check repository " + folder +
                    "; build it again from the archive: porthole repair " + folder);
  }

 private:
  Crawl& crawl_;
  bool is_sound_ = true;
};

// This crawl's own knowledge of a host holds before that of others.
Result<void> Crawl::restore_hosts_of_others() {
  if (rules_.others == nullptr) return {};
  for (repository::Repository* other : rules_.others->repositories()) {
    TRY_AS(hosts, other->crawl().hosts());
    for (const repository::HostRecord& host : *hosts) {
      links_.restore(host);
      fetcher_.restore(host);
    }
  }
  return {};
}

Result<void> Crawl::take_from_others() {
  if (rules_.others == nullptr) return {};
  TRY_AS(relevant, rules_.others->relevant(rules_.judge, [&](const Url& url) {
    const UrlId known = urls_.find(url.key());
    return known == 0 ? rules_.scope.decide(url).accepted : is_open(urls_[known]);
  }));
  fetches_.take_from_others(std::move(*relevant));
  return {};
}

Result<std::optional<OpenCheckpoint>> Crawl::open_checkpoint() {
  // Sources of URLs beside the links may be new to the strategy.
  const bool may_begin = rules_.begins_at_checkpoint && rules_.sources.is_empty();
  if (!rules_.checkpoint || !may_begin) return std::optional<OpenCheckpoint>();
  return rules_.checkpoint->open(tools_.repository);
}

// The rows of URLs are in the checkpoint if there is one; pages and hosts are not.
Result<void> Crawl::restore_urls(OpenCheckpoint* checkpoint) {
  repository::CrawlState& state = tools_.repository.crawl();
  Restorer restorer(*this);
  if (checkpoint == nullptr) {
    TRY(state.load(restorer));
    return restorer.result();
  }
  TRY(checkpoint->load(urls_));
  for (UrlId id = 1; id <= urls_.last(); ++id) restorer.count(id);
  TRY(state.load_pages(restorer));
  TRY(restorer.result());
  TRY_AS(hosts, state.hosts());
  for (repository::HostRecord& host : *hosts) restorer.host(std::move(host));
  return {};
}

/// True if a URL that was kept out is wanted now, or one that waits is not any more.
Result<bool> Crawl::reconsider_urls(bool same_rules) {
  links_.reconsider_all(same_rules);
  repository::Batch reconsidered;
  urls_.take_changes(reconsidered);
  if (reconsidered.empty()) return false;
  TRY(tools_.repository.crawl().apply(reconsidered));
  return true;
}

Result<void> Crawl::restore(std::optional<WallTime> last_asked) {
  if (auto restored = restore_hosts_of_others(); !restored) return restored;
  TRY_AS(checkpoint, open_checkpoint());
  TRY(restore_urls(*checkpoint ? &**checkpoint : nullptr));
  TRY_AS(has_changed, reconsider_urls(checkpoint->has_value()));
  Result<bool> is_as_it_ended = false;
  if (*checkpoint && !*has_changed) is_as_it_ended = (*checkpoint)->load(queue_.strategy());
  if (!is_as_it_ended) return fail(is_as_it_ended.error());
  if (!*is_as_it_ended) {
    if (auto prepared = prepare_strategy(); !prepared) return prepared;
  }
  if (last_asked) fetcher_.rest_since(*last_asked);
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    const UrlTable::Entry& entry = urls_[id];
    if (!is_open(entry) || entry.not_before == 0) continue;
    fetcher_.rest_until(entry.host, entry.resting_until());
  }
  if (*is_as_it_ended) {
    queue_.enqueue_all_as_stored();
  } else {
    queue_.enqueue_all();
  }
  budget_.begin();
  if (audit_) {
    if (auto restored = audit_->restore(); !restored) return restored;
  }
  if (!rules_.options.refresh) return find_in_archive();
  return restore_refresh();
}

Result<void> Crawl::restore_refresh() {
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(*rules_.options.refresh);
  const WallTime before = rules_.clock.wall() - age;
  if (!rules_.options.round || rules_.visits == nullptr)
    return recrawl_.queue_old(tools_.repository, before, rules_.refresh_order, rules_.visits);
  queue_.set_fresh([this](UrlId id) { return recrawl_.takes_fresh(id); });
  return recrawl_.queue_round(tools_.repository, before, *rules_.options.round, *rules_.visits);
}

Result<void> Crawl::find_in_archive() {
  const auto is_read = [this](std::string_view type, const Url& url, std::string_view refused) {
    const std::string looked = ", " + std::string(refused) + ",";
    return std::ranges::any_of(tools_.parsers.summarizers(), [&](const auto& use) {
      return parser::claims(use.formats, type, url.href()) &&
             looked.find(", " + use.name + ",") == std::string::npos;
    });
  };
  TRY(unread_.find(tools_.repository, is_read));
  return members_.find_unread(tools_.repository);
}

Result<void> Crawl::save_checkpoint(const Checkpoint& now) const {
  constexpr std::int64_t kBytesAUrl = 150, kBytesLearned = 400;
  repository::CrawlState& state = tools_.repository.crawl();
  // A request whose answer nobody waits for has counted as a try here, and not in the repository.
  const bool is_whole = !rules_.options.refresh && !budget_.is_aborted() && !has_other_scope_ &&
                        budget_.under_way() == 0;
  if (rules_.checkpoint != now || !is_whole || !rules_.sources.is_empty())
    return now.remove_stale(state);
  if (auto removed = now.remove_stale(state); !removed) return removed;
  const std::int64_t bytes = strategy().checkpoint_layout().empty() ? kBytesAUrl : kBytesLearned;
  if (rules_.room != nullptr && !rules_.room->has_room_for(bytes * urls_.last()))
    return fail(ErrorCode::kDiskFull, "the disk has no room for it");
  return now.save(
      strategy(), urls_, [this](HostId queue) { return fetcher_.host_of(queue); }, state);
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
  if (has_room) fetches_.issue();
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
  for (FetchedPage& answer : answers) fetches_.answered(std::move(answer));
  parser_.collect(documents);
  for (ParsedPage& page : documents) store_.parsed(std::move(page));
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
