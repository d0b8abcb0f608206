/// porthole-parser: reads pages from standard input and writes Documents to standard output
/// (parser/wire.h) until its input ends.
///
///   porthole-parser MEMORY_BYTES
///
/// It is started by parser::ParserPool. It opens no file but the data of the libraries it uses, and
/// a page that ends it ends nothing else.

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
#include <string>
#include <string_view>

#include "parser/html.h"
#include "parser/limits.h"
#include "parser/parse.h"
#include "parser/wire.h"

namespace {

using namespace porthole;
using namespace porthole::parser;

constexpr std::size_t kStackBytes = 64u << 20;

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

bool read_all(char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(STDIN_FILENO, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(std::string_view data) {
  while (!data.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, data.data(), data.size());
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
  const std::uint32_t length = frame_length({header, sizeof header});
  if (length > kMaxPageBytes) return false;
  body.resize(length);
  return read_all(body.data(), body.size());
}

void* serve(void*) {
  std::string body;
  while (read_frame(body)) {
    auto request = decode_request(body);
    if (!request) break;
    limit_cpu(request->cpu_seconds);
    Document document = request->fallback_reason.empty()
                            ? parse_document(request->input)
                            : fallback_document(request->input, request->fallback_reason);
    const std::string frame = encode_document(std::move(document));
    limit_cpu(0);
    if (!write_all(frame)) break;
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
