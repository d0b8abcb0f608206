#include "base/confinement/system_calls.h"

#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <span>
#include <utility>

namespace porthole::confinement {
namespace {

using Names = std::span<const char* const>;

/// Calls on what is open, memory, threads of one's own, clocks, and facts about oneself.
constexpr const char* kCommon[] = {
    // open files, pipes and events
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek",
    "_llseek", "close", "close_range", "dup", "dup2", "dup3", "poll", "ppoll", "ppoll_time64",
    "select", "_newselect", "pselect6", "pselect6_time64", "epoll_create", "epoll_create1",
    "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "pipe",
    "pipe2", "ftruncate", "ftruncate64", "fadvise64", "readahead", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "sendfile", "sendfile64", "copy_file_range", "splice",
    "tee", "sync_file_range", "flock",
    // facts about files
    "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "newfstatat", "fstatat64", "statx",
    "statfs", "statfs64", "fstatfs", "fstatfs64", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "umask",
    // memory
    "mmap", "mmap2", "munmap", "mremap", "mprotect", "madvise", "brk", "mlock", "munlock", "mlock2",
    "msync", "mincore", "membarrier",
    // threads, signals within the process, ends
    "futex", "futex_time64", "futex_waitv", "set_robust_list", "get_robust_list", "set_tid_address",
    "rseq", "exit", "exit_group", "sched_yield", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getcpu",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait",
    "rt_sigtimedwait_time64", "rt_sigsuspend", "sigreturn", "sigaltstack", "pause",
    "restart_syscall",
    // time
    "nanosleep", "clock_nanosleep", "clock_nanosleep_time64", "clock_gettime", "clock_gettime64",
    "clock_getres", "clock_getres_time64", "gettimeofday", "time", "times", "getrusage",
    "getitimer", "setitimer", "alarm", "timer_create", "timer_settime", "timer_gettime",
    "timer_getoverrun", "timer_delete",
    // who and where one is
    "getpid", "getppid", "gettid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid",
    "getegid", "getresuid", "getresgid", "getgroups", "capget", "uname", "sysinfo", "getrlimit",
    "ugetrlimit", "getrandom", "arch_prctl", "getpriority",
    // messages over the channels that are open
    "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "shutdown", "getsockopt",
    "getsockname", "getpeername"};

/// Files in memory. A tool has none: it could execute them, which Landlock does not see.
constexpr const char* kOfPlugins[] = {"memfd_create"};

constexpr const char* kOfProtocols[] = {"connect", "bind", "setsockopt", "recvmmsg_time64"};

/// A tool may confine itself further (ctags does).
constexpr const char* kOfTools[] = {"execve",  "execveat", "wait4",  "waitid",
                                    "waitpid", "prctl",    "seccomp"};

/// None of these changes what Landlock does not see: modes, owners, times.
constexpr const char* kOfWriters[] = {
    "creat",     "mkdir", "mkdirat", "rmdir",   "unlink",    "unlinkat",  "rename", "renameat",
    "renameat2", "link",  "linkat",  "symlink", "symlinkat", "fallocate", "fsync",  "fdatasync"};

constexpr int kNewNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                               CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
/// Without those that choose whom a file signals (F_SETOWN, F_SETSIG): Landlock before ABI 6 lets a
/// process kill any other by them.
constexpr int kFileCommands[] = {F_DUPFD,     F_DUPFD_CLOEXEC, F_GETFD,      F_SETFD,
                                 F_GETFL,     F_GETLK,         F_SETLK,      F_SETLKW,
                                 F_OFD_GETLK, F_OFD_SETLK,     F_OFD_SETLKW, F_ADD_SEALS,
                                 F_GET_SEALS, F_GETPIPE_SZ,    F_SETPIPE_SZ};
constexpr int kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
constexpr int kSocketType = 0xF;

/// A filter under construction. libseccomp refuses to add calls that it does not know (their number
/// is __NR_SCMP_ERROR) and ignores those that this machine does not have; a call that cannot be
/// added stays forbidden.
class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(EPERM)), &seccomp_release) {}

  explicit operator bool() const { return context_ != nullptr; }

  void allow(Names names) {
    for (const char* name : names) allow_if(name, {});
  }
  void allow_if(const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    seccomp_rule_add_array(context_.get(), SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name),
                           static_cast<unsigned>(conditions.size()), conditions.begin());
  }
  /// Makes the C library use an older call, whose arguments can be looked at.
  void deny_as_unknown(const char* name) {
    seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(ENOSYS), seccomp_syscall_resolve_name(name), 0);
  }
  bool load() {
    // A tree instead of a list: the cost of a call does not depend on its place.
    seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
    // Calls of another architecture (int 0x80, x32) fail as well; the default kills the process.
    seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    return seccomp_load(context_.get()) == 0;
  }

 private:
  std::unique_ptr<void, void (*)(void*)> context_;
};

constexpr scmp_arg_cmp equals(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
constexpr scmp_arg_cmp masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

void allow_common(Filter& filter) {
  filter.allow(kCommon);
  filter.allow_if("open", {masked(1, kWrites, 0)});
  filter.allow_if("openat", {masked(2, kWrites, 0)});
  filter.allow_if("clone", {masked(0, CLONE_THREAD | kNewNamespaces, CLONE_THREAD)});
  // Signals to itself: raise() and abort().
  const auto self = static_cast<scmp_datum_t>(::getpid());
  for (const char* name : {"kill", "tgkill"}) filter.allow_if(name, {equals(0, self)});
  // The limits can be asked for.
  filter.allow_if("prlimit64", {equals(2, 0)});
  // Nothing that could type into the terminal of standard error.
  for (const unsigned long request : {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX}) {
    filter.allow_if("ioctl", {masked(1, 0xFFFFFFFF, request)});
  }
  for (const int option : {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_SET_NO_NEW_PRIVS}) {
    filter.allow_if("prctl", {equals(0, static_cast<scmp_datum_t>(option))});
  }
  for (const char* name : {"clone3", "openat2", "io_uring_setup"}) filter.deny_as_unknown(name);
}

void allow_file_commands(Filter& filter) {
  constexpr scmp_datum_t kCommand = 0xFFFFFFFF;
  for (const char* name : {"fcntl", "fcntl64"}) {
    for (const int command : kFileCommands)
      filter.allow_if(name, {masked(1, kCommand, static_cast<scmp_datum_t>(command))});
    filter.allow_if(name, {masked(1, kCommand, F_SETFL), masked(2, O_ASYNC, 0)});
  }
}

void allow_connections(Filter& filter) {
  filter.allow(kOfProtocols);
  for (const int family : {AF_INET, AF_INET6}) {
    // TCP and UDP alone: Landlock's rules for TCP do not see MPTCP.
    for (const auto& [type, protocol] :
         {std::pair(SOCK_STREAM, IPPROTO_IP), std::pair(SOCK_STREAM, IPPROTO_TCP),
          std::pair(SOCK_DGRAM, IPPROTO_IP), std::pair(SOCK_DGRAM, IPPROTO_UDP)}) {
      filter.allow_if("socket", {equals(0, static_cast<scmp_datum_t>(family)),
                                 masked(1, kSocketType, static_cast<scmp_datum_t>(type)),
                                 equals(2, static_cast<scmp_datum_t>(protocol))});
    }
  }
  // The resolver asks which kinds of addresses the machine has.
  filter.allow_if("socket", {equals(0, AF_NETLINK), equals(2, NETLINK_ROUTE)});
  filter.allow_if("socketpair", {equals(0, AF_UNIX), masked(1, kSocketType, SOCK_STREAM)});
}

/// Before ABI 3 Landlock does not see that a file that is opened to be read is emptied.
void allow_writing(Filter& filter) {
  filter.allow(kOfWriters);
  for (const auto& [name, flags] : {std::pair("open", 1U), std::pair("openat", 2U)}) {
    filter.allow_if(name, {masked(flags, O_TRUNC, 0)});
    filter.allow_if(name, {masked(flags, O_TRUNC | O_ACCMODE, O_TRUNC | O_WRONLY)});
    filter.allow_if(name, {masked(flags, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDWR)});
  }
}

void allow_programs(Filter& filter, WorkerClass worker_class, Writing writing) {
  filter.allow(kOfTools);
  if (writing == Writing::kByLandlock) allow_writing(filter);
  if (worker_class != WorkerClass::kOwnTool) return;
  filter.allow(std::array{"fork", "vfork"});
  filter.allow_if("clone", {masked(0, kNewNamespaces, 0)});
}

}  // namespace

bool has_seccomp() {
  constexpr unsigned kIsActionAvailable = 2;  // SECCOMP_GET_ACTION_AVAIL
  const std::uint32_t action = 0x00050000;    // SECCOMP_RET_ERRNO
  return ::syscall(SYS_seccomp, kIsActionAvailable, 0, &action) == 0;
}

bool restrict_system_calls(WorkerClass worker_class, Writing writing) {
  Filter filter;
  if (!filter) return false;  // not tested: out of memory
  allow_common(filter);
  allow_file_commands(filter);
#ifdef PORTHOLE_COVERAGE
  if (writing == Writing::kByLandlock) allow_writing(filter);
#endif
  switch (worker_class) {  // not tested: another class than these
    case WorkerClass::kParser:
    case WorkerClass::kDescription:
    case WorkerClass::kSummarizer:
      filter.allow(kOfPlugins);
      break;
    case WorkerClass::kProtocol:
      filter.allow(kOfPlugins);
      allow_connections(filter);
      break;
    case WorkerClass::kTool:
    case WorkerClass::kOwnTool:
      allow_programs(filter, worker_class, writing);
      break;
  }
  return filter.load();
}

}  // namespace porthole::confinement
