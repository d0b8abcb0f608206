/// porthole-parser: does the work of plug-ins and parsers in a process of its own. It takes jobs from
/// standard input and writes replies to standard output (plugins/host/frame.h) until its input ends.
///
///   porthole-parser MEMORY_BYTES
///
/// It is started by plugins::WorkerPool. But for what plug-ins need it opens no file but the data of
/// the libraries it uses, and a job that ends it ends nothing else.

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
#include <new>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/host/declaration.h"
#include "plugins/host/frame.h"
#include "plugins/host/setup.h"
#include "parser/html/html.h"
#include "parser/limits.h"
#include "parser/parse.h"
#include "parser/summarizers.h"
#include "parser/wire.h"
#include "parser/process/protocol_server.h"

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

/// One heap for the one thread that works, and memory stays for the next page.
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

/// After this much CPU time SIGPROF ends the process; 0 takes the limit away.
void limit_cpu(std::uint32_t seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

/// The channel to the host, away from where libraries print their complaints.
struct Channel {
  int in = -1, out = -1;

  /// Takes standard input and output for itself; who reads or prints there finds nothing and nobody.
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

/// False when the input ended or made no sense.
bool read_frame(std::string& body) {
  char header[kFrameHeaderBytes];
  if (!read_all(header, sizeof header)) return false;
  const std::uint32_t length = plugins::frame_length({header, sizeof header});
  if (length > kMaxPageBytes) return false;
  body.resize(length);
  return read_all(body.data(), body.size());
}

/// Tells the host whom to blame from here on.
void give_notice(const std::string& name) {
  const std::string text = name.substr(0, plugins::kMaxNoticeBytes);
  const std::uint32_t length = static_cast<std::uint32_t>(text.size()) | plugins::kNoticeFlag;
  std::string frame;
  for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) frame += static_cast<char>(length >> (8 * i));
  write_all(frame + text);
}

/// What the host last said, and what was made of it.
class Worker {
 public:
  /// The reply to a job, "" where there is none; nothing when the job makes no sense.
  std::optional<std::string> answer(std::string_view body) {
    switch (plugins::task_of(body)) {
      case plugins::Task::kSetup: return set_up(body);
      case plugins::Task::kParse: return parse(body);
      case plugins::Task::kFetch: return protocol_.answer(body);
      case plugins::Task::kDescribe:
      case plugins::Task::kCheck: return plugins::answer_description(body);
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> set_up(std::string_view body) {
    std::optional<plugins::Setup> setup = plugins::decode_setup(body);
    if (!setup) return std::nullopt;
    protocol_.set_up(*setup);
    summarizers_ = std::make_unique<Summarizers>(std::move(setup->plugins), load, give_notice, std::move(setup->words));
    return "";
  }

  static Result<std::unique_ptr<FormatSummarizer>> load(const plugins::PluginUse& use) {
    Result<std::unique_ptr<Plugin>> made = plugins::make_configured(use, PluginKind::kSummarizer);
    if (!made) return fail(made.error());
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

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 || isatty(STDIN_FILENO) == 1) {
    std::fputs("porthole-parser reads pages for porthole; there is no need to call it by hand\n",
               stderr);
    return 2;
  }
  close_range(3, ~0U, 0);
  if (!channel.take()) return kExitNoChannel;
  keep_memory();
  limit_process(std::strtoull(arguments[1], nullptr, 10));
  std::set_new_handler([] { std::_Exit(kExitOutOfMemory); });
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is for the crawl, which then ends its workers

  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  if (pthread_create(&thread, &attributes, serve, nullptr) != 0) return kExitOutOfMemory;
  pthread_join(thread, nullptr);
  return 0;
}
