#include "porthole/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>

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

int exit_code_of_signal() { return last_signal == SIGINT ? kInterrupted : kTerminated; }

/// Calls nothing that a signal handler may not call.
void end_at_once(int) { std::_Exit(exit_code_of_signal()); }

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
  alarm(0);
  handle(SIGALRM, SIG_DFL);
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
  handle_hang_up(SIG_DFL);
}

const std::atomic<int>& Interrupt::count() const { return signals; }

const std::atomic<bool>& Interrupt::stop() const { return stop_flag; }

int Interrupt::exit_code() const { return exit_code_of_signal(); }

void Interrupt::end_within(std::chrono::seconds time) const {
  for (const int number : {SIGINT, SIGTERM, SIGALRM}) handle(number, end_at_once);
  handle_hang_up(end_at_once);
  if (count() > 1) end_at_once(0);
  alarm(static_cast<unsigned>(time.count()));
}

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
