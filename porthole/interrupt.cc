#include "porthole/interrupt.h"

#include <signal.h>

#include "porthole/exit_code.h"

namespace porthole::cli {
namespace {

std::atomic<int> signals{0};
std::atomic<int> last_signal{0};
std::atomic<bool> stop_flag{false};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets it");

void note(int number) {
  last_signal = number;
  stop_flag = true;
  ++signals;
}

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

/// SIGHUP is handled as SIGTERM, unless it is ignored as under nohup.
void handle_hang_up(void (*handler)(int)) {
  struct sigaction now {};
  sigaction(SIGHUP, nullptr, &now);
  if (now.sa_handler != SIG_IGN) handle(SIGHUP, handler);
}

}  // namespace

Interrupt::Interrupt() {
  signals = 0;
  stop_flag = false;
  handle(SIGINT, note);
  handle(SIGTERM, note);
  handle_hang_up(note);
}

Interrupt::~Interrupt() {
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
  handle_hang_up(SIG_DFL);
}

const std::atomic<int>& Interrupt::count() const { return signals; }

const std::atomic<bool>& Interrupt::stop() const { return stop_flag; }

int Interrupt::exit_code() const { return last_signal == SIGINT ? kInterrupted : kTerminated; }

void Interrupt::wait() const {
  sigset_t block;
  sigset_t before;
  sigemptyset(&block);
  sigaddset(&block, SIGINT);
  sigaddset(&block, SIGTERM);
  sigaddset(&block, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &block, &before);
  while (!happened()) sigsuspend(&before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

SignalsForMainThread::SignalsForMainThread() {
  sigset_t block;
  sigemptyset(&block);
  sigaddset(&block, SIGINT);
  sigaddset(&block, SIGTERM);
  sigaddset(&block, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &block, &before_);
}

SignalsForMainThread::~SignalsForMainThread() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace porthole::cli
