#pragma once

/// The event loop of a server (server.h): it owns the connections, and moves each through its
/// stages.
///
///   kWaiting -> kReading -> kAnswering -> kSending -> kWaiting, or kDraining
///
/// The loop's thread reads, writes and keeps the time; an answer is made by a thread of the pool,
/// which holds the number of its socket and never the connection. Connections that wait for a
/// request stand in a list by the time at which they began to, those that are sent an answer in
/// another: the first of a list is the one to be given up.
///
/// Sockets are waited for by Poco's PollSet, which is epoll. Not Poco's, for 1.11's reasons:
///   deadlines     its timers call from threads of their own, and SocketReactor has none
///   the wake-up   PollSet has no wakeUp() yet, so an eventfd stands in the set
///   accept4()     children of this program would inherit the sockets of acceptConnection()
///   poll()        Socket::poll() opens a descriptor, of which there may be none left
///
/// Thread safety: run() in one thread, stop() from any. Lifetime: outlives the jobs of its pool.

#include <Poco/Net/PollSet.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/StreamSocket.h>
#include <Poco/Timespan.h>

#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "http/connection.h"
#include "http/exchange.h"
#include "http/forwarded.h"
#include "http/peer_limit.h"
#include "http/server_options.h"
#include "http/worker_pool.h"

namespace porthole::http {

class EventLoop {
 public:
  /// `listener`: listens, non-blocking. `connections`: open at a time, 1 or more.
  EventLoop(const Exchange& exchange, const ServerOptions& options,
            const Poco::Net::ServerSocket& listener, std::size_t connections, Proxies proxies,
            WorkerPool& workers);
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Returns after stop(), when no connection is left or stop_time is over.
  void run();
  void stop();

 private:
  using Time = std::chrono::steady_clock::time_point;
  enum class Stage { kWaiting, kReading, kAnswering, kSending, kDraining };
  struct Client;
  using Clients = std::list<Client*>;
  /// No answer: the handler failed.
  using Finished = std::pair<int, std::optional<WireAnswer>>;
  static constexpr Time kNever = Time::max();

  Poco::Timespan time_to_next() const;
  void take_event(const Poco::Net::Socket& socket);
  void end_deadlines();
  void watch(Client& client, int mode);
  void set_deadline(Client& client, Time end);
  void set_deadline(Client& client, std::chrono::milliseconds time);

  void accept_clients();
  void admit(int socket, const Peer& peer);
  void turn_away(int socket);
  bool shed_oldest();

  void read(Client& client);
  void advance(Client& client);
  void hand_over(Client& client);
  bool is_admitted(Client& client, Request& request);
  void refuse(Client& client, int status);
  void await_request(Client& client);
  void limit_unread();

  void send_answer(Client& client, WireAnswer answer);
  void write(Client& client);
  void end_answer(Client& client);
  void drain(Client& client);
  void limit_unsent();

  void time_out(Client& client);
  Time end_of_sending(const Client& client) const;
  void close(Client& client);
  void enter(Client& client, Stage stage);
  void leave_list(Client& client);
  Clients* list_of(Stage stage);
  static bool is_read(Stage stage) { return stage == Stage::kWaiting || stage == Stage::kReading; }

  void wake();
  void take_finished();
  void begin_stop();
  /// Ready to be sent; ends the connection.
  WireAnswer refusal(int status, RefusalForm form);
  void answer_in_pool(int socket, Request& request, bool keeps);

  const Exchange& exchange_;
  const ServerOptions options_;
  const Poco::Net::ServerSocket listener_;
  const std::size_t most_clients_;
  WorkerPool& workers_;
  const Proxies proxies_;
  PeerLimit peers_;      // by connections
  PeerLimit forwarded_;  // clients of proxies, by requests
  Poco::Net::PollSet polled_;
  const Poco::Net::StreamSocket wake_up_;  // an eventfd
  Time accepting_again_ = kNever;
  Time stop_end_ = kNever;

  std::unordered_map<int, std::unique_ptr<Client>> clients_;  // by the number of the socket
  std::multimap<Time, Client*> deadlines_;                    // one for each client
  Clients waiting_;                                           // kWaiting, kReading, kDraining
  Clients sending_;
  std::size_t unread_ = 0;  // bytes of requests that are read
  std::size_t unsent_ = 0;  // bytes of all answers
  std::map<std::pair<int, RefusalForm>, Reply> refusals_;
  bool is_stopping_ = false;

  std::mutex mutex_;
  std::vector<Finished> finished_;  // guarded by mutex_, as is the next
  bool stop_is_asked_ = false;
};

}  // namespace porthole::http
