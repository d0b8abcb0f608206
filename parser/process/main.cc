/// porthole-parser: the sandbox process for parsers and plug-ins. It reads jobs from standard input
/// and writes replies to standard output (plugins/host/frame.h) until its input ends.
///
///   porthole-parser MEMORY_BYTES CLASS [READABLE...]
///
/// plugins::WorkerPool starts it. It confines itself as a process of its class
/// (base/confinement/confinement.h) before it reads the first job. One with summarizers starts a
/// launcher before, for the programs that they run. A job that
/// crashes it affects no other process.

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "base/confinement/confinement.h"
#include "parser/html/html.h"
#include "parser/limits.h"
#include "parser/parse.h"
#include "parser/process/protocol_server.h"
#include "parser/process/tool_launcher.h"
#include "parser/summarizers.h"
#include "parser/wire.h"
#include "plugins/host/declaration.h"
#include "plugins/host/frame.h"
#include "plugins/host/setup.h"

namespace {

using namespace porthole;
using namespace porthole::parser;

constexpr std::size_t kStackBytes = 64u << 20;
constexpr int kExitNoChannel = 4;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kShadowMemory = true;  // a sanitizer maps terabytes of address space
#else
constexpr bool kShadowMemory = false;
#endif

/// Uses one malloc arena for the single worker thread, and keeps freed memory for the next page.
void keep_memory() {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
}

void limit_process(rlim_t memory_bytes) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (kShadowMemory || memory_bytes == 0) return;
  const rlimit memory{memory_bytes, memory_bytes};
  setrlimit(RLIMIT_AS, &memory);
}

/// Sets the CPU time after which SIGPROF ends the process; 0 removes the limit.
void limit_cpu(std::uint32_t seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

/// The channel to the host, separate from the streams that libraries print to.
struct Channel {
  int in = -1, out = -1;

  /// Takes over standard input and output, which are then redirected to /dev/null.
  bool take() {
    in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const bool taken = in >= 0 && out >= 0 && ::dup2(nothing, STDIN_FILENO) == STDIN_FILENO &&
                       ::dup2(nothing, STDOUT_FILENO) == STDOUT_FILENO;
    ::close(nothing);
    return taken;
  }
} channel;

bool read_all(char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(channel.in, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(std::string_view data) {
  while (!data.empty()) {
    const ssize_t put = ::write(channel.out, data.data(), data.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    data.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

/// Returns false when the input ended or is invalid.
bool read_frame(std::string& body) {
  char header[kFrameHeaderBytes];
  if (!read_all(header, sizeof header)) return false;
  const std::uint32_t length = plugins::frame_length({header, sizeof header});
  if (length > kMaxPageBytes) return false;
  body.resize(length);
  return read_all(body.data(), body.size());
}

/// Tells the host which plug-in runs from here on, for its failure statistics.
void give_notice(const std::string& name) {
  const std::string text = name.substr(0, plugins::kMaxNoticeBytes);
  const std::uint32_t length = static_cast<std::uint32_t>(text.size()) | plugins::kNoticeFlag;
  std::string frame;
  for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) frame += static_cast<char>(length >> (8 * i));
  write_all(frame + text);
}

/// The last setup of the host, and the objects created for it.
class Worker {
 public:
  /// The reply to a job, "" for none; absent if the job is invalid.
  std::optional<std::string> answer(std::string_view body) {
    switch (plugins::task_of(body)) {
      case plugins::Task::kSetup:
        return set_up(body);
      case plugins::Task::kParse:
        return parse(body);
      case plugins::Task::kFetch:
        return protocol_.answer(body);
      case plugins::Task::kDescribe:
      case plugins::Task::kCheck:
        return plugins::answer_description(body);
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> set_up(std::string_view body) {
    std::optional<plugins::Setup> setup = plugins::decode_setup(body);
    if (!setup) return std::nullopt;
    protocol_.set_up(*setup);
    summarizers_ = std::make_unique<Summarizers>(std::move(setup->plugins), load, give_notice,
                                                 std::move(setup->words));
    return "";
  }

  static Result<std::unique_ptr<FormatSummarizer>> load(const plugins::PluginUse& use) {
    TRY_AS(made, plugins::make_configured(use, PluginKind::kSummarizer));
    return std::unique_ptr<FormatSummarizer>(static_cast<FormatSummarizer*>(made->release()));
  }

  std::optional<std::string> parse(std::string_view body) {
    const auto request = decode_request(body);
    if (!request) return std::nullopt;
    limit_cpu(request->cpu_seconds);
    Document document = request->fallback_reason.empty()
                            ? parse_document(request->input, summarizers_.get())
                            : fallback_document(request->input, request->fallback_reason);
    std::string frame = encode_document(std::move(document));
    limit_cpu(0);
    return frame;
  }

  std::unique_ptr<Summarizers> summarizers_;
  parser::ProtocolServer protocol_;
};

void* serve(void*) {
  std::string body;
  Worker worker;
  while (read_frame(body)) {
    const std::optional<std::string> reply = worker.answer(body);
    if (!reply || !write_all(*reply)) break;
    if (body.capacity() > (1u << 20)) std::string().swap(body);
  }
  return nullptr;
}

int run_jobs() {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  if (pthread_create(&thread, &attributes, serve, nullptr) != 0) return kExitOutOfMemory;
  pthread_join(thread, nullptr);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  constexpr int kFewest = 3;
  const auto worker_class =
      count < kFewest ? std::nullopt : confinement::class_of(arguments[kFewest - 1]);
  if (!worker_class || isatty(STDIN_FILENO) == 1) {
    std::fputs("porthole-parser parses pages for porthole; it is not meant to be run by hand\n",
               stderr);
    return 2;
  }
  close_range(3, ~0U, 0);
  if (!channel.take()) return kExitNoChannel;
  keep_memory();
  limit_process(std::strtoull(arguments[1], nullptr, 10));
  std::set_new_handler([] { std::_Exit(kExitOutOfMemory); });
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is for the crawl, which then ends its child processes

  confinement::Confinement confinement{.worker_class = *worker_class,
                                       .readable = {arguments + kFewest, arguments + count}};
  if (*worker_class == confinement::WorkerClass::kSummarizer)
    start_tool_launcher(confinement.readable);
  confinement::confine(confinement);
#ifdef PORTHOLE_COVERAGE
  std::exit(run_jobs());  // The plug-ins, too, write their counters.
#endif
  // Without exit handlers: the leak checker of a sanitizer's build would stop this process by
  // ptrace, which is forbidden here. Every answer is written already.
  std::_Exit(run_jobs());
}
