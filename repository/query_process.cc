#include "repository/query_process.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/json/json.h"
#include "repository/query.h"
#include "repository/sqlite/sqlite_database.h"

extern char** environ;

namespace porthole::repository {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr const char* kMode = "--answer-a-question";
constexpr std::size_t kMostAtOnce = 4;
constexpr std::int64_t kHeapBytes = std::int64_t{512} << 20;  // SQLite's
constexpr rlim_t kAddressSpace = rlim_t{2} << 30;             // with the rows of the answer
constexpr rlim_t kFileBytes = rlim_t{512} << 20;              // each temporary file
constexpr milliseconds kGrace{500};  // after its time, in which it says so itself
constexpr std::size_t kMostFrameBytes = kMostAnswerBytes + (std::size_t{16} << 20);

tl::unexpected<Error> too_slow() {
  return fail(ErrorCode::kTimeout, "the query took too long",
              "ask for less, or allow more time with --seconds");
}

tl::unexpected<Error> no_process(int number) {
  return fail(ErrorCode::kPermission,
              std::string("no process can be started for the query: ") + std::strerror(number));
}

// --- Frames: a length of 8 bytes, and as much CBOR -----------------------------------------------

bool send_all(int channel, const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = ::send(channel, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool send_frame(int channel, const json& value) {
  const std::vector<std::uint8_t> bytes = json::to_cbor(value);
  const std::uint64_t size = bytes.size();
  return send_all(channel, &size, sizeof size) && send_all(channel, bytes.data(), bytes.size());
}

/// False at the end of the channel, and after `deadline`.
bool receive_all(int channel, void* bytes, std::size_t size, steady_clock::time_point deadline) {
  char* at = static_cast<char*>(bytes);
  while (size > 0) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    if (left <= left.zero()) return false;
    pollfd ready{channel, POLLIN, 0};
    if (::poll(&ready, 1,
               static_cast<int>(std::min<milliseconds>(left, std::chrono::hours(1)).count())) <= 0)
      continue;
    const ssize_t got = ::recv(channel, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<json> receive_frame(int channel, steady_clock::time_point deadline) {
  std::uint64_t size = 0;
  if (!receive_all(channel, &size, sizeof size, deadline) || size > kMostFrameBytes)
    return std::nullopt;
  std::vector<std::uint8_t> bytes(size);
  if (!receive_all(channel, bytes.data(), bytes.size(), deadline)) return std::nullopt;
  json value = json::from_cbor(bytes, true, false);
  return value.is_discarded() ? std::nullopt : std::optional(std::move(value));
}

json as_json(const QueryValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

QueryValue as_value(json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return std::move(value.get_ref<std::string&>());
  return std::monostate();
}

json as_json(const Error& error) {
  return {{"code", static_cast<int>(error.code)},
          {"message", error.message},
          {"file", error.file},
          {"hint", error.hint}};
}

Error as_error(const json& value) {
  Error error;
  error.code = static_cast<ErrorCode>(value.value("code", 0));
  error.message = value.value("message", "");
  error.file = value.value("file", "");
  error.hint = value.value("hint", "");
  return error;
}

// --- The process that asks -----------------------------------------------------------------------

/// The processes that answer now.
class Children {
 public:
  void use(std::filesystem::path program) { program_ = std::move(program); }
  const std::filesystem::path& program() const { return program_; }

  /// Starts one whose standard input is `channel`.
  Result<pid_t> start(int channel) {
    const std::lock_guard lock(mutex_);
    if (is_ended_ || running_.size() >= kMostAtOnce) {
      return fail(ErrorCode::kBusy, "other questions are being answered",
                  "ask again when they have their answers");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string name = "porthole";
    std::string mode = kMode;
    std::array<char*, 3> arguments{name.data(), mode.data(), nullptr};
    pid_t child = 0;
    const int code =
        ::posix_spawn(&child, program_.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0) return no_process(code);
    running_.insert(child);
    return child;
  }
  /// Kills it where it still runs; the status of its end.
  int end(pid_t child) {
    ::kill(child, SIGKILL);
    siginfo_t ended{};
    while (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
    // Its number may be another process's from here on, which end_all() must not kill.
    const std::lock_guard lock(mutex_);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    running_.erase(child);
    return status;
  }
  void end_all() {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    for (const pid_t child : running_) ::kill(child, SIGKILL);
  }

 private:
  std::filesystem::path program_;
  std::mutex mutex_;
  std::set<pid_t> running_;  ///< Not waited for yet.
  bool is_ended_ = false;
};

Children& children() {
  static Children all;
  return all;
}

/// Absent when the channel ended, or the time was over, before the answer was whole.
std::optional<Result<QueryRows>> receive_answer(int channel, steady_clock::time_point deadline) {
  QueryRows rows;
  while (std::optional<json> frame = receive_frame(channel, deadline)) {
    if (frame->is_array()) {
      std::vector<QueryValue>& row = rows.rows.emplace_back();
      for (json& value : *frame) row.push_back(as_value(value));
    } else if (frame->contains("error")) {
      return fail(as_error(frame->at("error")));
    } else if (frame->contains("columns")) {
      rows.columns = frame->at("columns").get<std::vector<std::string>>();
    } else {
      rows.more = frame->value("more", false);
      return rows;
    }
  }
  return std::nullopt;
}

tl::unexpected<Error> failure_of(int status, bool is_late) {
  const bool was_slow = is_late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
  if (was_slow) return too_slow();
  return fail(ErrorCode::kTooLarge, "the process that answers the query ended before its answer",
              "ask for less at a time");
}

// --- The process that answers --------------------------------------------------------------------

void limit(int resource, rlim_t most) {
  rlimit limits{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
  limits.rlim_cur = limits.rlim_max = std::min(most, limits.rlim_cur);
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
}

void limit_process(milliseconds time) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  limit(RLIMIT_AS, kAddressSpace);
#endif
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(time + kGrace).count();
  limit(RLIMIT_CPU, static_cast<rlim_t>(seconds) + 1);
  limit(RLIMIT_FSIZE, kFileBytes);
  ::signal(SIGXFSZ, SIG_IGN);  // The write fails, and SQLite says so.
  sqlite3_hard_heap_limit64(kHeapBytes);
}

Result<QueryRows> answer(const json& question) {
  const milliseconds time(question.value("milliseconds", std::int64_t{0}));
  limit_process(time);
  try {
    return run_query(std::filesystem::path(question.value("file", "")), question.value("sql", ""),
                     {.rows = question.value("rows", std::size_t{0}), .time = time});
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kTooLarge, "the answer needs too much memory", "ask for less at a time");
  }
}

bool send_answer(int channel, const Result<QueryRows>& rows) {
  if (!rows) return send_frame(channel, {{"error", as_json(rows.error())}});
  if (!send_frame(channel, {{"columns", rows->columns}})) return false;
  for (const std::vector<QueryValue>& row : rows->rows) {
    json frame = json::array();
    for (const QueryValue& value : row) frame.push_back(as_json(value));
    if (!send_frame(channel, frame)) return false;
  }
  return send_frame(channel, {{"more", rows->more}});
}

}  // namespace

void use_query_program(std::filesystem::path program) { children().use(std::move(program)); }

Result<QueryRows> run_query_apart(const StoragePlace& place, const std::string& sql,
                                  const QueryLimits& limits) {
  if (place.is_postgres() || children().program().empty()) return run_query(place, sql, limits);
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return no_process(errno);
  const Descriptor channel(ends[0]);
  std::optional<Descriptor> other(ends[1]);
  const auto deadline = steady_clock::now() + limits.time + kGrace;
  TRY_AS(child, children().start(other->number()));
  other.reset();
  std::optional<Result<QueryRows>> rows;
  if (send_frame(channel.number(), {{"file", std::filesystem::absolute(place.file).string()},
                                    {"sql", sql},
                                    {"rows", limits.rows},
                                    {"milliseconds", limits.time.count()}}))
    rows = receive_answer(channel.number(), deadline);
  const int status = children().end(*child);
  if (rows) return std::move(*rows);
  return failure_of(status, steady_clock::now() >= deadline);
}

void end_query_processes() { children().end_all(); }

bool is_query_process(int argc, const char* const* argv) {
  return argc == 2 && std::strcmp(argv[1], kMode) == 0;
}

int answer_in_query_process() {
  constexpr int kFailed = 4;
  const auto soon = steady_clock::now() + std::chrono::seconds(60);
  const std::optional<json> question = receive_frame(STDIN_FILENO, soon);
  if (!question || !question->is_object()) return kFailed;
  return send_answer(STDIN_FILENO, answer(*question)) ? 0 : kFailed;
}

}  // namespace porthole::repository
