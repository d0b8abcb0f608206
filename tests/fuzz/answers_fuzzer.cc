// Fuzzer for server responses other than pages. The first byte selects the input: robots.txt, a
// robots header, an HTTP head, chunked coding, a sitemap, or a WARC file.
//
//   cmake --preset fuzz && ninja -C build/fuzz answers_fuzzer &&
//     build/fuzz/bin/answers_fuzzer -max_total_time=300

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "archive/http_message.h"
#include "archive/warc_reader.h"
#include "base/text/text.h"
#include "gatherer/fetch/robots.h"
#include "gatherer/frontier/sitemap.h"
#include "parser/robots_directives.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

void read_robots(std::string_view bytes) {
  const auto robots = gatherer::Robots::parse(bytes, "porthole");
  demand(robots.check("/robots.txt").allowed, "robots.txt may always be fetched");
  const auto newline = bytes.find('\n');
  const auto verdict = robots.check(std::string("/").append(bytes.substr(0, newline)));
  demand(verdict.allowed || verdict.line > 0, "who refuses names a line");
  demand(verdict.rule.size() <= 512, "a rule is cut");
  demand(robots.sitemaps().size() <= 1000, "so many sitemaps and no more");
}

void read_directives(std::string_view bytes) {
  const auto newline = bytes.find('\n');
  const std::string_view value = bytes.substr(0, newline);
  parser::RobotsStatements once("porthole"), twice("porthole");
  once.header(value);
  for (int i = 0; i < 2; ++i) twice.header(value);
  demand(twice.directives() == once.directives(), "what is said twice is said once");
}

void read_head(std::string_view bytes) {
  const std::size_t size = archive::head_size(bytes);
  demand(size == std::string_view::npos || size <= bytes.size(), "a head is part of its message");
  const auto head = archive::parse_response_head(bytes.substr(0, size));
  if (!head) return;
  for (const auto& [name, value] : head->fields) {
    demand(name == ascii_lower(name), "names of fields are in lower case", name);
    demand(value == trim(value), "values of fields are trimmed", value);
  }
}

void read_chunks(std::string_view bytes) { (void)archive::without_chunks(bytes); }

void read_sitemap(std::string_view bytes) {
  const auto sitemap =
      gatherer::read_sitemap(bytes, {Url::parse("https://files.example/sitemap.xml").value()});
  if (!sitemap) return;
  demand(sitemap->entries.size() <= gatherer::kSitemapEntries, "so many entries and no more");
  for (const gatherer::SitemapEntry& entry : sitemap->entries) {
    const auto url = Url::parse(entry.url);
    demand(url && url->is_web() && url->href() == entry.url, "an entry is a URL of the web",
           entry.url);
    demand(entry.priority >= 0 && entry.priority <= 1, "a priority is from 0 to 1", entry.url);
  }
}

void read_warc(std::string_view bytes) {
  const int file = ::memfd_create("warc", 0);
  demand(::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
         "there is memory");
  auto reader =
      archive::WarcReader::open("/proc/self/fd/" + std::to_string(file), {.block_limit = 1 << 16});
  ::close(file);
  std::int64_t behind = -1;
  while (reader) {
    const auto record = (*reader)->next();
    if (!record || !*record) break;
    demand((*record)->offset >= behind, "records come in order");
    demand((*record)->block.size() <= (1 << 16), "a block is no larger than its limit");
    behind = (*record)->offset;
  }
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole::testing;
  give_to_one_of({read_robots, read_directives, read_head, read_chunks, read_sitemap, read_warc},
                 data, size);
  return 0;
}
