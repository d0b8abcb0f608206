#include "tests/cli/served.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string wat_of(const std::string& page, const std::string& target) {
  const std::string block =
      R"({"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":")" + page +
      R"("},"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{"Links":[)"
      R"({"path":"A@/href","url":")" +
      target + R"(","text":"from the web at large"}]}}}}})";
  return "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Date: 2026-05-04T03:02:01Z\r\n"
         "WARC-Record-ID: <urn:uuid:1>\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

class BacklinksVerbTest : public CommandLineTest {};

TEST_F(BacklinksVerbTest, TellWhatCollectionsAndAWatFileSay) {
  const std::string folder = gathered_collection();
  write_whole_file(path("cc.wat"), wat_of("http://x.org/", "https://b.org/#top"));
  const ProgramResult said =
      porthole({"backlinks", "https://b.org/", folder, "--wat", path("cc.wat")});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("https://a.org/  (cycling)"));
  EXPECT_THAT(said.out, HasSubstr("anchor: a page about sprockets"));
  EXPECT_THAT(said.out, HasSubstr("heading: Bicycle parts"));
  EXPECT_THAT(said.out, HasSubstr("http://x.org/  (cc.wat)"));
  EXPECT_THAT(said.out, HasSubstr("since 2026-05-04T03:02:01Z"));
  const ProgramResult printed = porthole(
      {"backlinks", "https://b.org/", folder, "--wat", path("cc.wat"), "--limit", "1", "--json"});
  ASSERT_EQ(printed.code, 0) << printed.err;
  const json annotations = json::parse(printed.out);
  EXPECT_EQ(annotations["total"], 2);
  EXPECT_EQ(annotations["first"]["items"].size(), 1U);
}

TEST_F(BacklinksVerbTest, SayWhereNothingIsKnown) {
  const std::string folder = gathered_collection();
  const ProgramResult none = porthole({"backlinks", "https://nowhere.example/", folder});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.err, HasSubstr("no other page links to it"));
  EXPECT_EQ(porthole({"backlinks", "https://b.org/"}).code, 2);
  EXPECT_NE(porthole({"backlinks", "https://b.org/", "--wat", path("none.wat")}).code, 0);
}

TEST_F(BacklinksVerbTest, AreServedAsWebAnnotations) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  Served served(folder);
  const Fetched found = served.get("/backlinks.jsonld?url=https%3A%2F%2Fb.org%2F");
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(found.type, "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\"");
  const json annotations = json::parse(found.body);
  EXPECT_EQ(annotations["total"], 1);
  EXPECT_THAT(annotations["id"].get<std::string>(), HasSubstr("/backlinks.jsonld?url="));
  EXPECT_EQ(annotations["first"]["items"][0]["body"][1]["value"], "a page about sprockets");
  EXPECT_EQ(json::parse(served.get("/backlinks.jsonld?url=https%3A%2F%2Fn.org%2F").body)["total"],
            0);
  EXPECT_EQ(served.get("/backlinks.jsonld?url=nothing").status, 400);
}

}  // namespace
}  // namespace porthole::testing
