#include "gatherer/fetch/curl_fetcher.h"

#include <curl/curl.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <mutex>
#include <new>
#include <utility>

#include "gatherer/fetch/curl_transfer.h"

namespace porthole::gatherer {
namespace {

using std::chrono::milliseconds;

/// Interval of the check for stalled transfers: a tenth of the shortest timeout.
milliseconds stall_interval(const FetchTimeouts& timeouts) {
  const milliseconds tenth = std::min(timeouts.first_byte, timeouts.low_speed_window) / 10;
  return std::clamp(tenth, milliseconds(10), milliseconds(1000));
}

void prepare_process() {
  static std::once_flag once;
  std::call_once(once, [] {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    std::signal(SIGPIPE, SIG_IGN);  // A peer that closes the connection makes write() fail instead.
  });
}

int to_poll_time(std::chrono::steady_clock::duration time) {
  return static_cast<int>(
      std::clamp<std::int64_t>(std::chrono::ceil<milliseconds>(time).count(), 0, 1 << 30));
}

/// Sets the revents of `others` without waiting. Returns true if any is set.
bool look_at(std::vector<pollfd>& others) {
  return !others.empty() && ::poll(others.data(), others.size(), 0) > 0;
}

}  // namespace

class CurlFetcher::Impl {
 public:
  explicit Impl(CurlFetcherOptions options)
      : options_(std::move(options)), stall_interval_(stall_interval(options_.timeouts)) {
    prepare_process();
    multi_ = curl_multi_init();
    if (multi_ == nullptr) throw std::bad_alloc();
    options_.max_connections = std::max(options_.max_connections, 1);
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(options_.max_connections));
  }

  ~Impl() {
    for (const CurlTransfer* transfer : active_) curl_multi_remove_handle(multi_, transfer->easy());
    active_.clear();
    transfers_.clear();
    curl_multi_cleanup(multi_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void start(FetchRequest request) { waiting_.push_back(std::move(request)); }

  int under_way() const { return static_cast<int>(waiting_.size() + active_.size()); }

  void poll(milliseconds timeout, std::vector<pollfd>& others, std::vector<FetchResponse>& done) {
    const SteadyTime deadline = std::chrono::steady_clock::now() + timeout;
    const std::size_t before = done.size();
    for (pollfd& other : others) other.revents = 0;
    while (true) {
      step(done);
      const SteadyTime now = std::chrono::steady_clock::now();
      if (done.size() > before || now >= deadline) {
        look_at(others);
        return;
      }
      if (!wait(std::min(deadline, next_look_) - now, others) || look_at(others)) return;
    }
  }

 private:
  /// Advances all transfers without waiting and appends the completed responses.
  void step(std::vector<FetchResponse>& done) {
    admit(done);
    int running = 0;
    curl_multi_perform(multi_, &running);
    collect(done);
    drop_stalled(done);
  }

  void admit(std::vector<FetchResponse>& done) {
    while (!waiting_.empty() &&
           active_.size() < static_cast<std::size_t>(options_.max_connections)) {
      FetchRequest request = std::move(waiting_.front());
      waiting_.pop_front();
      if (!request.url.is_web()) {
        FetchResponse response;
        response.ticket = request.ticket;
        response.status = FetchStatus::kForbidden;
        response.detail =
            "'" + std::string(request.url.scheme()) + "' is not a protocol of the web";
        response.started = system_clock().wall();
        done.push_back(std::move(response));
        continue;
      }
      CurlTransfer* transfer = idle_transfer();
      transfer->prepare(std::move(request));
      transfer->place = active_.size();
      active_.push_back(transfer);
      curl_multi_add_handle(multi_, transfer->easy());
    }
  }

  CurlTransfer* idle_transfer() {
    if (idle_.empty()) {
      transfers_.push_back(std::make_unique<CurlTransfer>(options_));
      return transfers_.back().get();
    }
    CurlTransfer* transfer = idle_.back();
    idle_.pop_back();
    return transfer;
  }

  void collect(std::vector<FetchResponse>& done) {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode result = message->data.result;
      void* owner = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
      auto* transfer = static_cast<CurlTransfer*>(owner);
      retire(transfer);
      done.push_back(transfer->finish(result));
    }
  }

  /// Aborts the transfers that stall() reports. Called after pending data was read, so that a pause
  /// of this process does not count against the server.
  void drop_stalled(std::vector<FetchResponse>& done) {
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + stall_interval_;
    for (std::size_t i = active_.size(); i-- > 0;) {
      CurlTransfer* transfer = active_[i];
      std::string why = transfer->stall(now);
      if (why.empty()) continue;
      retire(transfer);
      done.push_back(transfer->give_up(std::move(why)));
    }
  }

  void retire(CurlTransfer* transfer) {
    curl_multi_remove_handle(multi_, transfer->easy());
    active_.back()->place = transfer->place;
    active_[transfer->place] = active_.back();
    active_.pop_back();
    idle_.push_back(transfer);
  }

  /// Waits for the network, for `others` or for the end of `time`. Returns false when interrupted.
  ///
  /// The state of `others` must be polled again afterwards: curl_waitfd does not report hang-ups.
  bool wait(std::chrono::steady_clock::duration time, const std::vector<pollfd>& others) {
    wait_list_.clear();
    for (const pollfd& other : others) {
      curl_waitfd entry{};
      entry.fd = other.fd;
      if ((other.events & POLLIN) != 0) entry.events |= CURL_WAIT_POLLIN;
      if ((other.events & POLLPRI) != 0) entry.events |= CURL_WAIT_POLLPRI;
      if ((other.events & POLLOUT) != 0) entry.events |= CURL_WAIT_POLLOUT;
      wait_list_.push_back(entry);
    }
    return curl_multi_poll(multi_, wait_list_.data(), static_cast<unsigned>(wait_list_.size()),
                           to_poll_time(time), nullptr) == CURLM_OK;
  }

  CurlFetcherOptions options_;
  const milliseconds stall_interval_;
  CURLM* multi_ = nullptr;
  std::vector<std::unique_ptr<CurlTransfer>> transfers_;
  std::vector<CurlTransfer*> idle_;
  std::vector<CurlTransfer*> active_;  // Each stores its index here.
  std::deque<FetchRequest> waiting_;
  std::vector<curl_waitfd> wait_list_;
  SteadyTime next_look_{};
};

CurlFetcher::CurlFetcher(CurlFetcherOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}
CurlFetcher::~CurlFetcher() = default;

void CurlFetcher::start(FetchRequest request) { impl_->start(std::move(request)); }
int CurlFetcher::under_way() const { return impl_->under_way(); }
void CurlFetcher::poll(milliseconds timeout, std::vector<pollfd>& others,
                       std::vector<FetchResponse>& done) {
  impl_->poll(timeout, others, done);
}

}  // namespace porthole::gatherer
