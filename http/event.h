#pragma once

/// libevent's events as objects. All calls come from the thread that runs the base.

#include <event2/event.h>

#include <chrono>
#include <memory>
#include <new>

namespace porthole::http {

struct FreeEventBase {
  void operator()(event_base* base) const { event_base_free(base); }
};
using EventBase = std::unique_ptr<event_base, FreeEventBase>;

/// Calls `callback(socket, what, argument)` whenever `what` (EV_READ, EV_WRITE) holds of `socket`,
/// or, with the socket -1, once when its time is over.
class Event {
 public:
  Event(const EventBase& base, int socket, short what, event_callback_fn callback, void* argument)
      : event_(event_new(base.get(), socket, what, callback, argument)) {
    if (event_ == nullptr) throw std::bad_alloc();
  }
  ~Event() { event_free(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void start() { event_add(event_, nullptr); }
  /// Begins anew when it was started before. `time`: negative counts as none left.
  void start(std::chrono::milliseconds time) {
    const auto left = std::max(time, std::chrono::milliseconds(0)).count();
    const timeval wait{left / 1000, (left % 1000) * 1000};
    event_add(event_, &wait);
  }
  void stop() { event_del(event_); }

 private:
  event* event_;
};

}  // namespace porthole::http
