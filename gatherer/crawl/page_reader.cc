#include "gatherer/crawl/page_reader.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "archive/http_message.h"
#include "base/url/url.h"
#include "gatherer/fetch/network.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/fetch/stand_in.h"
#include "gatherer/frontier/member_url.h"
#include "parser/parser_pool.h"

namespace porthole::gatherer {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kAtOnce = 16;
constexpr std::chrono::milliseconds kLongestWait = 20ms;

/// The reason for a missing document: a code and a message.
struct Failure {
  DropReason reason = DropReason::kNone;
  std::string text;
};

/// "name", or "name: detail".
Failure failure_with(DropReason reason, const std::string& detail) {
  return {reason, detail.empty() ? name_of(reason) : name_of(reason) + ": " + detail};
}

Failure failure_of(const FetchResponse& response) {
  const bool is_answer = response.status == FetchStatus::kAnswer;
  return failure_with(reason_of(response), is_answer ? "" : response.detail);
}

/// Why robots.txt keeps a page from being fetched.
Failure refusal_of(const RobotsAccess& access) {
  if (access.state == RobotsAccess::kDead) return failure_with(access.site->dead, "");
  if (access.state == RobotsAccess::kUnreachable) {
    return {DropReason::kRobotsUnreachable, access.site->rules.reason()};
  }
  return failure_with(DropReason::kRobots, access.verdict.rule);
}

}  // namespace

class PageReader::Impl {
 public:
  Impl(const collection::Specification& specification, PageReaderOptions options,
       std::unique_ptr<Fetcher> network, std::unique_ptr<parser::ParserPool> parsers)
      : specification_(specification),
        options_(std::move(options)),
        clock_(options_.clock != nullptr ? *options_.clock : system_clock()),
        network_(std::move(network)),
        pool_(std::move(parsers)),
        fetcher_(specification, clock_, *network_),
        parser_(*pool_, specification.limits.links_per_page, specification.agent.name) {
    fetcher_.set_order(QueueOrder::by_relevance());
  }

  Result<void> read(const std::vector<std::string>& urls, const PageReadDone& done) {
    done_ = &done;
    left_ = urls.size();
    for (std::size_t i = 0; i < urls.size(); ++i) add(i, urls[i]);
    std::vector<FetchedPage> answers;
    std::vector<ParsedPage> documents;
    std::vector<pollfd> others;
    while (left_ > 0 && !is_stopped()) {
      parser_.submit();
      while (issue_next()) {
      }
      others.clear();
      pool_->add_poll_fds(others);
      fetcher_.poll(wait(), others, answers);
      for (FetchedPage& answer : answers) answered(std::move(answer));
      answers.clear();
      if (fetcher_.failure()) return fail(*fetcher_.failure());
      parser_.collect(documents);
      for (ParsedPage& page : documents) parsed(std::move(page));
      documents.clear();
    }
    return {};
  }

 private:
  struct Task {
    std::size_t index = 0;
    Url url;
    int redirects = 0;
    int tries = 0;
  };

  bool is_stopped() const {
    return given_up_ || (options_.stop != nullptr && options_.stop->load() != 0);
  }

  std::string why_not(const Url& url) const {
    return options_.why_not ? options_.why_not(url) : std::string();
  }

  void add(std::size_t index, const std::string& text) {
    const UrlId id = ++last_id_;
    tasks_[id].index = index;
    Result<Url> url = Url::parse(text);
    if (!url) return finish(id, text, {DropReason::kInvalidUrl, url.error().message});
    if (!url->is_web()) {
      return finish(id, text, {DropReason::kUnknownScheme, "only http and https are fetched"});
    }
    queue(id, url->without_fragment().without_credentials());
  }

  /// Queues the task under the address `url`, unless the caller refuses that.
  void queue(UrlId id, Url url) {
    if (std::string why = why_not(url); !why.empty()) {
      return finish(id, url.href(), {DropReason::kNone, std::move(why)});
    }
    Task& task = tasks_[id];
    task.url = std::move(url);
    put(id, task);
  }

  void put(UrlId id, const Task& task) {
    fetcher_.put({.id = id, .tries = static_cast<std::uint32_t>(task.tries)},
                 fetcher_.queue_of(task.url.host_and_port()));
  }

  void finish(UrlId id, std::string url, Failure failure, Document document = {}) {
    const std::size_t index = tasks_.at(id).index;
    tasks_.erase(id);
    --left_;
    const bool go_on = (*done_)(
        {index, std::move(url), std::move(failure.text), failure.reason, std::move(document)});
    if (!go_on) given_up_ = true;
  }

  /// Starts one request or settles one page without. False when nothing can be done now.
  bool issue_next() {
    for (const UrlId id : fetcher_.take_due()) put(id, tasks_.at(id));
    if (is_stopped() || fetcher_.under_way() + parser_.waiting() >= kAtOnce) return false;
    const std::optional<UrlId> next = fetcher_.next();
    if (!next) return false;
    Task& task = tasks_.at(*next);
    const HostId queue = fetcher_.queue_of(task.url.host_and_port());
    const RobotsAccess access = fetcher_.check_robots(task.url, queue);
    if (access.state == RobotsAccess::kAsking) return true;
    if (access.state != RobotsAccess::kAllowed) {
      fetcher_.erase(*next);
      finish(*next, task.url.href(), refusal_of(access));
      return true;
    }
    ++task.tries;
    fetcher_.fetch({.id = *next, .queue = queue, .authority = access.authority, .url = task.url});
    return true;
  }

  std::chrono::milliseconds wait() const {
    if (pool_->ready()) return 0ms;
    if (fetcher_.under_way() > 0 || parser_.under_way() > 0) return kLongestWait;
    const SteadyTime next = fetcher_.next_ready();
    if (next == SteadyTime::max()) return kLongestWait;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - clock_.steady());
    return std::clamp<std::chrono::milliseconds>(left, 1ms, kLongestWait);
  }

  void answered(FetchedPage page) {
    if (options_.answered) options_.answered(page.url, page.response);
    if (page.kind == FetchKind::kRobots) return;
    if (const std::optional<StandIn> told = stand_in_of(page.response))
      return turned_away(page, *told);
    switch (outcome_of(page.response)) {
      case FetchOutcome::kPart:
        if (tasks_.at(page.id).tries < kFetchTries) return try_again(page);
        [[fallthrough]];
      case FetchOutcome::kDocument:
        return parser_.put(std::move(page));
      case FetchOutcome::kRedirect:
        return follow(page);
      case FetchOutcome::kTryAgain:
        return try_again(page);
      case FetchOutcome::kFailed:
        break;
    }
    finish(page.id, page.url.href(), failure_of(page.response));
  }

  void follow(const FetchedPage& page) {
    const Result<Url> target = redirect_target(page);
    if (!target || !target->is_web()) {
      return finish(page.id, page.url.href(), failure_with(DropReason::kBadRedirect, ""));
    }
    Task& task = tasks_.at(page.id);
    if (++task.redirects > specification_.limits.redirects) {
      return finish(page.id, page.url.href(), failure_with(DropReason::kTooManyRedirects, ""));
    }
    task.tries = 0;
    queue(page.id, target->without_fragment());
  }

  void try_again(const FetchedPage& page) {
    const Task& task = tasks_.at(page.id);
    if (!fetcher_.try_again(page, task.tries)) {
      return finish(page.id, page.url.href(), failure_of(page.response));
    }
    put(page.id, task);
  }

  void turned_away(const FetchedPage& page, const StandIn& told) {
    fetcher_.turned_away(page.queue, page.url.href());
    finish(page.id, page.url.href(), failure_with(told.reason, told.detail));
  }

  void parsed(ParsedPage page) {
    if (const auto told = stand_in_of(page.fetched.response, page.document))
      return turned_away(page.fetched, *told);
    const bool readable = page.document.status != ParseStatus::kUnsupported;
    if (!readable) {
      return finish(page.fetched.id, page.fetched.url.href(),
                    {DropReason::kUnsupportedType,
                     name_of(DropReason::kUnsupportedType) + " " + page.document.media_type});
    }
    finish(page.fetched.id, page.fetched.url.href(), {}, std::move(page.document));
  }

  const collection::Specification& specification_;
  PageReaderOptions options_;
  const Clock& clock_;
  std::unique_ptr<Fetcher> network_;
  std::unique_ptr<parser::ParserPool> pool_;
  PoliteFetcher fetcher_;
  PageParser parser_;
  const PageReadDone* done_ = nullptr;
  std::unordered_map<UrlId, Task> tasks_;
  UrlId last_id_ = 0;
  std::size_t left_ = 0;
  bool given_up_ = false;
};

Result<PageReader> PageReader::open(const collection::Specification& specification,
                                    PageReaderOptions options) {
  if (specification.network.is_live() && !specification.agent.has_contact())
    return fail(collection::no_contact(specification, "pages are not fetched from the live web"));
  TRY_AS(network, open_network(specification));
  TRY_AS(parsers, parser::ParserPool::start({}));
  return PageReader(std::make_unique<Impl>(specification, std::move(options), std::move(*network),
                                           std::move(*parsers)));
}

PageReader::PageReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PageReader::~PageReader() = default;
PageReader::PageReader(PageReader&&) noexcept = default;

Result<void> PageReader::read(const std::vector<std::string>& urls, const PageReadDone& done) {
  return impl_->read(urls, done);
}

Result<void> read_pages(const collection::Specification& specification,
                        const std::vector<std::string>& urls, const PageReaderOptions& options) {
  if (urls.empty()) return {};
  TRY_AS(reader, PageReader::open(specification, options));
  return reader->read(urls, options.done);
}

void PageParser::submit() {
  while (!waiting_.empty() && pool_.idle()) {
    FetchedPage page = std::move(waiting_.front());
    waiting_.pop_front();
    const bool is_member = page.kind == FetchKind::kMember || !page.url.fragment().empty();
    parser::ParseInput input;
    input.url = is_member ? base_of_member(page.url) : page.url.href();
    input.content_type = archive::joined_values(page.response.headers, "content-type");
    input.agent = agent_;
    input.fetched = page.response.started;
    input.body = page.response.body;
    input.max_links = most_links_;
    input.truncated = page.response.truncated;
    input.is_member = is_member;
    const std::uint64_t ticket = next_ticket_++;
    parsing_.emplace(ticket, std::move(page));
    pool_.submit(ticket, std::move(input));
  }
}

void PageParser::collect(std::vector<ParsedPage>& done) {
  pool_.collect(parsed_);
  for (auto& [ticket, document] : parsed_) {
    const auto found = parsing_.find(ticket);
    done.push_back({std::move(found->second), std::move(document)});
    parsing_.erase(found);
  }
  parsed_.clear();
}

}  // namespace porthole::gatherer
