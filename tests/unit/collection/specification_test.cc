#include "collection/specification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "collection/collection.h"
#include "collection/local_scope.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

using porthole::testing::TempDir;

namespace fs = std::filesystem;

class SpecificationTest : public ::testing::Test {
 protected:
  Result<Specification> read(const std::string& text) {
    write("porthole.xml", text);
    return read_specification(file());
  }
  /// The message for a specification with `inside` from line 2 on, without the folder's name.
  std::string refusal(const std::string& inside) {
    const Result<Specification> read_back = read(around(inside));
    if (read_back) return "accepted";
    const std::string folder = dir_.path().string() + "/";
    std::string message = read_back.error().to_string();
    if (message.starts_with(folder)) message = message.substr(folder.size());
    return message;
  }
  static std::string around(const std::string& inside) {
    return "<collection xmlns=\"urn:porthole:specification:1\" name=\"test\">\n" + inside +
           "\n</collection>\n";
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(dir_.path() / name, std::ios::binary) << text;
  }
  fs::path file() const { return dir_.path() / "porthole.xml"; }

  TempDir dir_;
};

constexpr const char* kEverything = R"(
  <agent name="stargazer" version="2.1" url="https://stargazer.org/bot" email="bot@stargazer.org"/>
  <topic title="Stars"><term>light  curve</term><taxonomy file="t.xml"/></topic>
  <seeds><seed url="https://a.org/"/><seeds file="more.txt"/></seeds>
  <scope sitemaps="no">
    <accept scheme="http https"/>
    <reject host="*.ads.org Tracker.net" path="(?i)\.iso$"/>
    <accept prefix="HTTPS://A.org"/>
    <limit pages="10" pages-per-site="0" hops="3" links-per-page="7" body="512KiB" redirects="2"/>
    <site prefix="https://a.org/manual/" pages="60"/>
    <site prefix="https://b.org/"/>
  </scope>
  <strategy name="breadth-first"><option name="x" value="0.3"/></strategy>
  <politeness delay="0.25" min-delay="0" max-crawl-delay="9" connections-per-host="2"
              queue-mode="domain" simulated="yes"/>
  <network timeout="7" connect-timeout="3">
    <recorded file="web.warc.gz"/>
    <allow addresses="127.0.0.1 10.0.0.0/8 ::1 fe80::/10" ports="80 8000-8080"/>
  </network>
  <protocols>
    <protocol scheme="ftp file" library="file" class="a::B"><option name="root" value="/x"/></protocol>
  </protocols>
  <summarizers><summarizer types="application/pdf" library="pdf" class="Pdf"/></summarizers>
  <storage url="sqlite:pages.db"/>
  <search-page title="Star  charts" description="Where stars are" logo="logo.svg" colour="#0d5f7a">
    <query>variable star</query>
  </search-page>)";

TEST_F(SpecificationTest, ReadsEveryElementAndAttribute) {
  write("more.txt", "\xEF\xBB\xBFhttps://b.org/\r\n\n# not this\n  https://c.org/  \n");
  write("web.warc.gz", "");
  const Result<Specification> read_back = read(around(kEverything));
  ASSERT_TRUE(read_back) << read_back.error().to_string();
  const Specification& spec = *read_back;
  EXPECT_EQ(spec.name, "test");
  EXPECT_EQ(spec.agent.user_agent(),
            "stargazer/2.1 (+https://stargazer.org/bot; bot@stargazer.org)");
  EXPECT_EQ(spec.topic.title, "Stars");
  EXPECT_EQ(spec.topic.terms, std::vector<std::string>{"light curve"});
  EXPECT_EQ(spec.topic.taxonomy_file, "t.xml");
  ASSERT_EQ(spec.seeds.size(), 3u);
  EXPECT_EQ(spec.seeds[0].line, 5);
  EXPECT_EQ(spec.seeds[1].url, "https://b.org/");
  EXPECT_EQ(spec.seeds[2].url, "https://c.org/");
  EXPECT_EQ(spec.seeds[2].line, 4);
  EXPECT_EQ(spec.seeds[2].file, (dir_.path() / "more.txt").string());
  EXPECT_EQ(spec.strategy.name, "breadth-first");
  EXPECT_EQ(spec.strategy.options, (NamedValues{{"x", "0.3"}}));
  EXPECT_EQ(spec.storage, "sqlite:pages.db");
  EXPECT_EQ(spec.search_page.title, "Star charts");
  EXPECT_EQ(spec.search_page.description, "Where stars are");
  EXPECT_EQ(spec.search_page.logo, dir_.path() / "logo.svg");
  EXPECT_EQ(spec.search_page.colour, "#0d5f7a");
  EXPECT_EQ(spec.search_page.queries, std::vector<std::string>{"variable star"});
  ASSERT_EQ(spec.protocols.size(), 1u);
  EXPECT_EQ(spec.protocols[0].handles, (std::vector<std::string>{"ftp", "file"}));
  EXPECT_EQ(spec.protocols[0].class_name, "a::B");
  EXPECT_EQ(spec.protocols[0].options, (NamedValues{{"root", "/x"}}));
  ASSERT_EQ(spec.summarizers.size(), 1u);
  EXPECT_EQ(spec.summarizers[0].library, "pdf");
  EXPECT_TRUE(spec.missing.empty());
}

TEST_F(SpecificationTest, ReadsScopeInItsOrder) {
  const Specification spec = read(around(kEverything)).value();
  ASSERT_EQ(spec.scope.size(), 3u);
  EXPECT_TRUE(spec.scope[0].accept);
  EXPECT_EQ(spec.scope[0].schemes, (std::vector<std::string>{"http", "https"}));
  EXPECT_FALSE(spec.scope[1].accept);
  EXPECT_EQ(spec.scope[1].hosts, (std::vector<std::string>{"*.ads.org", "tracker.net"}));
  EXPECT_EQ(spec.scope[1].path, "(?i)\\.iso$");
  EXPECT_EQ(spec.scope[2].prefix, "https://a.org/");
  EXPECT_FALSE(spec.sitemaps);
  EXPECT_EQ(spec.limits.pages, 10);
  EXPECT_EQ(spec.limits.hops, 3);
  EXPECT_EQ(spec.limits.links_per_page, 7);
  EXPECT_EQ(spec.limits.body, 512 << 10);
  EXPECT_EQ(spec.limits.redirects, 2);
  ASSERT_EQ(spec.sites.size(), 2u);
  EXPECT_EQ(spec.sites[0].pages, 60);
  EXPECT_EQ(spec.sites[1].pages, std::nullopt);
}

TEST_F(SpecificationTest, ReadsTimesAndAddresses) {
  const Specification spec = read(around(kEverything)).value();
  EXPECT_EQ(spec.politeness.delay, std::chrono::milliseconds(250));
  EXPECT_EQ(spec.politeness.min_delay, std::chrono::milliseconds(0));
  EXPECT_EQ(spec.politeness.max_crawl_delay, std::chrono::seconds(9));
  EXPECT_EQ(spec.politeness.connections_per_host, 2);
  EXPECT_EQ(spec.politeness.queue_mode, "domain");
  EXPECT_TRUE(spec.politeness.simulated);
  EXPECT_EQ(spec.network.timeout, std::chrono::seconds(7));
  EXPECT_EQ(spec.network.connect_timeout, std::chrono::seconds(3));
  ASSERT_EQ(spec.network.allow.size(), 1u);
  EXPECT_EQ(spec.network.allow[0].addresses.size(), 4u);
  EXPECT_EQ(spec.network.allow[0].ports,
            (std::vector<std::pair<int, int>>{{80, 80}, {8000, 8080}}));
  EXPECT_EQ(spec.network.recorded, std::vector<fs::path>{dir_.path() / "web.warc.gz"});
  EXPECT_FALSE(spec.network.is_live());
}

TEST_F(SpecificationTest, PortsCanBeAllowedAtAllGlobalAddresses) {
  const Specification spec = read(around("<network><allow ports='6667'/></network>")).value();
  ASSERT_EQ(spec.network.allow.size(), 1u);
  EXPECT_TRUE(spec.network.allow[0].addresses.empty());
  EXPECT_EQ(spec.network.allow[0].ports, (std::vector<std::pair<int, int>>{{6667, 6667}}));
}

TEST_F(SpecificationTest, HasADefaultForEverything) {
  const Result<Specification> read_back =
      read("<collection xmlns='urn:porthole:specification:1'/>");
  ASSERT_TRUE(read_back) << read_back.error().to_string();
  EXPECT_EQ(read_back->name, dir_.path().filename().string());
  EXPECT_EQ(read_back->agent.user_agent(), "porthole/1.0");
  EXPECT_FALSE(read_back->agent.has_contact());
  ASSERT_EQ(read_back->scope.size(), 1u);
  EXPECT_TRUE(read_back->scope[0].accept);
  EXPECT_EQ(read_back->scope[0].schemes, (std::vector<std::string>{"http", "https"}));
  EXPECT_EQ(read_back->strategy.name, "learned");
  EXPECT_EQ(read_back->politeness.delay, std::chrono::seconds(5));
  EXPECT_EQ(read_back->limits.body, 4 << 20);
  EXPECT_TRUE(read_back->sitemaps);
  EXPECT_TRUE(read_back->network.is_live());
}

TEST_F(SpecificationTest, TheGatewayHasNoPassword) {
  const auto spec =
      read(around("<network><gateway url='http://ann:SECRET@127.0.0.1:1/'/></network>"));
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->network.gateway, "http://127.0.0.1:1/");
}

TEST_F(SpecificationTest, OthersAreAskedUnlessTheScopeIsConfinedToThisMachine) {
  const auto may_ask = [this](const std::string& inside) {
    return asks_others(read(around(inside)).value());
  };
  EXPECT_TRUE(may_ask(""));
  EXPECT_TRUE(may_ask("<scope><accept scheme='http file'/></scope>"));
  EXPECT_TRUE(may_ask("<scope><accept prefix='file:///srv/'/><accept path='papers'/></scope>"));
  EXPECT_TRUE(may_ask("<scope><accept prefix='ftp://a.org/'/></scope>"));
  EXPECT_FALSE(
      may_ask("<scope><accept prefix='file:///srv/papers/'/><reject path='gz$'/></scope>"));
  EXPECT_FALSE(may_ask("<scope><accept scheme='mbox maildir'/></scope>"));
  EXPECT_FALSE(may_ask("<network><gateway url='http://127.0.0.1:8080'/></network>"));
}

TEST_F(SpecificationTest, ReadsLanguagesAndPriorities) {
  const auto spec =
      read(around("<scope languages='en  de'><priority host='A.org' path='/manual/' value='3'/>"
                  "<priority prefix='https://B.org/old' value=' -10 '/></scope>"));
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->languages, (std::vector<std::string>{"en", "de"}));
  ASSERT_EQ(spec->priorities.size(), 2u);
  EXPECT_EQ(spec->priorities[0].matches.hosts, std::vector<std::string>{"a.org"});
  EXPECT_EQ(spec->priorities[0].matches.path, "/manual/");
  EXPECT_EQ(spec->priorities[0].value, 3);
  EXPECT_EQ(spec->priorities[1].matches.prefix, "https://b.org/old");
  EXPECT_EQ(spec->priorities[1].value, -10);
  EXPECT_EQ(spec->scope.size(), 1u) << "they are no rules of the scope";
}

TEST_F(SpecificationTest, NotesFilesThatAreNotThereYet) {
  const Result<Specification> read_back = read(around(kEverything));
  ASSERT_TRUE(read_back);
  ASSERT_EQ(read_back->missing.size(), 2u);
  EXPECT_EQ(read_back->missing[0].code, ErrorCode::kIncomplete);
  EXPECT_EQ(read_back->missing[0].line, 5);
  EXPECT_NE(read_back->missing[0].message.find("more.txt"), std::string::npos);
  EXPECT_NE(read_back->missing[1].message.find("web.warc.gz"), std::string::npos);
}

TEST_F(SpecificationTest, NamesPlaceAndExpectationOfEachMistake) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"<topicc/>",
       "porthole.xml:2:1: unknown element <topicc> in <collection>\n  did you mean \"topic\"?"},
      {"<politeness min-dely='1'/>",
       "porthole.xml:2:13: unknown attribute \"min-dely\" of <politeness>\n"
       "  did you mean \"min-delay\"?"},
      {"<politeness delay='fast'/>",
       "porthole.xml:2:13: \"fast\" cannot be the attribute \"delay\" of <politeness>\n"
       "  expected a time in seconds, such as 5 or 0.5, at most 86400"},
      {"<politeness delay='-1'/>",
       "porthole.xml:2:13: \"-1\" cannot be the attribute \"delay\" of <politeness>\n"
       "  expected a time in seconds, such as 5 or 0.5, at most 86400"},
      {"<politeness queue-mode='hosts'/>",
       "porthole.xml:2:13: \"hosts\" cannot be the attribute \"queue-mode\" of <politeness>\n"
       "  expected one of host, domain, ip"},
      {"<politeness><host name='a b' delay='30'/></politeness>",
       "porthole.xml:2:13: \"a b\" is not the name of a host\n"
       "  expected one name, such as example.org"},
      {"<scope>\n  <limit body='4 MB'/></scope>",
       "porthole.xml:3:10: \"4 MB\" cannot be the attribute \"body\" of <limit>\n"
       "  expected a size such as 512KiB or 4MiB, at least 1KiB and at most 1024MiB"},
      {"<scope languages='english'/>",
       "porthole.xml:2:8: \"english\" cannot be the attribute \"languages\" of <scope>\n"
       "  expected codes of languages separated by spaces, such as en de"},
      {"<scope><priority path='a' value='11'/></scope>",
       "porthole.xml:2:27: \"11\" cannot be the attribute \"value\" of <priority>\n"
       "  expected a whole number from -10 to 10"},
      {"<scope><priority path='a'/></scope>",
       "porthole.xml:2:8: <priority> lacks the attribute \"value\"\n"
       "  expected a whole number from -10 to 10"},
      {"<scope><reject path='(a'/></scope>",
       "porthole.xml:2:8: the path of <reject> is not a regular expression: missing ): (a in "
       "\"(a\"\n"
       "  expected RE2 syntax, such as (?i)\\.(iso|exe)$"},
      {"<agent name='port hole'/>",
       "porthole.xml:2:8: \"port hole\" cannot be the attribute \"name\" of <agent>\n"
       "  expected letters, \"_\" and \"-\" only, as robots.txt names crawlers (RFC 9309, section "
       "2.2.1)"},
      {"<seeds><seed/></seeds>",
       "porthole.xml:2:8: <seed> lacks the attribute \"url\"\n"
       "  expected a URL, such as https://docs.example.org/"},
      {"<network><gateway url='http://127.0.0.1:1/'/><recorded file='x'/></network>",
       "porthole.xml:2:46: a gateway and a recorded web are both given\n"
       "  keep <gateway> or <recorded>: each of them replaces the live web"},
      {"<network><webbox sites='a' cache='b'/><gateway url='http://127.0.0.1:1/'/></network>",
       "porthole.xml:2:39: a web in a box is given, and another one beside it\n"
       "  keep <webbox>, <gateway> or <recorded>: each of them replaces the live web"},
      {"<network><webbox cache='b'/></network>",
       "porthole.xml:2:10: <webbox> lacks the attribute \"sites\"\n"
       "  expected the name of a file, relative to the collection's folder"},
      {"<network><gateway url='127.0.0.1:8080'/></network>",
       "porthole.xml:2:10: the gateway \"127.0.0.1:8080\" is not an http URL\n"
       "  expected the gateway's address, such as http://127.0.0.1:8080/"},
      {"<network><allow/></network>",
       "porthole.xml:2:10: <allow> allows nothing\n"
       "  expected addresses, ports, or both"},
      {"<network><allow addresses='127.0.0.1/33'/></network>",
       "porthole.xml:2:10: \"127.0.0.1/33\" is not an address or a range of addresses\n"
       "  expected addresses or ranges, such as 127.0.0.1 or 10.1.0.0/16"},
      {"<network><allow addresses='::1' ports='90-80'/></network>",
       "porthole.xml:2:10: \"90-80\" is not a range of ports\n"
       "  expected ports from 1 to 65535, the lower one first"},
      {"<protocols><protocol scheme='https' library='a' class='B'/></protocols>",
       "porthole.xml:2:12: the scheme https is built in\n"
       "  remove this <protocol>, or name another scheme"},
      {"<protocols><protocol scheme='ftp' library='../a' class='B'/></protocols>",
       "porthole.xml:2:35: \"../a\" cannot be the attribute \"library\" of <protocol>\n"
       "  expected the name of a plug-in without folder or suffix: letters, digits, \"_\" and "
       "\"-\""},
      {"<search-page colour='red'/>",
       "porthole.xml:2:14: \"red\" cannot be the attribute \"colour\" of <search-page>\n"
       "  expected a colour of red, green and blue, such as #0d5f7a"},
      {"<storage url='mysql:x'/>",
       "porthole.xml:2:10: \"mysql:x\" cannot be the attribute \"url\" of <storage>\n"
       "  expected sqlite: and the name of a file in the collection's folder, such as "
       "sqlite:repository.db, or postgresql://USER@HOST/DATABASE?schema=NAME"},
      {"<storage url='postgresql://ann:secret@db.a.org/crawls'/>",
       "porthole.xml:2:1: the URL of the PostgreSQL database has a password in it\n"
       "  take it out, and put it into ~/.pgpass, a service file (PGSERVICEFILE, ?service=NAME) or "
       "the environment (PGPASSWORD)"},
      {"<storage url='postgresql:ann:secret'/>",
       "porthole.xml:2:1: the URL of the PostgreSQL database cannot be understood\n"
       "  write it as postgresql://USER@HOST/DATABASE?schema=NAME"},
      {"<storage url='postgresql:///crawls?schema=Two Words'/>",
       "porthole.xml:2:1: the name of the schema cannot be used\n"
       "  use small letters, digits and _, at most 63, for example ?schema=cycling"},
  };
  for (const auto& [inside, message] : mistakes) EXPECT_EQ(refusal(inside), message);
}

TEST_F(SpecificationTest, NamesTheAttributeThatMayNotBeEmpty) {
  const std::vector<std::array<std::string, 4>> mistakes = {
      {"<scope><accept prefix=''/></scope>", "16", "prefix", "accept"},
      {"<scope languages=' '/>", "8", "languages", "scope"},
      {"<scope sitemaps=''/>", "8", "sitemaps", "scope"},
      {"<scope><limit hops='1' pages=''/></scope>", "24", "pages", "limit"},
      {"<agent version='' name=''/>", "19", "name", "agent"},
      {"<seeds><seed url=''/></seeds>", "14", "url", "seed"},
      {"<search-page title=''/>", "14", "title", "search-page"},
      {"<shares><collection folder=''/></shares>", "21", "folder", "collection"},
      {"<refresh order=''/>", "10", "order", "refresh"},
      {"<politeness delay=''/>", "13", "delay", "politeness"},
      {"<network><allow addresses='::1' ports=''/></network>", "33", "ports", "allow"},
  };
  for (const auto& [inside, column, attribute, element] : mistakes) {
    EXPECT_THAT(refusal(inside), ::testing::StartsWith(
                                     "porthole.xml:2:" + column + ": the attribute \"" + attribute +
                                     "\" of <" + element + "> may not be empty\n  expected "));
  }
}

TEST_F(SpecificationTest, RefusesTwoPlugInsForOneScheme) {
  EXPECT_EQ(refusal("<protocols>\n<protocol scheme='ftp' library='a' class='B'/>\n"
                    "<protocol scheme='nntp ftp' library='c' class='D'/></protocols>"),
            "porthole.xml:4:1: ftp is already handled by the plug-in of line 3\n"
            "  name each scheme once");
}

TEST_F(SpecificationTest, RefusesAPrefixThatIsNoUrl) {
  EXPECT_THAT(refusal("<scope><site prefix='www.a.org'/></scope>"),
              ::testing::StartsWith("porthole.xml:2:8: the prefix of <site> is not a valid URL: it "
                                    "has no scheme"));
}

TEST_F(SpecificationTest, ABoxIsNoLiveWebAndItsPathsAreThoseOfTheCollection) {
  write("sites.tsv", "");
  const Result<Specification> spec = read(around(
      "<network><webbox sites='sites.tsv' cache='../boxes' hub-packages='1500'/></network>"));
  ASSERT_TRUE(spec) << spec.error().to_string();
  ASSERT_TRUE(spec->network.box);
  EXPECT_EQ(spec->network.box->sites, dir_.path() / "sites.tsv");
  EXPECT_EQ(spec->network.box->cache, dir_.path().parent_path() / "boxes");
  EXPECT_EQ(spec->network.box->hub_packages, 1500u);
  EXPECT_FALSE(spec->network.is_live());
  EXPECT_TRUE(spec->missing.empty());
}

TEST_F(SpecificationTest, RefusesADocumentTypeAndBrokenXml) {
  EXPECT_NE(read("<!DOCTYPE collection><collection/>").error().message.find("DOCTYPE"),
            std::string::npos);
  const Result<Specification> broken = read("<collection>\n<agent>\n</collection>");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(broken.error().line, 3);
  EXPECT_EQ(read_specification(dir_.path() / "none.xml").error().code, ErrorCode::kNotFound);
}

TEST(AgentTest, CountsOnlyWaysToReachSomebodyAsContact) {
  const auto contact = [](const std::string& url, const std::string& email) {
    return Agent{"porthole", "1.0", url, email}.has_contact();
  };
  EXPECT_TRUE(contact("https://stargazer.org/bot", ""));
  EXPECT_TRUE(contact("", "bot@stargazer.org"));
  EXPECT_TRUE(contact("https://example.com/", "bot@stargazer.org"));
  EXPECT_FALSE(contact("", ""));
  EXPECT_FALSE(contact("https://example.org/bot.html", "crawl@example.org"));
  EXPECT_FALSE(contact("https://www.example.com/", "me@mail.example.net"));
  EXPECT_FALSE(contact("", "your-name@stargazer.org"));
  EXPECT_FALSE(contact("https://your-site.org/", ""));
  EXPECT_FALSE(contact("stargazer", "nobody"));
  EXPECT_FALSE(contact("", "a b@stargazer.org"));
  EXPECT_FALSE(contact("http://localhost/", "root@localhost"));
  EXPECT_FALSE(contact("ftp://stargazer.org/", "@stargazer.org"));
}

// RFC 9110, section 10.1.5: nothing in the value may break the header or end the comment.
TEST(AgentTest, PutsNothingHostileIntoTheHeader) {
  const Agent agent{"porthole", "1.0", "https://a.org/\r\nX: y", "a(b)@c.org"};
  EXPECT_EQ(agent.user_agent(), "porthole/1.0 (+https://a.org/X:y; ab@c.org)");
  EXPECT_EQ((Agent{"porthole", "1.0", "", "bot@a.org"}).user_agent(), "porthole/1.0 (bot@a.org)");
}

}  // namespace
}  // namespace porthole::collection
