// The state that a crawl begins with, and keeps for the next run.

#include <algorithm>
#include <utility>

#include "base/text/format.h"
#include "gatherer/crawl/crawl.h"
#include "parser/summarizers.h"

namespace porthole::gatherer {

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

}  // namespace porthole::gatherer
