#include "gatherer/fetch/protocol_worker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "base/url/ports.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

using plugins::FetchReply;
using std::chrono::milliseconds;

/// Grace period: a handler may use all of its timeout before its process is killed.
constexpr milliseconds kGrace{500};
/// Maximum message size: the largest <limit body="..."> plus headers.
constexpr std::size_t kMaxReplyBytes = (1024u << 20) + (1u << 20);

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

/// Copies `answer` into `response` and writes the head that a server would have sent.
void take_answer(ProtocolAnswer answer, std::int64_t body_limit, FetchResponse& response) {
  if (answer.status < kFirstFinalStatus || answer.status > kLastStatus) {
    fail_with(response, FetchStatus::kMalformed,
              "nonsense status " + std::to_string(answer.status));
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
    fail_with(response, FetchStatus::kMalformed, "too many or too large headers");
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

void take_reply(FetchReply reply, std::int64_t body_limit, FetchResponse& response) {
  switch (reply.outcome) {
    case FetchReply::Outcome::kAnswer:
      return take_answer(std::move(reply.answer), body_limit, response);
    case FetchReply::Outcome::kFailed:
    case FetchReply::Outcome::kUnusable:
      return fail_with(response, FetchStatus::kBroken, "the plug-in failed: " + reply.detail);
    case FetchReply::Outcome::kUnresolvable:
      return fail_with(response, FetchStatus::kUnresolvable, std::move(reply.detail));
    case FetchReply::Outcome::kForbidden:
      return fail_with(response, FetchStatus::kForbidden, std::move(reply.detail));
  }
}

plugins::FetchJob job_of(const FetchRequest& request, const Manners& manners,
                         milliseconds patience) {
  plugins::FetchJob job;
  job.request.url = request.url.without_fragment().href();
  job.request.body_limit = std::min<std::int64_t>(request.body_limit, 1024LL << 20);
  job.request.etag = request.etag;
  job.request.last_modified = request.last_modified;
  job.request.timeout_seconds =
      std::max(1, static_cast<int>(std::chrono::ceil<std::chrono::seconds>(patience).count()));
  if (manners.has_hosts) {
    job.host = request.url.host();
    const int known = default_port(request.url.scheme());
    job.default_port = known != 0 ? known : manners.default_port;
    const int port = request.url.effective_port();
    job.port = port != 0 ? port : job.default_port;
  }
  return job;
}

}  // namespace

Result<ProtocolWorker> ProtocolWorker::make(
    Protocol protocol, milliseconds patience,
    const std::vector<collection::AllowedAddresses>& allow) {
  plugins::Setup setup;
  setup.plugins = {protocol.use};
  for (const collection::AllowedAddresses& allowed : allow) {
    setup.allow.push_back({allowed.addresses, allowed.ports});
  }
  plugins::WorkerPool::Options options;
  options.wall = patience + kGrace;
  options.memory_bytes = 2048LL << 20;
  options.max_reply_bytes = kMaxReplyBytes;
  options.setup = plugins::encode_setup(setup);
  options.confinement = {.worker_class = confinement::WorkerClass::kProtocol,
                         .readable = plugins::readable_by(setup.plugins)};
  TRY_AS(workers, plugins::WorkerPool::make(std::move(options)));
  return ProtocolWorker(std::move(protocol), patience, std::move(*workers));
}

ProtocolWorker::ProtocolWorker(Protocol protocol, milliseconds patience,
                               plugins::WorkerPool workers)
    : protocol_(std::move(protocol)),
      patience_(patience),
      workers_(std::move(workers)),
      health_({protocol_.use}) {}

void ProtocolWorker::start(FetchRequest request) {
  waiting_.push_back(std::move(request));
  hand_out();
}

void ProtocolWorker::hand_out() {
  while (aside_.empty() && !waiting_.empty() && workers_.idle()) {
    const std::uint64_t ticket = waiting_.front().ticket;
    workers_.submit(ticket, encode_job(job_of(waiting_.front(), protocol_.manners, patience_)));
    running_.emplace(ticket, Running{std::move(waiting_.front()), system_clock().wall()});
    waiting_.pop_front();
  }
}

int ProtocolWorker::under_way() const {
  return static_cast<int>(waiting_.size() + running_.size());
}

SteadyTime ProtocolWorker::deadline() const {
  if (!aside_.empty() && !waiting_.empty()) return std::chrono::steady_clock::now();
  return workers_.deadline();
}

void ProtocolWorker::collect(std::vector<FetchResponse>& done) {
  std::vector<plugins::WorkerPool::Done> answers;
  workers_.collect(answers);
  for (plugins::WorkerPool::Done& answer : answers) {
    const auto running = running_.find(answer.ticket);
    FetchResponse& response = done.emplace_back(response_of(running->second.request, answer));
    response.started = running->second.started;
    running_.erase(running);
    const bool failed = response.status == FetchStatus::kBroken ||
                        response.status == FetchStatus::kMalformed ||
                        response.status == FetchStatus::kTimeout;
    if (health_.note(protocol_.use.name, failed ? response.detail : "")) {
      aside_ = protocol_.name + " is disabled: " + std::to_string(plugins::kMostFailures) +
               " failures in a row, the last: " + response.detail;
    }
  }
  hand_out();
  if (aside_.empty()) return;
  for (; !waiting_.empty(); waiting_.pop_front()) {
    FetchResponse& refused = done.emplace_back();
    refused.ticket = waiting_.front().ticket;
    refused.started = system_clock().wall();
    fail_with(refused, FetchStatus::kForbidden, aside_);
  }
}

FetchResponse ProtocolWorker::response_of(const FetchRequest& request,
                                          plugins::WorkerPool::Done& answer) const {
  FetchResponse response;
  response.ticket = request.ticket;
  response.took = answer.took;
  if (answer.lost) {
    const bool late = answer.lost->by_time;
    fail_with(response, late ? FetchStatus::kTimeout : FetchStatus::kBroken,
              late ? "the plug-in takes too long" : "the plug-in crashed: " + answer.lost->reason);
    return response;
  }
  std::optional<FetchReply> reply = plugins::decode_reply(answer.reply);
  if (reply) {
    take_reply(std::move(*reply), request.body_limit, response);
  } else {
    fail_with(response, FetchStatus::kBroken, "the plug-in's response is invalid");
  }
  return response;
}

}  // namespace porthole::gatherer
