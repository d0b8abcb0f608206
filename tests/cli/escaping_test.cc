// Crawled bytes are data in everything that the program prints: no markup in pages and feeds, no
// escape sequence on a terminal or in a log, no formula in a table, no statement more in RDF.

#include <cctype>
#include <regex>

#include "base/xml/tree.h"
#include "tests/cli/served.h"
#include "tests/support/rdf_triples.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Markup, a formula, escape sequences of 7 and of 8 bits, a direction override, ends of lines.
const std::string kHostile =
    "=HYPERLINK(\"x\")<script>alert(1)</script>\"'><img src=x onerror=alert(1)>]]>&lt;b&gt;"
    "\x1b[31m\xC2\x9B"
    "31m\xE2\x80\xAE{{7*7}}${7*7}\r\nbicycle";
const std::string kHref =
    "https://evil.example/%3Cscript%3E%22%27%1B%C2%9B%E2%80%AE?q=%22%3E%3Cscript%3E%27=%0D%0A";

/// `text` as the value of a parameter.
std::string encoded(const std::string& text) {
  std::string out;
  Poco::URI::encode(text, "!#$&'()*+,/:;=?@[]%\"<>{}", out);
  return out;
}

/// A collection of one page whose every field is hostile, and of one page that links to it.
class EscapingTest : public CommandLineTest {
 protected:
  static void SetUpTestSuite() {
    made_ = std::make_unique<TempDir>();
    folder_of_all_ = new std::string((*made_ / "cycling").string());
    ASSERT_EQ(porthole({"new", *folder_of_all_, "--topic", "bicycle", "--seed", "https://a.org/",
                        "--contact", "me@bicycle.club"})
                  .code,
              0);
    auto repository =
        repository::open_sqlite(*folder_of_all_ + "/repository.db", repository::Access::kWrite);
    ASSERT_TRUE(repository);
    ASSERT_TRUE((*repository)->crawl().apply(hostile_web()));
    repository->reset();
    for (const char* verb : {"summarize", "index"}) {
      const ProgramResult said = porthole({verb, *folder_of_all_});
      ASSERT_EQ(said.code, 0) << said.err;
    }
  }
  static void TearDownTestSuite() {
    delete std::exchange(folder_of_all_, nullptr);
    made_.reset();
  }

  static repository::UrlRecord url(repository::UrlId id, const std::string& href,
                                   const std::string& host) {
    repository::UrlRecord record;
    record.id = id;
    record.key = record.href = href;
    record.host = record.site = host;
    record.state = repository::UrlState::kFetched;
    return record;
  }
  static repository::PageRecord page(repository::UrlId id, const std::string& text) {
    repository::PageRecord record;
    record.id = record.order = id;
    record.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
    record.digest = "sha1:" + std::to_string(id);
    record.topic = "bicycle";
    record.relevance = Relevance(0.9);
    record.relevant = true;
    record.document.title = record.document.description = text;
    record.document.text = text + " A bicycle has a text.";
    record.document.language = "en";
    record.document.media_type = "text/html";
    record.document.properties = {{"author", text}, {"http://evil.example/terms#said", text}};
    return record;
  }
  static repository::Batch hostile_web() {
    repository::Batch batch;
    batch.new_urls = {url(1, "https://a.org/", "a.org"), url(2, kHref, "evil.example"),
                      url(3, "https://b.org/?" + encoded(kHostile), "b.org")};
    batch.new_urls[0].seed = true;
    batch.new_urls[2].state = repository::UrlState::kDropped;
    batch.new_urls[2].reason = repository::DropReason::kRobots;
    batch.new_urls[2].detail = kHostile;
    batch.pages = {page(1, "A bicycle"), page(2, kHostile)};
    repository::LinkRecord link;
    for (const auto& [source, target] : {std::pair{1, 2}, {2, 1}, {1, 3}}) {
      link.source = source;
      link.target = target;
      link.link.url = batch.new_urls[static_cast<std::size_t>(target) - 1].href;
      link.link.anchor = link.link.title = link.link.heading = link.link.alt = kHostile;
      batch.links.push_back(link);
      ++link.position;
    }
    return batch;
  }

  static std::string folder() { return *folder_of_all_; }

  static std::unique_ptr<TempDir> made_;
  static std::string* folder_of_all_;
};
std::unique_ptr<TempDir> EscapingTest::made_;
std::string* EscapingTest::folder_of_all_ = nullptr;

/// The characters of `text` that a terminal takes for commands, or that turn its direction.
std::set<std::string> commands_in(const std::string& text) {
  std::set<std::string> found;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) found.insert({text[at]});
  }
  for (int c = 0x80; c < 0xA0; ++c) {
    const std::string character = {'\xC2', static_cast<char>(c)};
    if (text.find(character) != std::string::npos) found.insert(character);
  }
  for (const char* turn : {"\xE2\x80\xAA", "\xE2\x80\xAD", "\xE2\x80\xAE", "\xE2\x81\xA6"})
    if (text.find(turn) != std::string::npos) found.insert(turn);
  return found;
}

TEST_F(EscapingTest, NoVerbSendsATerminalACommand) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"search", folder(), "bicycle", "--all"},
           {"explain", folder(), kHref},
           {"explain", folder(), "https://a.org/"},
           {"explain", folder(), "https://b.org/?" + encoded(kHostile)},
           {"explain", folder(), "https://none.example/" + kHostile},
           {"status", folder()},
           {"query", folder(), "SELECT title, u.href FROM page JOIN url u USING (id)"},
           {"backlinks", kHref, folder()},
           {"query", folder(), "SELECT '" + std::string("\x1b[31m") + "' FROM nothing"},
           {"doctor", folder(), "--quick"},
           {"check", "repository", folder()},
           {"check", "url", "https://" + kHostile},
           {"seeds", "add", folder(), "ftp://" + kHostile},
           {"export", folder(), "pages", "--format", "csv"},
           {"export", folder(), "links", "--format", "csv"},
           {"export", folder(), "urls", "--format", "csv"},
           {"export", folder(), "graph"},
           {"no-such-verb\x1b[31m"}}) {
    const ProgramResult said = porthole(arguments);
    EXPECT_LT(said.code, 6) << arguments[0];
    EXPECT_FALSE((said.out + said.err).empty()) << arguments[0];
    EXPECT_EQ(commands_in(said.out + said.err), std::set<std::string>())
        << arguments[0] << " " << arguments.back() << "\n"
        << said.out << said.err;
  }
}

TEST_F(EscapingTest, EveryLineOfJsonIsOneValueWithoutRawCommands) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"search", folder(), "bicycle", "--all"},
           {"explain", folder(), kHref},
           {"status", folder()},
           {"query", folder(), "SELECT title, u.href FROM page JOIN url u USING (id)"},
           {"backlinks", kHref, folder()},
           {"check", "url", "https://" + kHostile},
           {"export", folder(), "summaries", "--format", "jsonl"},
           {"export", folder(), "links"},
           {"export", folder(), "pages"},
           {"export", folder(), "urls"},
           {"export", folder(), "pages", "--format", "elasticsearch"}}) {
    std::vector<std::string> with_json = arguments;
    with_json.emplace_back("--json");
    const ProgramResult said = porthole(with_json);
    const std::string all = said.out + said.err;
    EXPECT_FALSE(json_lines(all).empty()) << arguments[0];
    EXPECT_EQ(commands_in(all), std::set<std::string>()) << arguments[0] << "\n" << all;
  }
}

TEST_F(EscapingTest, JsonGivesBackWhatWasCrawled) {
  const ProgramResult said = porthole({"export", folder(), "pages"});
  ASSERT_EQ(said.code, 0) << said.err;
  std::set<std::string> titles;
  for (const json& line : json_lines(said.out)) titles.insert(line.at("title"));
  EXPECT_THAT(titles, ::testing::Contains(HasSubstr("<script>alert(1)</script>\"'><img src=x")));
}

/// The fields of a table, RFC 4180.
std::vector<std::string> csv_fields(const std::string& text) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == ',' || c == '\n')) {
      fields.emplace_back();
    } else if (c != '"') {
      fields.back() += c;
    }
  }
  return fields;
}

TEST_F(EscapingTest, NoFieldOfATableIsAFormula) {
  for (const char* what : {"pages", "links", "urls"}) {
    const ProgramResult said = porthole({"export", folder(), what, "--format", "csv"});
    ASSERT_EQ(said.code, 0) << said.err;
    const std::vector<std::string> fields = csv_fields(said.out);
    EXPECT_GT(fields.size(), 10u);
    for (const std::string& field : fields)
      EXPECT_THAT(field, Not(AnyOf(StartsWith("="), StartsWith("@"), StartsWith("+")))) << what;
  }
}

/// Every element and attribute that occurs.
void names_of(const xml::XmlElement& element, std::set<std::string>& names) {
  names.insert(element.local);
  for (const xml::XmlElement& child : element.children) names_of(child, names);
}

TEST_F(EscapingTest, NoXmlHasAnElementOfAPage) {
  const auto expect_without = [](const std::string& text, const std::string& name) {
    const auto root = xml::read_tree(text, name);
    ASSERT_TRUE(root) << root.error().to_string() << "\n" << text;
    std::set<std::string> names;
    names_of(*root, names);
    EXPECT_FALSE(names.contains("script") || names.contains("img")) << name;
  };
  for (const std::vector<std::string>& what :
       std::vector<std::vector<std::string>>{{"graph"}, {"summaries"}}) {
    const ProgramResult said = porthole({"export", folder(), what[0]});
    ASSERT_EQ(said.code, 0) << said.err;
    expect_without(said.out, what[0]);
  }
  // The time makes each row a new one in the second answer.
  ASSERT_EQ(porthole({"standing", "add", folder(), "titles",
                      "SELECT title, u.href AS url, strftime('%f', 'now') AS seconds FROM page "
                      "JOIN url u USING (id)"})
                .code,
            0);
  ASSERT_EQ(porthole({"standing", "answer", folder()}).code, 0);
  Served server(folder());
  for (const std::string& target :
       {std::string("/feed.atom?q=bicycle&off=1"), std::string("/opensearch.xml"),
        std::string("/standing.atom?name=titles"), "/page.rdf?url=" + encoded(kHref)}) {
    const Fetched fetched = server.get(target);
    ASSERT_EQ(fetched.status, 200) << target << fetched.body;
    expect_without(fetched.body, target);
  }
}

TEST_F(EscapingTest, RdfOfAHostilePageHasTheStatementsOfAPageAlone) {
  if (!has_rapper()) GTEST_SKIP() << "rapper (raptor2-utils) is not installed";
  std::set<std::size_t> counts;
  for (const auto& [format, syntax] :
       {std::pair{"rdfxml", "rdfxml"}, {"turtle", "turtle"}, {"ntriples", "ntriples"}}) {
    const std::string file = path(format);
    ASSERT_EQ(porthole({"export", folder(), "summaries", "--format", format, "--out", file}).code,
              0);
    const CommandResult triples = rapper_triples(file, syntax);
    EXPECT_EQ(triples.status, 0) << format;
    counts.insert(
        static_cast<std::size_t>(std::count(triples.output.begin(), triples.output.end(), '\n')));
  }
  EXPECT_EQ(counts.size(), 1u) << "each form says the same";
}

TEST_F(EscapingTest, NoPageOfTheServerHasMarkupOrALinkOfACrawledPage) {
  Served server(folder());
  const std::string query = encoded(kHostile), of_page = "?url=" + encoded(kHref);
  for (const std::string& target :
       {std::string("/"), std::string("/search?q=bicycle&off=1"), "/search?q=" + query,
        "/search?q=author%3A%22" + query + "%22", "/search?q=site%3A" + query,
        "/fields?name=" + query, std::string("/fields"), std::string("/fields?name=author"),
        "/suggest?q=" + query, std::string("/suggest?q=bic"), "/page" + of_page,
        "/page?url=" + query, "/copy" + of_page, "/copy" + of_page + "&q=" + query,
        "/no-such-path/" + query}) {
    const Fetched fetched = server.get(target);
    EXPECT_THAT(fetched.type, HasSubstr("text/html")) << target;
    EXPECT_THAT(fetched.body, Not(HasSubstr("<script>"))) << target;
    EXPECT_THAT(fetched.body, Not(HasSubstr("<img src=x"))) << target;
    const std::string bare = std::regex_replace(fetched.body, std::regex("\"[^\"]*\""), "\"\"");
    EXPECT_FALSE(std::regex_search(bare, std::regex("<[^>]* on[a-z]+="))) << target;
    EXPECT_FALSE(std::regex_search(
        fetched.body,
        std::regex("(href|src|action)=\"?\\s*(javascript|data|vbscript):", std::regex::icase)))
        << target;
    EXPECT_EQ(fetched.body.find('\x1b'), std::string::npos) << target;
  }
}

TEST_F(EscapingTest, AnswersForProgramsAreJsonThatIsSafeInsideOfHtml) {
  Served server(folder());
  const std::string query = encoded(kHostile), of_page = "?url=" + encoded(kHref);
  for (const std::string& target :
       {std::string("/api/v1/search?q=bicycle&off=1"), "/api/v1/search?q=" + query,
        "/api/v1/page" + of_page, "/api/v1/complete?q=" + query,
        std::string("/api/v1/complete?q=bic"), std::string("/api/v1/fields?values=9"),
        std::string("/api/v1/collections"), "/suggest.json?q=" + query,
        std::string("/feed.json?q=bicycle&off=1")}) {
    const Fetched fetched = server.get(target);
    EXPECT_TRUE(json::accept(fetched.body)) << target << fetched.body;
    EXPECT_THAT(fetched.type, HasSubstr("json")) << target;
    EXPECT_THAT(fetched.body, Not(HasSubstr("<script"))) << target;
  }
}

// A page whose address says .html must not become a file or a type of its own.
TEST_F(EscapingTest, TextOfAPageIsSentAsTextAlone) {
  Served server(folder());
  const Fetched text = server.get("/page.txt?url=" + encoded(kHref));
  EXPECT_EQ(text.status, 200);
  EXPECT_EQ(text.type, "text/plain; charset=utf-8");
  EXPECT_THAT(text.body, HasSubstr("<script>alert(1)</script>")) << "as it is, and no markup";
}

TEST_F(EscapingTest, AnExportWritesTheFileThatItWasToldToAndNoOther) {
  ASSERT_EQ(
      porthole({"export", folder(), "pages", "--format", "markdown", "--out", path("all.md")}).code,
      0);
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    names.push_back(entry.path().filename());
  EXPECT_THAT(names, ::testing::ElementsAre("all.md"));
}

}  // namespace
}  // namespace porthole::testing
