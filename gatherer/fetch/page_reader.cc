#include "gatherer/fetch/page_reader.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "gatherer/fetch/host_pace.h"
#include "gatherer/fetch/http_status.h"
#include "gatherer/fetch/limits.h"
#include "gatherer/fetch/network.h"
#include "gatherer/fetch/robots_keeper.h"
#include "parser/parser_pool.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr int kAtOnce = 16;

}  // namespace

class PageReader::Impl {
 public:
  Impl(const collection::Specification& specification, PageReaderOptions options,
       std::unique_ptr<Fetcher> fetcher, std::unique_ptr<parser::ParserPool> parsers)
      : specification_(specification),
        options_(std::move(options)),
        clock_(options_.clock != nullptr ? *options_.clock : system_clock()),
        fetcher_(std::move(fetcher)),
        parsers_(std::move(parsers)),
        patient_(specification.network.is_live() || specification.politeness.simulated),
        pace_(specification.politeness, patient_),
        robots_(specification.agent.name, clock_,
                patient_ ? std::chrono::milliseconds(kBackOff) : 0ms) {}

  Result<void> read(const std::vector<std::string>& urls, const PageReadDone& done) {
    done_ = &done;
    for (std::size_t i = 0; i < urls.size(); ++i) add(i, urls[i]);
    std::vector<FetchResponse> answers;
    std::vector<parser::ParserPool::Parsed> documents;
    std::vector<pollfd> others;
    while (left_ > 0 && !is_stopped()) {
      hand_to_parsers();
      issue();
      others.clear();
      parsers_->add_poll_fds(others);
      fetcher_->poll(20ms, others, answers);
      for (FetchResponse& answer : answers) answered(std::move(answer));
      answers.clear();
      if (failure_) return fail(*failure_);
      parsers_->collect(documents);
      for (auto& [ticket, document] : documents) parsed(ticket, std::move(document));
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
  struct Host {
    std::deque<Task> waiting;
    SteadyTime ready{};
    int under_way = 0;
  };
  struct Flight {
    bool is_robots = false;
    AuthorityId authority = 0;
    std::string host;
    Task task;     // of a page
    Url url;
  };
  struct Parsing {
    Task task;
    parser::ParseInput input;
  };

  bool is_stopped() const { return given_up_ || (options_.stop != nullptr && options_.stop->load() != 0); }

  std::string host_of(const Url& url) const {
    if (specification_.politeness.queue_mode == "domain") return registrable_domain(url.host());
    return url.host_and_port();
  }

  void add(std::size_t index, const std::string& text) {
    ++left_;
    Result<Url> url = Url::parse(text);
    if (!url) return finish(index, text, url.error().message);
    if (!url->is_web()) return finish(index, text, "only http and https are fetched");
    const Url page = url->without_fragment().without_credentials();
    if (const std::string why = why_not(page); !why.empty()) return finish(index, page.href(), why);
    wait({.index = index, .url = page});
  }

  std::string why_not(const Url& url) const { return options_.why_not ? options_.why_not(url) : std::string(); }

  void wait(Task task) { hosts_[host_of(task.url)].waiting.push_back(std::move(task)); }

  void finish(std::size_t index, std::string url, std::string failure, Document document = {}) {
    --left_;
    if (!(*done_)({index, std::move(url), std::move(failure), std::move(document)})) given_up_ = true;
  }

  void issue() {
    const int per_host = patient_ ? specification_.politeness.connections_per_host : kAtOnce;
    for (auto& [name, host] : hosts_) {
      while (!host.waiting.empty() && host.under_way < per_host && host.ready <= clock_.steady() &&
             static_cast<int>(flights_.size() + to_parse_.size()) < kAtOnce) {
        if (!issue_of(name, host)) break;
      }
    }
  }

  /// Starts or settles the first page that waits for `host`; false when it has to wait longer.
  bool issue_of(const std::string& name, Host& host) {
    Task& next = host.waiting.front();
    const AuthorityId id = robots_.id_of(next.url);
    robots_.expire(id);
    const RobotsKeeper::Authority& authority = robots_[id];
    if (authority.state == RobotsKeeper::State::kAsking) return false;
    if (authority.state == RobotsKeeper::State::kUnknown) {
      Flight flight;
      flight.is_robots = true;
      flight.authority = id;
      flight.host = name;
      flight.url = robots_.ask(id);
      fetch(std::move(flight));
      return true;
    }
    Task task = std::move(next);
    host.waiting.pop_front();
    if (authority.state == RobotsKeeper::State::kDead) {
      finish(task.index, task.url.href(), authority.dead.words);
      return true;
    }
    const Robots::Verdict verdict = authority.rules.check(task.url.request_target());
    if (!verdict.allowed) {
      const std::string rule = verdict.rule.empty() ? authority.rules.reason() : "robots.txt: " + verdict.rule;
      finish(task.index, task.url.href(), rule);
      return true;
    }
    const Url url = task.url;
    fetch({.is_robots = false, .authority = id, .host = name, .task = std::move(task), .url = url});
    return true;
  }

  void fetch(Flight flight) {
    FetchRequest request;
    request.ticket = ++last_ticket_;
    request.url = flight.url;
    request.body_limit =
        flight.is_robots ? static_cast<std::int64_t>(kRobotsBytes) : specification_.limits.body;
    ++hosts_[flight.host].under_way;
    fetcher_->start(std::move(request));
    flights_.emplace(last_ticket_, std::move(flight));
  }

  void answered(FetchResponse response) {
    const auto found = flights_.find(response.ticket);
    Flight flight = std::move(found->second);
    flights_.erase(found);
    Host& host = hosts_[flight.host];
    --host.under_way;
    host.ready =
        clock_.steady() + pace_.after(flight.host, response,
                                      robots_[flight.authority].rules.crawl_delay(), clock_.wall());
    const auto& gateway = specification_.network.gateway;
    if (gateway && response.status == FetchStatus::kConnectFailed) {
      failure_ = Error{ErrorCode::kNetwork, "the gateway " + *gateway + " cannot be reached: " + response.detail,
                       "", 0, 0,
                       "start it (porthole webbox --listen ADDR:PORT), or change <gateway url=...> in " +
                           specification_.file.string()};
      return;
    }
    if (options_.answered) options_.answered(flight.url, response);
    if (flight.is_robots) return robots_answered(std::move(flight), response);
    page_answered(std::move(flight), std::move(response));
  }

  void robots_answered(Flight flight, const FetchResponse& response) {
    const RobotsKeeper::Next next = robots_.answered(flight.authority, response, flight.url);
    if (next.follow) {
      flight.url = *next.follow;
      return fetch(std::move(flight));
    }
    Host& host = hosts_[flight.host];
    if (next.retry_in > 0ms) host.ready = std::max(host.ready, clock_.steady() + next.retry_in);
  }

  void page_answered(Flight flight, FetchResponse response) {
    Task task = std::move(flight.task);
    const bool answer = response.status == FetchStatus::kAnswer;
    if (answer && is_page(response.http_status)) {
      const std::string url = task.url.href();
      parser::ParseInput input{url, std::string(response.header("content-type")), std::move(response.body)};
      to_parse_.push_back({std::move(task), std::move(input)});
    } else if (answer && is_redirect(response.http_status)) {
      follow(std::move(task), response);
    } else if (answer ? is_busy(response.http_status) : worth_retrying(response.status)) {
      try_again(std::move(task), hosts_[flight.host], response);
    } else {
      finish(task.index, task.url.href(), failure_of(response));
    }
  }

  static std::string failure_of(const FetchResponse& response) {
    if (response.status == FetchStatus::kAnswer) return "http " + std::to_string(response.http_status);
    const std::string name = fetch_status_name(response.status);
    return response.detail.empty() ? name : name + ": " + response.detail;
  }

  void follow(Task task, const FetchResponse& response) {
    const Result<Url> location = Url::parse(response.header("location"), &task.url);
    if (response.header("location").empty() || !location || !location->is_web()) {
      return finish(task.index, task.url.href(), "bad redirect");
    }
    if (++task.redirects > specification_.limits.redirects) {
      return finish(task.index, task.url.href(), "too many redirects");
    }
    task.url = location->without_fragment().without_credentials();
    if (const std::string why = why_not(task.url); !why.empty()) return finish(task.index, task.url.href(), why);
    wait(std::move(task));
  }

  void try_again(Task task, Host& host, const FetchResponse& response) {
    if (++task.tries >= kTries) return finish(task.index, task.url.href(), failure_of(response));
    if (!is_cut_transfer(response.status)) {
      host.ready = std::max(
          host.ready, clock_.steady() + pace_.before_next_try(task.tries, response, clock_.wall()));
    }
    wait(std::move(task));
  }

  void hand_to_parsers() {
    while (!to_parse_.empty() && parsers_->idle()) {
      Parsing next = std::move(to_parse_.front());
      to_parse_.pop_front();
      parsers_->submit(++last_ticket_, std::move(next.input));
      parsing_.emplace(last_ticket_, std::move(next.task));
    }
  }

  void parsed(std::uint64_t ticket, Document document) {
    const auto found = parsing_.find(ticket);
    const Task task = std::move(found->second);
    parsing_.erase(found);
    const bool readable = document.status != ParseStatus::kUnsupported;
    const std::string failure = readable ? "" : "unsupported type " + document.media_type;
    finish(task.index, task.url.href(), failure, readable ? std::move(document) : Document());
  }

  const collection::Specification& specification_;
  PageReaderOptions options_;
  const Clock& clock_;
  std::unique_ptr<Fetcher> fetcher_;
  std::unique_ptr<parser::ParserPool> parsers_;
  const PageReadDone* done_ = nullptr;
  bool patient_;
  HostPace pace_;
  RobotsKeeper robots_;
  std::map<std::string, Host> hosts_;
  std::unordered_map<std::uint64_t, Flight> flights_;
  std::deque<Parsing> to_parse_;
  std::unordered_map<std::uint64_t, Task> parsing_;
  std::uint64_t last_ticket_ = 0;
  std::size_t left_ = 0;
  bool given_up_ = false;
  std::optional<Error> failure_;
};

Result<PageReader> PageReader::open(const collection::Specification& specification, PageReaderOptions options) {
  if (specification.network.is_live() && !specification.agent.has_contact()) {
    return fail({ErrorCode::kIncomplete,
                 "the agent has no contact address, so pages are not fetched from the live web",
                 specification.file.string(), 0, 0,
                 "tell web masters how to reach you: <agent name=\"" + specification.agent.name +
                     "\" email=\"ADDRESS\"/> with your own e-mail address in place of ADDRESS (or url=\"...\")"});
  }
  Result<std::unique_ptr<Fetcher>> fetcher = open_network(specification);
  if (!fetcher) return fail(fetcher.error());
  Result<std::unique_ptr<parser::ParserPool>> parsers = parser::ParserPool::start({});
  if (!parsers) return fail(parsers.error());
  return PageReader(
      std::make_unique<Impl>(specification, std::move(options), std::move(*fetcher), std::move(*parsers)));
}

PageReader::PageReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PageReader::~PageReader() = default;
PageReader::PageReader(PageReader&&) noexcept = default;

Result<void> PageReader::read(const std::vector<std::string>& urls, const PageReadDone& done) {
  return impl_->read(urls, done);
}

Result<void> read_pages(const collection::Specification& specification, const std::vector<std::string>& urls,
                        const PageReaderOptions& options) {
  if (urls.empty()) return {};
  Result<PageReader> reader = PageReader::open(specification, options);
  if (!reader) return fail(reader.error());
  return reader->read(urls, options.done);
}

}  // namespace porthole::gatherer
