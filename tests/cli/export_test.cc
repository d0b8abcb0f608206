// Tests of `porthole export`: its output is read by other programs where available; its memory use
// is constant.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive/warc_reader.h"
#include "archive/warc_writer.h"
#include "base/xml/tree.h"
#include "summarizer/schema/kept_schemas.h"
#include "tests/cli/command_line.h"
#include "tests/support/rdf_triples.h"
#include "tests/support/summaries.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class ExportTest : public CommandLineTest {
 protected:
  /// A collection with `count` summaries, each with `bytes` of text.
  std::string collection_of(const std::string& name, int count, std::size_t bytes) {
    const std::string folder = collection(name);
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    std::vector<repository::SummaryChange> summaries;
    for (int id = 1; id <= count; ++id) {
      repository::UrlRecord url;
      url.id = id;
      url.key = url.href = "https://a.org/" + std::to_string(id);
      url.host = url.site = "a.org";
      url.state = repository::UrlState::kFetched;
      repository::PageRecord page;
      page.id = page.order = id;
      repository::LinkRecord link;
      link.source = id;
      link.target = id % count + 1;
      link.link.anchor = std::string(bytes / 30, 'a');
      const summarizer::Summary full = full_summary();
      Document& document = page.document;
      document.title = full.title;
      document.description = full.description;
      document.media_type = full.media_type;
      document.resource_class = full.resource_class;
      document.properties = full.properties;
      while (document.text.size() < bytes)
        document.text += std::to_string(document.text.size() * 7919 + bytes) + " words\n";
      summaries.push_back({.page = id});
      batch.new_urls.push_back(std::move(url));
      batch.pages.push_back(std::move(page));
      batch.links.push_back(std::move(link));
    }
    EXPECT_TRUE(repository->crawl().apply(batch));
    EXPECT_TRUE(repository->summaries().put(summaries));
    return folder;
  }

  /// The largest resident size of the program, in KiB.
  static long peak_memory(const std::vector<std::string>& arguments) {
    std::vector<char*> words;
    std::string program = kProgram;
    words.push_back(program.data());
    std::vector<std::string> kept = arguments;
    for (std::string& word : kept) words.push_back(word.data());
    words.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(::open("/dev/null", O_WRONLY), 1);
      ::execv(program.c_str(), words.data());
      ::_exit(127);
    }
    int status = 0;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return used.ru_maxrss;
  }
};

TEST_F(ExportTest, MemoryDoesNotGrowWithThePages) {
  const std::string small = collection_of("small", 20, 30'000);
  const std::string large = collection_of("large", 1000, 30'000);  // 30 MB of text
  const std::vector<std::vector<std::string>> exports = {
      {"summaries", "--format", "rdfxml"},   {"summaries", "--format", "turtle"},
      {"summaries", "--format", "ntriples"}, {"summaries", "--format", "jsonld"},
      {"summaries", "--format", "jsonl"},    {"links", "--format", "csv"},
      {"links", "--format", "jsonl"},        {"pages", "--format", "csv"},
      {"pages", "--format", "markdown"},     {"graph"}};
  for (const std::vector<std::string>& what : exports) {
    std::vector<std::string> few = {"export", small}, many = {"export", large};
    few.insert(few.end(), what.begin(), what.end());
    many.insert(many.end(), what.begin(), what.end());
    // The database's own cache fills up to 16 MiB.
    EXPECT_LT(static_cast<double>(peak_memory(many)),
              2.0 * static_cast<double>(peak_memory(few)) + 1024)
        << what[0] << " " << what.back();
  }
}

/// Exports of a collection with one page in blocks, which says who wrote it and when.
class ExportedPageTest : public CommandLineTest {
 protected:
  ExportedPageTest() : folder_(collection()) {
    auto repository =
        repository::open_sqlite(folder_ + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    repository::UrlRecord url;
    url.id = 1;
    url.key = url.href = "https://a.org/hub";
    url.host = url.site = "a.org";
    url.state = repository::UrlState::kFetched;
    repository::PageRecord page;
    page.id = page.order = 1;
    page.relevant = true;
    page.relevance = Relevance(0.75);
    page.fetched_at = parse_time("2026-11-20T10:00:00Z").value();
    Document& document = page.document;
    document.title = "Hub *gears*";
    document.published = "2021-03-04";
    document.language = "en";
    document.media_type = "text/html";
    document.page_type = PageType::kArticle;
    document.properties = {{"author", "Ann Bell"}, {"author", "Jo Roe"}};
    const auto add = [&document](BlockKind kind, int level, bool is_content, const char* text) {
      if (!document.text.empty()) document.text += '\n';
      Block block;
      block.begin = static_cast<std::uint32_t>(document.text.size());
      document.text += text;
      block.length = static_cast<std::uint32_t>(document.text.size()) - block.begin;
      block.kind = kind;
      block.level = static_cast<std::uint8_t>(level);
      block.is_content = is_content;
      block.hash = document.blocks.size();
      document.blocks.push_back(block);
    };
    add(BlockKind::kListItem, 1, false, "Home");
    add(BlockKind::kHeading, 2, true, "Oil <now>");
    add(BlockKind::kParagraph, 0, true, "A hub needs oil.");
    add(BlockKind::kListItem, 1, true, "one");
    add(BlockKind::kCode, 0, true, "if (dry)\n  oil();");
    batch.new_urls.push_back(url);
    batch.pages.push_back(page);
    EXPECT_TRUE(repository->crawl().apply(batch));
  }

  ProgramResult export_as(const std::string& format,
                          const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments = {"export", folder_, "pages", "--format", format};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return porthole(arguments);
  }

  const std::string folder_;
};

TEST_F(ExportedPageTest, PagesAsMarkdownHaveTheirContentAndWhatIsKnownOfThem) {
  const ProgramResult said = export_as("markdown");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out,
            "# Hub \\*gears\\*\n\n- URL: <https://a.org/hub>\n- Author: Ann Bell, Jo Roe\n"
            "- Published: 2021-03-04\n- Type: article\n- Media type: text/html\n- Language: en\n"
            "- Topic: bicycle\n- Relevance: 0.75\n\n"
            "## Oil \\<now\\>\n\nA hub needs oil.\n\n- one\n\n```\nif (dry)\n  oil();\n```\n\n"
            "---\n\n");
}

TEST_F(ExportedPageTest, PagesAsJsonHaveTheirContentAndNoDateThatThePageDoesNotState) {
  const auto lines = json_lines(export_as("jsonl").out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].at("published"), "2021-03-04");
  EXPECT_TRUE(lines[0].at("modified").is_null());
  EXPECT_EQ(lines[0].at("page_type"), "article");
  EXPECT_EQ(lines[0].at("authors").dump(), "[\"Ann Bell\",\"Jo Roe\"]");
  EXPECT_THAT(lines[0].at("markdown").get<std::string>(), HasSubstr("## Oil \\<now\\>\n\nA hub"));
  EXPECT_THAT(lines[0].at("markdown").get<std::string>(), ::testing::Not(HasSubstr("Home")));
}

TEST_F(ExportedPageTest, PagesForElasticsearchAreLinesOfItsBulkApi) {
  const ProgramResult said = export_as("elasticsearch");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(said.out.ends_with("}\n")) << "the API wants a line feed at the end";
  const auto lines = json_lines(said.out);
  ASSERT_EQ(lines.size(), 2u) << "an action and a document";
  EXPECT_EQ(lines[0].dump(), R"({"index":{"_id":"https://a.org/hub"}})");
  EXPECT_EQ(lines[1].at("title"), "Hub *gears*");
  EXPECT_THAT(lines[1].at("content").get<std::string>(), HasSubstr("A hub needs oil."));
  EXPECT_EQ(lines[1].at("fetched_at"), "2026-11-20T10:00:00Z");
  EXPECT_FALSE(lines[1].contains("modified"))
      << "Elasticsearch takes an empty string for an invalid date";
}

TEST_F(ExportedPageTest, PagesForSolrAreAnArrayOfDynamicFields) {
  const ProgramResult said = export_as("solr");
  ASSERT_EQ(said.code, 0) << said.err;
  const nlohmann::json pages = nlohmann::json::parse(said.out);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].at("id"), "https://a.org/hub");
  EXPECT_EQ(pages[0].at("published_dt"), "2021-03-04T00:00:00Z");
  EXPECT_EQ(pages[0].at("authors_ss").dump(), R"(["Ann Bell","Jo Roe"])");
  EXPECT_EQ(pages[0].at("relevance_d"), 0.75);
  EXPECT_FALSE(pages[0].contains("modified_dt"));
  EXPECT_EQ(export_as("solr", {"--not-seed", "--relevant"}).out, said.out);
}

TEST_F(ExportedPageTest, AFileIsReplacedWhenAllIsWritten) {
  const std::string out = path("pages.md");
  EXPECT_EQ(export_as("csv", {"--out", out}).code, 0);
  EXPECT_THAT(read_whole_file(out), HasSubstr("url,fetched_at")) << "a new file";
  write_whole_file(out, "old");
  EXPECT_EQ(export_as("turtle", {"--out", out}).code, 2);
  EXPECT_EQ(read_whole_file(out), "old");
  const ProgramResult said = export_as("markdown", {"--out", out});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(read_whole_file(out), HasSubstr("A hub needs oil."));
  for (const auto& entry : std::filesystem::directory_iterator(path("")))
    EXPECT_FALSE(entry.path().string().ends_with(".part")) << entry.path();
}

TEST_F(ExportedPageTest, ALinkStaysAndTheFileThatItLeadsToIsReplaced) {
  write_whole_file(path("real.csv"), "old");
  std::filesystem::create_symlink("real.csv", path("link.csv"));
  EXPECT_EQ(export_as("csv", {"--out", path("link.csv")}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
  EXPECT_THAT(read_whole_file(path("real.csv")), HasSubstr("url,fetched_at"));
}

TEST_F(ExportedPageTest, APipeIsWrittenTo) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = ::open(path("pipe").c_str(), O_RDWR | O_NONBLOCK);
  EXPECT_EQ(export_as("csv", {"--out", path("pipe")}).code, 0);
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
  std::string got(14, '\0');
  EXPECT_EQ(::read(reader, got.data(), got.size()), 14);
  EXPECT_EQ(got, "url,fetched_at");
  ::close(reader);
}

TEST_F(ExportTest, AnArchiveThatIsGoneOrCutIsNotExported) {
  const std::string folder = collection_of("some", 2, 100);
  {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    batch.archive_file = "a.warc.gz";
    batch.archive_size = 10;
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const auto expect_refused = [&](const char* what) {
    for (const char* format : {"warc", "cdxj", "wacz"}) {
      const ProgramResult said =
          porthole({"export", folder, "archive", "--format", format, "--out", path("archive")});
      EXPECT_EQ(said.code, 4) << format;
      EXPECT_FALSE(std::filesystem::exists(path("archive"))) << format;
      EXPECT_THAT(said.err, HasSubstr(what)) << format;
      EXPECT_THAT(said.err, HasSubstr("docs/backup.md")) << format;
    }
  };
  expect_refused("is missing");
  std::filesystem::create_directory(folder + "/archive");
  write_whole_file(folder + "/archive/a.warc.gz", "123456789");
  expect_refused("is shorter than it was");
}

TEST_F(ExportedPageTest, AFileThatCannotBeWrittenIsNamedWithARemedy) {
  for (const std::string& out : {path("none") + "/pages.md", path("")}) {
    const ProgramResult said = export_as("jsonl", {"--out", out});
    EXPECT_NE(said.code, 0) << out;
    EXPECT_THAT(said.err, HasSubstr("cannot be written"));
    EXPECT_THAT(said.err, HasSubstr("folder that exists"));
  }
}

TEST_F(ExportTest, TheFourFormatsOfACollectionAreOneGraph) {
  if (!has_rapper()) GTEST_SKIP() << "rapper (raptor2-utils) is not installed";
  const std::string folder = collection_of("some", 5, 100);
  const auto triples = [&](const std::string& format) {
    write_whole_file(path("graph"),
                     porthole({"export", folder, "summaries", "--format", format}).out);
    const CommandResult read = rapper_triples(path("graph"), format);
    EXPECT_EQ(read.status, 0) << format;
    return canonical(read.output);
  };
  const auto graph = triples("rdfxml");
  EXPECT_GT(graph.size(), 50u);
  EXPECT_EQ(triples("turtle"), graph);
  EXPECT_EQ(triples("ntriples"), graph);
}

TEST_F(ExportTest, ToRdflibTheFourFormatsAreIsomorphic) {
  if (run_command("/usr/bin/python3 -c 'import rdflib' 2>/dev/null").status != 0) {
    GTEST_SKIP() << "rdflib (python3-rdflib) is not installed";
  }
  const std::string folder = collection_of("some", 3, 100);
  const std::map<std::string, std::string> formats = {
      {"rdfxml", "xml"}, {"turtle", "turtle"}, {"ntriples", "nt"}, {"jsonld", "json-ld"}};
  std::string script =
      "import rdflib, rdflib.compare\n"
      "def read(name, form):\n"
      "  return rdflib.compare.to_isomorphic(rdflib.Graph().parse(name, format=form))\n"
      "graphs = []\n";
  for (const auto& [ours, theirs] : formats) {
    write_whole_file(path(ours), porthole({"export", folder, "summaries", "--format", ours}).out);
    script += "graphs.append(read('" + path(ours) + "', '" + theirs + "'))\n";
  }
  script += "print(len(graphs[0]) > 100, all(graph == graphs[0] for graph in graphs))\n";
  write_whole_file(path("compare.py"), script);
  const CommandResult said = run_command("/usr/bin/python3 " + path("compare.py") + " 2>&1");
  EXPECT_THAT(said.output, HasSubstr("True True"));
}

TEST_F(ExportTest, TheGraphHasANodeForEachUrlAndAnEdgeForEachLink) {
  const ProgramResult said = porthole({"export", gathered_collection(), "graph"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto root = xml::read_tree(said.out, "graph");
  ASSERT_TRUE(root) << root.error().to_string();
  EXPECT_EQ(root->ns, "http://graphml.graphdrawing.org/xmlns");
  std::set<std::string> keys, nodes;
  for (const xml::XmlElement& key : root->children) {
    if (key.local == "key") keys.insert(*key.attribute("id"));
  }
  const xml::XmlElement* graph = root->child("graph");
  ASSERT_NE(graph, nullptr);
  int edges = 0;
  for (const xml::XmlElement& child : graph->children) {
    for (const xml::XmlElement& data : child.children)
      EXPECT_TRUE(keys.contains(*data.attribute("key")));
    if (child.local == "node") nodes.insert(*child.attribute("id"));
    if (child.local != "edge") continue;
    ++edges;
    EXPECT_TRUE(nodes.contains(*child.attribute("source")));
    EXPECT_TRUE(nodes.contains(*child.attribute("target")));
  }
  EXPECT_EQ(nodes.size(), 5u);
  EXPECT_EQ(edges, 2);
  EXPECT_THAT(said.out, HasSubstr("<data key=\"anchor\">a page about sprockets</data>"));
}

TEST_F(ExportTest, TheArchiveIsOneWarcFileWithoutWhatWasNotCommitted) {
  const std::string folder = gathered_collection();
  const std::filesystem::path archive = folder + "/archive";
  std::int64_t committed = 0;
  std::string file;
  for (const std::string body : {"first", "second", "not committed"}) {
    auto writer = archive::WarcWriter::open(archive, {}, file, committed).value();
    archive::Capture capture;
    const std::string url = "https://a.org/" + body;
    capture.url = url;
    capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
    capture.raw_body = body;
    ASSERT_TRUE(writer->write(capture));
    ASSERT_TRUE(writer->sync());
    file = writer->file();
    if (body == "not committed") break;
    ASSERT_TRUE(writer->committed());
    committed = writer->size();
  }
  {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    batch.archive_file = file;
    batch.archive_size = committed;
    batch.stale = {1};
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const ProgramResult said = porthole({"export", folder, "archive"});
  ASSERT_EQ(said.code, 0) << said.err;
  write_whole_file(path("all.warc.gz"), said.out);
  auto reader = archive::WarcReader::open(path("all.warc.gz")).value();
  std::set<std::string> urls;
  for (auto record = reader->next(); record && *record; record = reader->next()) {
    if ((*record)->type() == "response") urls.emplace((*record)->target());
  }
  EXPECT_FALSE(reader->is_cut());
  EXPECT_EQ(urls, (std::set<std::string>{"https://a.org/first", "https://a.org/second"}));
}

TEST_F(ExportTest, TheSchemaIsOursAndThoseThatTheCollectionWasGatheredWith) {
  const std::string folder = gathered_collection();
  const std::string game =
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
      " xmlns:rdfs=\"http://www.w3.org/2000/01/rdf-schema#\"><rdfs:Class "
      "rdf:about=\"urn:example:chess#Game\">"
      "<rdfs:label>game</rdfs:label><rdfs:comment>Of chess.</rdfs:comment>"
      "<rdfs:subClassOf rdf:resource=\"urn:porthole:summary:1#Page\"/></rdfs:Class></rdf:RDF>";
  ASSERT_TRUE(summarizer::keep_schemas(folder, {{"chess.rdfs", game}}));
  const ProgramResult said = porthole({"export", folder, "schema"});
  EXPECT_EQ(said.code, 0) << said.err;
  summarizer::Vocabulary words;
  for (const auto& problem : words.add(said.out, "merged.rdfs"))
    ADD_FAILURE() << problem.to_string();
  EXPECT_TRUE(words.is_a("urn:example:chess#Game", "Page"));
  EXPECT_TRUE(words.is_a("JavaClass", "ProgramSource"));

  ASSERT_TRUE(summarizer::keep_schemas(folder, {{"torn.rdfs", "<rdf:RDF>"}}));
  const ProgramResult torn = porthole({"export", folder, "schema"});
  EXPECT_EQ(torn.code, 1);
  EXPECT_THAT(torn.err, HasSubstr("torn.rdfs"));
  EXPECT_THAT(torn.out, HasSubstr("urn:example:chess#Game"));
}

TEST_F(ExportTest, PluginsShowWhatIsWrongWithASchema) {
  const std::string command = "PORTHOLE_PLUGINS=" PORTHOLE_BINARY_DIR "/lib/test_plugins " +
                              std::string(kProgram) + " plugins";
  const ProgramResult words = run_program("/bin/sh", {"-c", command});
  EXPECT_EQ(words.code, 0) << words.err;
  EXPECT_THAT(words.out, HasSubstr("schema: wordy.rdfs"));
  EXPECT_THAT(words.out,
              HasSubstr("mute.rdfs:4: urn:test:mute#Thing: the class has no rdfs:label"));
  const auto json = nlohmann::json::parse(run_program("/bin/sh", {"-c", command + " --json"}).out);
  bool told = false;
  for (const auto& problem : json.at("problems"))
    told = told || problem.value("schema", "") == "mute.rdfs";
  EXPECT_TRUE(told);
}

TEST_F(ExportTest, WhatStandsInsideOfAPageIsExplainedAndRemovedByItsOwnUrl) {
  const std::string folder = gathered_collection();
  {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    repository::UrlRecord member;
    member.id = 6;
    member.key = member.href = "https://a.org/#one%20file.txt";
    member.host = member.site = "a.org";
    member.state = repository::UrlState::kFetched;
    member.found_on = 1;
    repository::PageRecord page;
    page.id = 6;
    page.order = 3;
    page.document.title = "a member";
    batch.new_urls = {member};
    batch.pages = {page};
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const auto explained = [&](const std::string& url) {
    return nlohmann::json::parse(porthole({"explain", folder, url, "--json"}).out);
  };
  EXPECT_EQ(explained("https://a.org/#one file.txt").at("page").at("title"), "a member");
  EXPECT_EQ(explained("https://a.org/#one file.txt").at("found_on").at(0), "https://a.org/");
  EXPECT_EQ(explained("https://a.org/#elsewhere").at("url"), "https://a.org/");
  EXPECT_EQ(porthole({"remove", folder, "https://a.org/#one file.txt"}).code, 0);
  EXPECT_EQ(explained("https://a.org/#one file.txt").at("reason"), "removed");
  EXPECT_EQ(explained("https://a.org/").at("state"), "fetched");
}

}  // namespace
}  // namespace porthole::testing
