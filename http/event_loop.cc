#include "http/event_loop.h"

#include <Poco/Exception.h>
#include <Poco/Net/StreamSocketImpl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string>

#include "base/log.h"
#include "http/http_head.h"

namespace porthole::http {
namespace {

namespace net = Poco::Net;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kAcceptedAtOnce = 64;  // before open connections are looked at again
constexpr milliseconds kPause{100};  // of accepting, when the system has no descriptor left
constexpr milliseconds kDrainTime{2000};
constexpr milliseconds kLongestWait{60'000};

net::StreamSocket new_wake_up() {
  const int made = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (made < 0) throw Poco::SystemException(std::strerror(errno), errno);
  return {new net::StreamSocketImpl(made)};
}

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

/// Without a descriptor left accept() fails whether somebody waits or not.
bool has_waiting(const net::Socket& listener) {
  pollfd state{listener.impl()->sockfd(), POLLIN, 0};
  return ::poll(&state, 1, 0) > 0;
}

}  // namespace

struct EventLoop::Client {
  Client(int socket, Peer other, std::optional<PeerLimit::Ticket> admitted)
      : peer(std::move(other)), ticket(std::move(admitted)), connection(socket) {}

  const Peer peer;
  const std::optional<PeerLimit::Ticket> ticket;      // none for a proxy
  std::optional<PeerLimit::Ticket> request_ticket{};  // of a proxy's client, for a request
  Connection connection;

  Stage stage = Stage::kWaiting;
  Clients::iterator place{};  // where the stage has a list
  std::multimap<Time, Client*>::iterator deadline{};
  int watched = 0;                        // modes of PollSet
  HeadVerdict verdict;                    // of the request that is read
  RefusalForm form = RefusalForm::kPage;  // of the request that is answered
  bool is_new = true;                     // no request came yet
  bool drains = false;                    // the client may still be sending
  Time answer_began{};
};

EventLoop::EventLoop(const Exchange& exchange, const ServerOptions& options,
                     const net::ServerSocket& listener, std::size_t connections, Proxies proxies,
                     WorkerPool& workers)
    : exchange_(exchange),
      options_(options),
      listener_(listener),
      most_clients_(connections),
      workers_(workers),
      proxies_(std::move(proxies)),
      peers_({options.per_peer, options.per_loopback}),
      forwarded_({options.per_peer, options.per_loopback}),
      wake_up_(new_wake_up()) {
  polled_.add(listener_, net::PollSet::POLL_READ);
  polled_.add(wake_up_, net::PollSet::POLL_READ);
}

EventLoop::~EventLoop() = default;

void EventLoop::run() {
  while (!is_stopping_ || (!clients_.empty() && steady_clock::now() < stop_end_)) {
    for (const auto& [socket, modes] : polled_.poll(time_to_next())) take_event(socket);
    end_deadlines();
  }
  for (const auto& [socket, client] : clients_) client->connection.reset_at_end();
  waiting_.clear();
  sending_.clear();
  clients_.clear();
}

Poco::Timespan EventLoop::time_to_next() const {
  const Time deadline = deadlines_.empty() ? kNever : deadlines_.begin()->first;
  const auto left = std::chrono::ceil<milliseconds>(
      std::min({deadline, accepting_again_, stop_end_}) - steady_clock::now());
  return std::chrono::microseconds(std::clamp(left, milliseconds(0), kLongestWait)).count();
}

void EventLoop::take_event(const net::Socket& socket) {
  if (socket == listener_) return accept_clients();
  if (socket == wake_up_) return take_finished();
  const auto found = clients_.find(socket.impl()->sockfd());
  if (found == clients_.end()) return;  // it was closed since the poll, and has no number any more
  Client& client = *found->second;
  if (client.stage == Stage::kSending) return write(client);
  if (client.stage == Stage::kAnswering) return watch(client, 0);  // its next request can wait
  read(client);
}

void EventLoop::end_deadlines() {
  const Time now = steady_clock::now();
  if (accepting_again_ <= now) {
    accepting_again_ = kNever;
    polled_.add(listener_, net::PollSet::POLL_READ);
  }
  while (!deadlines_.empty() && deadlines_.begin()->first <= now)
    time_out(*deadlines_.begin()->second);
}

/// Set the deadline before: a connection that the system cannot watch ends at once.
void EventLoop::watch(Client& client, int mode) {
  const net::Socket& socket = client.connection.socket();
  const int before = std::exchange(client.watched, mode);
  if (before == mode) return;
  try {
    if (mode == 0) {  // not a mode of the set, which would return for errors of the socket
      polled_.remove(socket);
    } else if (before == 0) {
      polled_.add(socket, mode);
    } else {
      polled_.update(socket, mode);
    }
  } catch (const Poco::Exception&) {
    client.watched = 0;
    set_deadline(client, milliseconds(0));
  }
}

void EventLoop::set_deadline(Client& client, Time end) {
  auto node = deadlines_.extract(client.deadline);
  node.key() = end;
  client.deadline = deadlines_.insert(std::move(node));
}

void EventLoop::set_deadline(Client& client, milliseconds time) {
  set_deadline(client, steady_clock::now() + time);
}

void EventLoop::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_is_asked_ = true;
  }
  wake();
}

void EventLoop::accept_clients() {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    const int socket = ::accept4(listener_.impl()->sockfd(), reinterpret_cast<sockaddr*>(&address),
                                 &size, SOCK_CLOEXEC);
    if (socket >= 0) {
      admit(socket, peer_of(address));
      continue;
    }
    if (is_shortage(errno) && has_waiting(listener_) && !shed_oldest()) {
      polled_.remove(listener_);
      accepting_again_ = steady_clock::now() + kPause;
    }
    return;  // an event follows while more wait
  }
}

void EventLoop::admit(int socket, const Peer& peer) {
  std::optional<PeerLimit::Ticket> ticket;
  if (!proxies_.contains(peer.address)) ticket.emplace(peers_.admit(peer.address));
  const bool is_refused = ticket && !*ticket;
  if (is_refused || (clients_.size() >= most_clients_ && !shed_oldest())) return turn_away(socket);
  auto client = std::make_unique<Client>(socket, peer, std::move(ticket));
  Client& added = *clients_.emplace(socket, std::move(client)).first->second;
  added.place = waiting_.insert(waiting_.end(), &added);
  added.deadline = deadlines_.emplace(steady_clock::now() + options_.head_time, &added);
  watch(added, net::PollSet::POLL_READ);
}

/// Answers without reading: the client has had its share of connections.
void EventLoop::turn_away(int socket) {
  Connection connection(socket);
  connection.begin_answer(refusal(503, RefusalForm::kPage));
  connection.send();
}

bool EventLoop::shed_oldest() {
  if (waiting_.empty()) return false;
  close(*waiting_.front());
  return true;
}

void EventLoop::read(Client& client) {
  if (client.stage == Stage::kDraining) {
    if (client.connection.discard() == Connection::Outcome::kGone) close(client);
    return;
  }
  const HeadVerdict& verdict = client.verdict;
  const std::size_t most =
      verdict.state == HeadState::kGood ? verdict.head + verdict.body : kMaxHead;
  const std::size_t before = client.connection.input().size();
  switch (client.connection.receive(most)) {  // not tested: the enum has no other value
    case Connection::Outcome::kDone:
      unread_ += client.connection.input().size() - before;
      advance(client);
      return limit_unread();
    case Connection::Outcome::kBlocked:
      return;
    case Connection::Outcome::kGone:
      return close(client);
  }
}

/// Gives up connections, the oldest first, while what has come of their requests is too large.
void EventLoop::limit_unread() {
  // Unread bytes are those of connections that can be given up.
  while (unread_ > options_.unread_bytes && shed_oldest()) continue;  // not tested: there is one
}

/// Looks at what has come of the request.
void EventLoop::advance(Client& client) {
  const std::string_view input = client.connection.input();
  HeadVerdict& verdict = client.verdict;
  if (client.stage == Stage::kWaiting) {
    client.stage = Stage::kReading;
    // A new connection has its time for the head from the moment at which it was accepted.
    if (!client.is_new) set_deadline(client, options_.head_time);
  }
  if (verdict.state != HeadState::kGood) {
    verdict = exchange_.judge(input);
    if (verdict.state == HeadState::kIncomplete && input.size() >= kMaxHead)
      verdict = {HeadState::kBad, 431};
    if (verdict.state == HeadState::kGood && verdict.body > 0)
      set_deadline(client, options_.head_time);
  }
  if (verdict.state == HeadState::kBad) return refuse(client, verdict.status);
  if (verdict.state == HeadState::kGood && input.size() >= verdict.head + verdict.body)
    hand_over(client);
}

void EventLoop::hand_over(Client& client) {
  const HeadVerdict verdict = std::exchange(client.verdict, {});
  enter(client, Stage::kAnswering);
  const std::string_view input = client.connection.input();
  Request request = read_request(input.substr(0, verdict.head));
  request.body = input.substr(verdict.head, verdict.body);
  request.client_port = client.peer.port;
  client.form = exchange_.form_of(request.target);
  client.connection.consume(verdict.head + verdict.body);
  client.drains = verdict.ends_connection;
  if (!is_admitted(client, request)) return refuse(client, 503);
  const bool keeps = request.keeps_connection() && !verdict.ends_connection;
  const bool is_taken = workers_.add(
      [this, socket = client.connection.socket().impl()->sockfd(), keeps,
       request = std::move(request)]() mutable { answer_in_pool(socket, request, keeps); });
  if (!is_taken) refuse(client, 503);
}

/// Finds out whose request it is, and counts it where a proxy has sent it.
bool EventLoop::is_admitted(Client& client, Request& request) {
  request.client = proxies_.client_of(client.peer.address, request);
  if (request.client == client.peer.address) return true;
  PeerLimit::Ticket ticket = forwarded_.admit(request.client);
  if (!ticket) return false;
  client.request_ticket.emplace(std::move(ticket));
  return true;
}

void EventLoop::answer_in_pool(int socket, Request& request, bool keeps) {
  Finished finished{socket, std::nullopt};
  try {
    finished.second = wire_answer(exchange_.answer(request), request.method == "HEAD", keeps);
  } catch (const std::exception& error) {  // not tested: nothing else is thrown
    log(LogLevel::kError, "http", error.what());
  }
  {
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(finished));
  }
  wake();
}

void EventLoop::refuse(Client& client, int status) {
  if (client.stage == Stage::kReading)
    client.form = exchange_.form_of(target_of(client.connection.input()));
  client.drains = true;
  send_answer(client, refusal(status, client.form));
}

WireAnswer EventLoop::refusal(int status, RefusalForm form) {
  const std::pair kind(status, form);
  auto found = refusals_.find(kind);
  if (found == refusals_.end())
    found = refusals_.emplace(kind, exchange_.refuse(status, form)).first;
  return wire_answer(found->second, false, false);
}

void EventLoop::await_request(Client& client) {
  enter(client, Stage::kWaiting);
  client.is_new = false;
  set_deadline(client, options_.idle_time);
  watch(client, net::PollSet::POLL_READ);
  if (!client.connection.input().empty()) advance(client);
}

void EventLoop::send_answer(Client& client, WireAnswer answer) {
  enter(client, Stage::kSending);
  client.answer_began = steady_clock::now();
  client.connection.begin_answer(std::move(answer));
  unsent_ += client.connection.unsent();
  write(client);
}

void EventLoop::write(Client& client) {
  const std::size_t before = client.connection.unsent();
  const Connection::Outcome outcome = client.connection.send();
  unsent_ -= before - client.connection.unsent();
  switch (outcome) {  // not tested: the enum has no other value
    case Connection::Outcome::kDone:
      return end_answer(client);
    case Connection::Outcome::kGone:
      return close(client);
    case Connection::Outcome::kBlocked:
      break;
  }
  set_deadline(client, end_of_sending(client));
  watch(client, net::PollSet::POLL_WRITE);
  limit_unsent();
}

void EventLoop::end_answer(Client& client) {
  const bool keeps = client.connection.keeps() && !is_stopping_;
  client.connection.end_answer();
  client.request_ticket.reset();
  if (keeps) return await_request(client);
  // Closing a socket with unread bytes resets the connection, and the client loses the answer
  // (RFC 9112, section 9.6).
  if (client.drains || !client.connection.input().empty()) return drain(client);
  close(client);
}

void EventLoop::drain(Client& client) {
  if (is_stopping_) return close(client);
  enter(client, Stage::kDraining);
  client.connection.shut_down_sending();
  set_deadline(client, kDrainTime);
  watch(client, net::PollSet::POLL_READ);
}

/// Gives up the oldest answers while all together are too large. The last one stays.
void EventLoop::limit_unsent() {
  while (unsent_ > options_.unsent_bytes && sending_.size() > 1) {
    sending_.front()->connection.reset_at_end();
    close(*sending_.front());
  }
}

EventLoop::Time EventLoop::end_of_sending(const Client& client) const {
  const auto by_rate =
      milliseconds(client.connection.sent() * 1000 / std::max<std::size_t>(options_.least_rate, 1));
  return client.answer_began + std::min(options_.answer_time, options_.slow_time + by_rate);
}

void EventLoop::time_out(Client& client) {
  if (client.stage == Stage::kReading) return refuse(client, 408);
  if (client.stage == Stage::kSending) client.connection.reset_at_end();
  close(client);
}

/// Ends the stage before, with its deadline and its place in a list.
void EventLoop::enter(Client& client, Stage stage) {
  leave_list(client);
  set_deadline(client, kNever);
  client.stage = stage;
  if (is_read(stage)) unread_ += client.connection.input().size();
  if (Clients* list = list_of(stage)) client.place = list->insert(list->end(), &client);
}

void EventLoop::leave_list(Client& client) {
  if (is_read(client.stage)) unread_ -= client.connection.input().size();
  if (Clients* list = list_of(client.stage)) list->erase(client.place);
}

EventLoop::Clients* EventLoop::list_of(Stage stage) {
  if (stage == Stage::kAnswering) return nullptr;
  return stage == Stage::kSending ? &sending_ : &waiting_;
}

void EventLoop::close(Client& client) {
  leave_list(client);
  unsent_ -= client.connection.unsent();
  watch(client, 0);
  deadlines_.erase(client.deadline);
  clients_.erase(client.connection.socket().impl()->sockfd());
}

void EventLoop::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_up_.impl()->sockfd(), &one, sizeof one);
}

void EventLoop::take_finished() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t taken = ::read(wake_up_.impl()->sockfd(), &count, sizeof count);
  std::vector<Finished> finished;
  bool stop_is_asked = false;
  {
    const std::lock_guard lock(mutex_);
    finished.swap(finished_);
    stop_is_asked = stop_is_asked_;
  }
  for (auto& [socket, answer] : finished) {
    const auto found = clients_.find(socket);
    if (found == clients_.end()) continue;  // not tested: whom a worker answers is not closed
    if (answer) {
      send_answer(*found->second, std::move(*answer));
    } else {
      refuse(*found->second, 500);
    }
  }
  if (stop_is_asked && !is_stopping_) begin_stop();
}

void EventLoop::begin_stop() {
  is_stopping_ = true;
  if (accepting_again_ == kNever) polled_.remove(listener_);
  accepting_again_ = kNever;
  stop_end_ = steady_clock::now() + options_.stop_time;
  while (!waiting_.empty()) close(*waiting_.front());
}

}  // namespace porthole::http
