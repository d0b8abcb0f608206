#include "console/job_runner.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>
#include <utility>

#include "base/log.h"
#include "console/access/private_file.h"

extern char** environ;

namespace porthole::console {
namespace {

constexpr std::size_t kShownOutput = 4096;  // bytes
constexpr int kFirstOwnDescriptor = 3;
constexpr std::chrono::seconds kStopTime{5};  // twice: to finish, and to end at once
constexpr std::chrono::milliseconds kLook{20};
constexpr std::chrono::milliseconds kFollow{100};
constexpr int kDoneButNotAll = 1;  // Some examples could not be read (docs/errors.md).

std::vector<std::string> command_of(const Job& job, Work step, const std::string& folder) {
  std::vector<std::string> command = {"porthole", std::string(name_of(step)), folder};
  if (step != job.work) return command;
  if (job.work == Work::kTry) return {"porthole", "train", folder, "--try"};
  if (job.work == Work::kPropose) return {"porthole", "examples", "propose", folder, "--json"};
  if (job.work == Work::kAcceptLoss) return {"porthole", "index", folder, "--accept-loss"};
  const auto add = [&](std::string option, std::string value) {
    command.push_back(std::move(option));
    command.push_back(std::move(value));
  };
  if (job.work == Work::kGather) {
    if (!job.strategy.empty()) add("--strategy", job.strategy);
    if (!job.refresh.empty()) add("--refresh", job.refresh);
    for (const std::string& reason : job.retry) add("--retry", reason);
  }
  if (job.work == Work::kGather || job.work == Work::kUpdate) {
    if (job.more > 0) add("--more", std::to_string(job.more));
    if (job.minutes > 0) add("--for", std::to_string(job.minutes) + "m");
  }
  return command;
}

/// The attributes and file actions of a spawned child.
class SpawnSettings {
 public:
  explicit SpawnSettings(const std::filesystem::path& log) {
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&standard, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &standard);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_APPEND, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, kFirstOwnDescriptor);
  }
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_t actions{};
};

/// The end of a file.
std::string last_of(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) return {};
  std::ifstream in(file, std::ios::binary);
  const std::size_t shown = std::min<std::size_t>(size, kShownOutput);
  in.seekg(static_cast<std::streamoff>(size - shown));
  std::string text(shown, '\0');
  in.read(text.data(), static_cast<std::streamsize>(shown));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

tl::unexpected<Error> busy(std::string message, std::string hint) {
  return fail(ErrorCode::kBusy, std::move(message), std::move(hint));
}

}  // namespace

std::string_view name_of(Work work) {
  constexpr std::string_view kNames[kWorks] = {
      "gather", "update", "train", "try", "propose", "judge", "distill", "index", "accept-loss"};
  return kNames[static_cast<int>(work)];
}

std::optional<Work> work_named(std::string_view name) {
  for (int i = 0; i < kWorks; ++i) {
    if (name == name_of(static_cast<Work>(i))) return static_cast<Work>(i);
  }
  return std::nullopt;
}

std::string_view name_of(JobState state) {
  constexpr std::string_view kNames[] = {"idle", "running", "stopping"};
  return kNames[static_cast<int>(state)];
}

JobRunner::JobRunner(std::filesystem::path program, std::string folder)
    : program_(std::move(program)), folder_(std::move(folder)) {}

JobRunner::~JobRunner() {
  const std::lock_guard lock(mutex_);
  status_.state = JobState::kStopping;  // Nothing follows.
  for (const int signal : {SIGTERM, SIGTERM, SIGKILL}) {
    if (child_ == 0) return;
    ::kill(child_, signal);
    const auto end = std::chrono::steady_clock::now() + kStopTime;
    while (child_ != 0 && std::chrono::steady_clock::now() < end) {
      reap(WNOHANG);
      if (child_ != 0) std::this_thread::sleep_for(kLook);
    }
  }
}

std::filesystem::path JobRunner::log_file() const { return console_folder(folder_) / "job.log"; }

Result<void> JobRunner::start(const Job& job) {
  const std::lock_guard lock(mutex_);
  return begin(job, job.train_first ? Work::kTrain : job.work);
}

Result<void> JobRunner::resume() {
  const std::lock_guard lock(mutex_);
  if (!status_.has_run) return busy("nothing was paused", "start a crawl");
  return begin(Job(status_.job), status_.step);
}

Result<void> JobRunner::begin(const Job& job, Work step) {
  reap(WNOHANG);
  if (child_ != 0) {
    return busy("porthole " + std::string(name_of(status_.step)) + " is " +
                    std::string(name_of(status_.state)),
                "wait for its end, or pause it");
  }
  if (auto made = make_private_folder(console_folder(folder_)); !made) return made;
  if (auto emptied = write_private_file(log_file(), ""); !emptied) return emptied;
  if (auto launched = launch(job, step); !launched) return launched;
  if (!has_next()) return {};
  if (!follower_.joinable())
    follower_ = std::jthread([this](const std::stop_token& end) { follow(end); });
  started_.notify_all();
  return {};
}

/// True while a training runs that another verb follows.
bool JobRunner::has_next() const {
  return child_ != 0 && status_.state == JobState::kRunning && status_.step != status_.job.work;
}

void JobRunner::follow(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (started_.wait(lock, end, [&] { return has_next(); })) {
    reap(WNOHANG);
    started_.wait_for(lock, end, kFollow, [&] { return !has_next(); });
  }
}

Result<void> JobRunner::launch(const Job& job, Work step) {
  std::vector<std::string> command = command_of(job, step, folder_);
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const SpawnSettings settings(log_file());
  const int error = ::posix_spawn(&child_, program_.c_str(), &settings.actions,
                                  &settings.attributes, words.data(), environ);
  if (error != 0) {
    child_ = 0;
    return fail(ErrorCode::kPermission,
                "the program cannot be started: " + std::string(std::strerror(error)),
                "install Porthole again");
  }
  status_ = {JobState::kRunning, true, job, step, system_clock().wall(), 0, false, {}};
  return {};
}

Result<void> JobRunner::stop() {
  const std::lock_guard lock(mutex_);
  reap(WNOHANG);
  if (child_ == 0) return busy("nothing runs that the console started", "start a crawl");
  if (status_.state == JobState::kStopping)
    return busy("it is stopping already", "wait until requests under way are done");
  ::kill(child_, SIGTERM);
  status_.state = JobState::kStopping;
  return {};
}

/// Takes the end of the child, if it has ended, and launches what follows it.
void JobRunner::reap(int options) {
  if (child_ == 0) return;
  int status = 0;
  const pid_t ended = ::waitpid(child_, &status, options);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return;
  constexpr int kBySignal = 128;
  status_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
  status_.was_stopped = status_.state == JobState::kStopping;
  const bool goes_on =
      has_next() && (status_.exit_code == 0 || status_.exit_code == kDoneButNotAll);
  status_.state = JobState::kIdle;
  child_ = 0;
  if (!goes_on) return;
  if (auto launched = launch(Job(status_.job), status_.job.work); !launched)
    log(LogLevel::kError, "console", launched.error().to_string());
}

JobStatus JobRunner::status() {
  const std::lock_guard lock(mutex_);
  reap(WNOHANG);
  JobStatus out = status_;
  if (out.has_run) out.output = last_of(log_file());
  return out;
}

std::string JobRunner::output_of(Work work) {
  constexpr std::size_t kLongestOutput = std::size_t{4} << 20;
  const std::lock_guard lock(mutex_);
  reap(WNOHANG);
  const bool has_ended = status_.has_run && child_ == 0 && status_.exit_code == 0;
  if (!has_ended || status_.step != work) return {};
  return read_small_file(log_file(), kLongestOutput);
}

}  // namespace porthole::console
