#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "parser/parser_pool.h"

namespace porthole::parser {
namespace {

std::unique_ptr<ParserPool> start_pool(ParserPool::Options options = {}) {
  auto pool = ParserPool::start(std::move(options));
  EXPECT_TRUE(pool) << pool.error().to_string();
  return pool ? std::move(*pool) : nullptr;
}

ParseInput page(std::string body) { return {"http://site.example/", "text/html", std::move(body)}; }

std::string repeat(std::string_view text, int times) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(ParserPoolTest, ReadsAPage) {
  const auto pool = start_pool();
  ASSERT_NE(pool, nullptr);
  const Document document = pool->parse_one(page("<title>T</title><p>x <a href=y>z</a>"));
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.title, "T");
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].url, "http://site.example/y");
  EXPECT_EQ(pool->statistics().parsed, 1u);
  EXPECT_EQ(pool->under_way(), 0);
}

TEST(ParserPoolTest, GivesEachTicketItsOwnDocument) {
  ParserPool::Options options;
  options.workers = 3;
  const auto pool = start_pool(options);
  ASSERT_NE(pool, nullptr);
  std::map<std::uint64_t, std::string> titles;
  std::uint64_t next = 1;
  std::vector<std::pair<std::uint64_t, Document>> done;
  while (titles.size() < 60) {
    while (next <= 60 && pool->idle()) {
      const std::string title = "page " + std::to_string(next);
      ASSERT_TRUE(
          pool->submit(next++, page("<title>" + title + "</title>" + repeat("<p>x", 3000))));
    }
    if (!pool->idle()) {
      EXPECT_FALSE(pool->submit(999, page("x")));
      EXPECT_EQ(pool->under_way(), 3);
    }
    std::vector<pollfd> fds;
    pool->add_poll_fds(fds);
    EXPECT_EQ(fds.size(), static_cast<std::size_t>(pool->under_way()));
    ASSERT_GT(::poll(fds.data(), fds.size(), 60'000), 0);
    pool->collect(done);
    for (const auto& [ticket, document] : done) titles[ticket] = document.title;
    done.clear();
  }
  for (const auto& [ticket, title] : titles) EXPECT_EQ(title, "page " + std::to_string(ticket));
}

TEST(ParserPoolTest, SaysThatTheProgramIsMissing) {
  ParserPool::Options options;
  options.program = "/nowhere/porthole-parser";
  const auto pool = ParserPool::start(options);
  ASSERT_FALSE(pool);
  EXPECT_EQ(pool.error().code, ErrorCode::kNotFound);
  EXPECT_NE(pool.error().message.find("/nowhere/porthole-parser"), std::string::npos);
}

TEST(ParserPoolTest, SaysThatTheProgramIsNoParser) {
  ParserPool::Options options;
  options.program = "/bin/true";
  const auto pool = ParserPool::start(options);
  ASSERT_FALSE(pool);
  EXPECT_EQ(pool.error().code, ErrorCode::kUnsupported);
}

// A machine that is short of memory kills processes as they start.
TEST(ParserPoolTest, AsksAgainWhenAWorkerIsKilledWhileItStarts) {
  const auto folder =
      std::filesystem::path(testing::TempDir()) / ("porthole-starts-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto script = folder / "parser";
  const auto place = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::ofstream(script) << "#!/bin/sh\n"
                           "for try in 1 2; do\n"
                           "  if mkdir '" +
                               folder.string() +
                               "/'$try 2>/dev/null; then kill -9 $$; fi\n"
                               "done\n"
                               "exec '" +
                               (place / "porthole-parser").string() + "' \"$@\"\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  ParserPool::Options options;
  options.workers = 1;
  options.program = script;
  const auto pool = ParserPool::start(options);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(pool) << pool.error().to_string();
  EXPECT_EQ((*pool)->parse_one(page("<title>T</title>")).title, "T");
}

TEST(ParserPoolTest, SaysThatTheProgramTalksNonsense) {
  const auto script = std::filesystem::path(testing::TempDir()) / "porthole-echo.sh";
  std::ofstream(script) << "#!/bin/sh\nexec cat\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  ParserPool::Options options;
  options.program = script;
  const auto pool = ParserPool::start(options);
  std::filesystem::remove(script);
  ASSERT_FALSE(pool);
  EXPECT_EQ(pool.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(pool.error().message.find("reply is invalid"), std::string::npos)
      << pool.error().message;
}

/// The parser processes that this process has started.
std::vector<pid_t> parser_processes() {
  std::vector<pid_t> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
  return found;
}

TEST(ParserPoolTest, ReplacesAWorkerThatDiedBetweenPages) {
  ParserPool::Options options;
  options.workers = 1;
  const auto before = parser_processes();
  const auto pool = start_pool(options);
  ASSERT_NE(pool, nullptr);
  auto started = parser_processes();
  if (started.empty()) GTEST_SKIP() << "this kernel does not list a process's children";
  std::erase_if(started, [&before](pid_t pid) {
    return std::find(before.begin(), before.end(), pid) != before.end();
  });
  ASSERT_EQ(started.size(), 1u);
  ASSERT_EQ(::kill(started[0], SIGKILL), 0);
  siginfo_t ended;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(started[0]), &ended, WEXITED | WNOWAIT), 0);
  const Document document = pool->parse_one(page("<title>T</title>"));
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.title, "T");
}

/// Nesting within the limits, but tidy copies every open formatting element into every paragraph.
ParseInput slow_page() {
  return page(repeat("<font size=1>", 500) + repeat("<p>x", 20000) + "<a href=end>end</a>");
}

void expect_fallback_and_next(ParserPool& pool, std::string_view reason) {
  const Document document = pool.parse_one(slow_page());
  EXPECT_EQ(document.status, ParseStatus::kFallback);
  EXPECT_EQ(document.status_detail, reason);
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].anchor, "end");
  EXPECT_EQ(pool.parse_one(page("<p>next")).text, "next");
}

TEST(ParserPoolTest, ReadsAPageThatTakesTooMuchCpuByTheLinearScan) {
  ParserPool::Options options;
  options.workers = 1;
  options.cpu = std::chrono::seconds(1);
  options.wall = std::chrono::minutes(10);
  options.memory_bytes = 0;
  const auto pool = start_pool(options);
  ASSERT_NE(pool, nullptr);
  expect_fallback_and_next(*pool, "more than 1 s CPU");
  EXPECT_EQ(pool->statistics().timed_out, 1u);
  EXPECT_EQ(pool->statistics().crashed, 0u);
}

TEST(ParserPoolTest, ReadsAPageThatTakesTooLongOnTheClockByTheLinearScan) {
  ParserPool::Options options;
  options.workers = 1;
  options.cpu = std::chrono::seconds(600);
  options.wall = std::chrono::seconds(3);  // The linear scan has as much, on a busy machine, too.
  options.memory_bytes = 0;
  const auto pool = start_pool(options);
  ASSERT_NE(pool, nullptr);
  expect_fallback_and_next(*pool, "more than 3 s");
  EXPECT_EQ(pool->statistics().timed_out, 1u);
}

TEST(ParserPoolTest, ReadsAPageThatTakesTooMuchMemoryByTheLinearScan) {
#if defined(PORTHOLE_SANITIZED)
  GTEST_SKIP() << "a sanitizer's shadow memory leaves no address space to limit";
#endif
  ParserPool::Options options;
  options.workers = 1;
  options.cpu = std::chrono::seconds(600);
  options.wall = std::chrono::seconds(600);
  options.memory_bytes = 256 << 20;
  const auto pool = start_pool(options);
  ASSERT_NE(pool, nullptr);
  expect_fallback_and_next(*pool, "more memory than allowed");
  EXPECT_EQ(pool->statistics().crashed, 1u);
}

/// Pages of megabytes are made when they are tested: each process of this program has all cases.
struct HostilePage {
  const char* name;
  std::string (*body)();
};
void PrintTo(const HostilePage& hostile, std::ostream* out) { *out << hostile.name; }

/// Each hostile page of the threat model (H57 to H74): it comes back, and so does the next page.
class HostilePageTest : public testing::TestWithParam<HostilePage> {};

TEST_P(HostilePageTest, CostsOnlyItself) {
  static const auto pool = [] {
    ParserPool::Options options;
    // A busy machine costs no page, nor does one whose processors are shared with others.
    options.wall = std::chrono::minutes(10);
    options.cpu = 4 * options.cpu;
    return start_pool(options);
  }();
  ASSERT_NE(pool, nullptr);
  const Document document = pool->parse_one(page("<p>before</p>" + GetParam().body()));
  EXPECT_NE(document.status, ParseStatus::kUnsupported);
  EXPECT_EQ(document.status == ParseStatus::kFallback, !document.status_detail.empty());
  EXPECT_LE(document.links.size(), 5000u);
  EXPECT_TRUE(document.text.starts_with("before")) << document.text.substr(0, 100);
  EXPECT_EQ(document.text.find('\0'), std::string::npos);
  EXPECT_EQ(pool->parse_one(page("<p>next")).text, "next");
}

std::string many_attributes() {
  std::string tag = "<a href=x";
  for (int i = 0; i < 100000; ++i) tag += " a" + std::to_string(i) + "=1";
  return tag + ">link</a>";
}

INSTANTIATE_TEST_SUITE_P(
    ThreatModel, HostilePageTest,
    testing::Values(
        HostilePage{"NestedDivs", [] { return repeat("<div>", 100000) + "deep"; }},
        HostilePage{"NestedTables", [] { return repeat("<table><tr><td>", 280000) + "deep"; }},
        HostilePage{"NestedLists", [] { return repeat("<ul><li>", 280000) + "deep"; }},
        HostilePage{"FontsAndParagraphs", [] { return repeat("<font><p>", 4200) + "end"; }},
        HostilePage{"FontsWithText", [] { return repeat("<font size=1>x<p>y", 4200); }},
        HostilePage{"ManyAttributes", [] { return many_attributes(); }},
        HostilePage{"NestedForms", [] { return repeat("<form>", 100000) + "end"; }},
        HostilePage{"ClosedForms", [] { return repeat("<form></form>", 50000) + "end"; }},
        HostilePage{"Nuls", [] { return repeat(std::string_view("a\0b<p>c\0", 8), 1000); }},
        HostilePage{"InvalidUtf8",
                    [] {
                      return repeat("\xFF\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80&#xD800;&#0;&#xFFFE;",
                                    500);
                    }},
        HostilePage{"ManyLinks", [] { return repeat("<a href=x>y</a>", 300000); }},
        HostilePage{"UnclosedComment", [] { return "<!-- " + repeat("<p>x", 100000); }},
        HostilePage{"UnclosedScript", [] { return "<script>" + repeat("<p>x", 100000); }},
        HostilePage{"UnclosedTitle", [] { return "<title>" + repeat("<p>x", 100000); }},
        HostilePage{"UnclosedPlaintext", [] { return "<plaintext>" + repeat("<p>x", 100000); }},
        HostilePage{"UnclosedCdata", [] { return "<![CDATA[" + repeat("<p>x", 100000); }},
        HostilePage{"UnclosedAttribute", [] { return repeat("<a href=\"x", 100000); }},
        HostilePage{"MisnestedFormatting", [] { return repeat("<b><i></b></i>", 50000); }},
        HostilePage{"EndTagsOnly", [] { return repeat("</p></x></br>", 50000); }},
        HostilePage{"LessThanSigns", [] { return repeat("<", 1000000); }},
        HostilePage{"Ampersands", [] { return repeat("&", 1000000); }},
        HostilePage{"CustomElements", [] { return repeat("<x-y>", 100000); }}),
    [](const auto& hostile) { return std::string(hostile.param.name); });

TEST(HostilePageLimitTest, KeepsTextAndLinksBeyondTheDepthLimit) {
  const auto pool = start_pool();
  ASSERT_NE(pool, nullptr);
  const Document document = pool->parse_one(
      page("<title>T</title><a href=top>top</a>" + repeat("<div>", 600) + "<a href=deep>deep</a>"));
  EXPECT_EQ(document.status, ParseStatus::kFallback);
  EXPECT_EQ(document.status_detail, "depth over 512");
  EXPECT_EQ(document.title, "T");
  ASSERT_EQ(document.links.size(), 2u);
  EXPECT_EQ(document.links[1].anchor, "deep");
}

TEST(HostilePageLimitTest, ReadsPagesAtTheLimitsWithATree) {
  const std::string most_divs = repeat("<div>", 512) + "x" + repeat("</div>", 512);
  EXPECT_EQ(parse_document(page(most_divs)).status, ParseStatus::kParsed);
  EXPECT_EQ(parse_document(page("<div>" + most_divs)).status, ParseStatus::kFallback);
  const std::string attributes = repeat(" a=1", 256);
  EXPECT_EQ(parse_document(page("<p" + attributes + ">x")).status, ParseStatus::kParsed);
  EXPECT_EQ(parse_document(page("<p b=1" + attributes + ">x")).status, ParseStatus::kFallback);
}

}  // namespace
}  // namespace porthole::parser
