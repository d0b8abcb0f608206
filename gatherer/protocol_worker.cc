#include "gatherer/protocol_worker.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "gatherer/limits.h"

namespace porthole::gatherer {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

/// How long the end of a run waits for a fetch that is under way.
constexpr auto kGrace = 1s;

/// RFC 9110 5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool describes_transfer(std::string_view name) {
  return name == "content-encoding" || name == "content-length" || name == "transfer-encoding";
}

std::string one_line(std::string value) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::replace_if(value.begin(), value.end(), is_control, ' ');
  return std::string(trim(value));
}

void fail_with(FetchResponse& response, FetchStatus status, std::string detail) {
  response.status = status;
  response.detail = std::move(detail);
}

/// Puts `answer` into `response`, with a head as a server would have sent it.
void take_answer(ProtocolAnswer answer, std::int64_t body_limit, FetchResponse& response) {
  if (answer.status < kFirstFinalStatus || answer.status > kLastStatus) {
    fail_with(response, FetchStatus::kBroken, "nonsense status " + std::to_string(answer.status));
    return;
  }
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " \r\n";
  for (auto& [name, value] : answer.headers) {
    const std::string lower = ascii_lower(name);
    if (!is_token(lower) || describes_transfer(lower)) continue;
    response.headers.emplace_back(lower, one_line(std::move(value)));
    head += lower + ": " + response.headers.back().second + "\r\n";
  }
  if (head.size() > kMaxHeaderBytes ||
      response.headers.size() > static_cast<std::size_t>(kMaxHeaderLines)) {
    response.headers.clear();
    fail_with(response, FetchStatus::kBroken, "too many or too large headers");
    return;
  }
  response.http_status = answer.status;
  response.response_head = head + "\r\n";
  response.truncated = answer.truncated;
  response.body = std::move(answer.body);
  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(body_limit, 0));
  if (response.body.size() > limit) {
    response.body.resize(limit);
    response.truncated = true;
  }
}

FetchResponse ask(ProtocolHandler& handler, const FetchRequest& request) {
  FetchResponse response;
  response.ticket = request.ticket;
  response.started = system_clock().wall();
  const SteadyTime started = steady_clock::now();
  try {
    take_answer(handler.fetch({request.url.without_fragment().href(), request.body_limit}),
                request.body_limit, response);
  } catch (const std::exception& exception) {
    fail_with(response, FetchStatus::kBroken,
              "the plug-in failed: " + clean_utf8(exception.what()));
  } catch (...) {
    fail_with(response, FetchStatus::kBroken, "the plug-in failed");
  }
  response.took =
      std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - started);
  return response;
}

}  // namespace

WakeUp::WakeUp() : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

WakeUp::~WakeUp() { ::close(descriptor_); }

void WakeUp::signal() const {
  const std::uint64_t one = 1;
  (void)!::write(descriptor_, &one, sizeof one);  // Fails only when it is signalled already.
}

void WakeUp::clear() const {
  std::uint64_t count = 0;
  (void)!::read(descriptor_, &count, sizeof count);
}

struct ProtocolWorker::State {
  struct Running {
    std::uint64_t ticket;
    SteadyTime started;
    SteadyTime deadline;
  };

  void run();
  void set_aside(std::string why);

  Protocol protocol;
  std::chrono::milliseconds patience;
  std::shared_ptr<WakeUp> wake;

  std::mutex mutex;  // Guards all below.
  std::condition_variable changed;
  std::deque<FetchRequest> waiting;
  std::vector<FetchResponse> finished;
  std::optional<Running> running;  ///< Absent, too, when it was given up.
  bool in_handler = false;
  bool ending = false;
  int failures = 0;   ///< In a row.
  std::string aside;  ///< Why the handler is not asked any more; "" while it is.
};

void ProtocolWorker::State::run() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return ending || !aside.empty() || !waiting.empty(); });
    if (ending || !aside.empty()) return;
    const FetchRequest request = std::move(waiting.front());
    waiting.pop_front();
    const SteadyTime now = steady_clock::now();
    running = Running{request.ticket, now, now + patience};
    in_handler = true;
    lock.unlock();
    FetchResponse response = ask(*protocol.handler, request);
    lock.lock();
    in_handler = false;
    changed.notify_all();
    if (!running) return;  // It took too long: the answer was given without it.
    running.reset();
    failures = response.status == FetchStatus::kAnswer ? 0 : failures + 1;
    if (failures >= kMostFailures) {
      set_aside(std::to_string(failures) + " failures in a row, the last: " + response.detail);
    }
    finished.push_back(std::move(response));
    wake->signal();
  }
}

void ProtocolWorker::State::set_aside(std::string why) {
  aside = protocol.name + " is set aside: " + std::move(why);
  log(LogLevel::kWarning, "gatherer", "the plug-in " + aside);
}

ProtocolWorker::ProtocolWorker(Protocol protocol, std::chrono::milliseconds patience,
                               std::shared_ptr<WakeUp> wake)
    : state_(std::make_shared<State>()) {
  state_->protocol = std::move(protocol);
  state_->patience = patience;
  state_->wake = std::move(wake);
  thread_ = std::thread([state = state_] { state->run(); });
}

ProtocolWorker::~ProtocolWorker() {
  std::unique_lock lock(state_->mutex);
  state_->ending = true;
  state_->changed.notify_all();
  const auto grace = state_->running ? kGrace : 0s;  // None for one that was given up.
  const bool is_free = state_->changed.wait_for(lock, grace, [&] { return !state_->in_handler; });
  lock.unlock();
  if (is_free) {
    thread_.join();
  } else {
    thread_.detach();  // A handler that does not come back must not hold up the end of the run.
  }
}

void ProtocolWorker::start(FetchRequest request) {
  const std::lock_guard lock(state_->mutex);
  state_->waiting.push_back(std::move(request));
  state_->changed.notify_all();
  if (!state_->aside.empty()) state_->wake->signal();
}

int ProtocolWorker::under_way() const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<int>(state_->waiting.size() + state_->finished.size()) +
         (state_->running ? 1 : 0);
}

SteadyTime ProtocolWorker::deadline() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->running) return state_->running->deadline;
  return state_->waiting.empty() ? SteadyTime::max() : steady_clock::now() + state_->patience;
}

void ProtocolWorker::collect(SteadyTime now, std::vector<FetchResponse>& done) {
  const std::lock_guard lock(state_->mutex);
  State& state = *state_;
  std::move(state.finished.begin(), state.finished.end(), std::back_inserter(done));
  state.finished.clear();
  if (state.running && now >= state.running->deadline) {
    FetchResponse& late = done.emplace_back();
    late.ticket = state.running->ticket;
    late.took = std::chrono::duration_cast<std::chrono::milliseconds>(now - state.running->started);
    late.started = system_clock().wall();
    fail_with(late, FetchStatus::kTimeout, "the plug-in takes too long");
    state.running.reset();
    state.set_aside("a fetch took longer than " + std::to_string(state.patience.count()) + " ms");
  }
  if (state.aside.empty()) return;
  for (; !state.waiting.empty(); state.waiting.pop_front()) {
    FetchResponse& refused = done.emplace_back();
    refused.ticket = state.waiting.front().ticket;
    refused.started = system_clock().wall();
    fail_with(refused, FetchStatus::kForbidden, state.aside);
  }
}

}  // namespace porthole::gatherer
