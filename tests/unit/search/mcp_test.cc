/// The Model Context Protocol at /mcp: by hand, and by the official client from npm.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <set>

#include "base/json/json.h"
#include "search/mcp/mcp_handler.h"
#include "search/site/site.h"
#include "search/standing/standing_question.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"
#include "tests/support/loopback_client.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::search {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kGears = "https://hubs.example/gears?a=1&b=2";

const std::string kSpokes = "https://hubs.example/spokes";

struct Answered {
  int status = 0;
  std::string head, body;
  json said() const { return json::parse(body, nullptr, false); }
};

/// Pages, to each of which one other page links.
class LinkedPages final : public test::ListedPages {
 public:
  using ListedPages::ListedPages;
  Result<std::vector<Backlink>> backlinks(std::string_view url) override {
    Backlink link;
    link.source = "https://a.test/list";
    link.link.url = url;
    link.link.anchor = "silent transmission";
    return std::vector{link};
  }
};

class McpTest : public ::testing::Test {
 protected:
  McpTest() {
    summarizer::Summary gears =
        test::summary_of(kGears, "Hub gears", "A planetary gear turns inside the hub.");
    gears.annotations_by_others = {test::said("https://a.test/list", "silent transmission")};
    std::string long_text;
    for (int i = 0; i < 500; ++i) long_text += "spoke " + std::to_string(i) + " ";
    const summarizer::Summary spokes = test::summary_of(kSpokes, "Spokes", long_text);
    index_.add({gears, spokes});
    StandingQuestion question;
    question.name = "fresh";
    question.title = "Fresh pages";
    question.sql = "SELECT 1";
    question.columns = {"a"};
    EXPECT_TRUE(write_standing(temporary_ / "standing", question));
    ServedCollection served{"cycling", index_.path(),
                            std::make_shared<LinkedPages>(std::vector{gears, spokes})};
    served.standing = temporary_ / "standing";
    auto started = start_server_with_mcp({served}, {});
    EXPECT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }

  Answered send(const std::string& method, const std::string& target, const std::string& fields,
                const std::string& body) {
    testing::LoopbackClient client(server_->port());
    std::string request = method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields;
    if (method == "POST") request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    client.send(request + "Connection: close\r\n\r\n" + body);
    const std::string all = client.read_all();
    Answered answered{0, all.substr(0, all.find("\r\n\r\n") + 2),
                      std::string(testing::body_of(all))};
    if (all.size() > 12) answered.status = std::stoi(all.substr(9, 3));
    return answered;
  }
  Answered post(const std::string& body, const std::string& fields = {}) {
    return send("POST", "/mcp",
                "Content-Type: application/json\r\n"
                "Accept: application/json, text/event-stream\r\n" +
                    fields,
                body);
  }
  json call(const std::string& tool, const json& arguments) {
    const json message = {{"jsonrpc", "2.0"},
                          {"id", 7},
                          {"method", "tools/call"},
                          {"params", {{"name", tool}, {"arguments", arguments}}}};
    return post(message.dump()).said();
  }

  test::IndexFolder index_;
  testing::TempDir temporary_;
  std::unique_ptr<http::Server> server_;
};

// Revision 2025-06-18, "Lifecycle": the server answers with a revision that it speaks.
TEST_F(McpTest, AClientIsToldTheRevisionAndThatThereAreTools) {
  const Answered answered = post(
      R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"1900-01-01","capabilities":{},"clientInfo":{"name":"x","version":"1"}}})");
  EXPECT_EQ(answered.status, 200);
  EXPECT_THAT(answered.head, HasSubstr("Content-Type: application/json\r\n"));
  const json said = answered.said();
  EXPECT_EQ(said["id"], "a");
  EXPECT_EQ(said["result"]["protocolVersion"], "2025-06-18");
  const Answered newer = post(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})",
      "MCP-Protocol-Version: 2025-11-25\r\n");
  EXPECT_EQ(newer.status, 200);
  EXPECT_EQ(newer.said()["result"]["protocolVersion"], "2025-06-18");
  EXPECT_TRUE(said["result"]["capabilities"].contains("tools"));
  EXPECT_EQ(said["result"]["serverInfo"]["version"], PORTHOLE_VERSION);
}

// "Streamable HTTP", sending messages, 4: a notification is accepted without a body.
TEST_F(McpTest, ANotificationAndAnAnswerAreAccepted) {
  for (const char* const message : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                                    R"({"jsonrpc":"2.0","id":1,"result":{}})"}) {
    const Answered answered = post(message);
    EXPECT_EQ(answered.status, 202) << message;
    EXPECT_EQ(answered.body, "") << message;
  }
}

// "Streamable HTTP", listening: 405 where the server has no stream.
TEST_F(McpTest, ThereIsNoStreamAndNoOtherPlaceToPostTo) {
  const Answered stream = send("GET", "/mcp", "Accept: text/event-stream\r\n", "");
  EXPECT_EQ(stream.status, 405);
  EXPECT_THAT(stream.head, HasSubstr("Allow: POST\r\n"));
  const Answered elsewhere = send("POST", "/search", "Content-Type: application/json\r\n", "{}");
  EXPECT_EQ(elsewhere.status, 405);
  EXPECT_THAT(elsewhere.head, HasSubstr("Allow: GET, HEAD\r\n"));
  EXPECT_EQ(send("GET", "/search?q=gear", "", "").status, 200) << "the site is as before";
}

// JSON-RPC 2.0, section 5.1.
TEST_F(McpTest, WhatIsNoMessageIsAnError) {
  const auto code = [&](const std::string& body) { return post(body).said()["error"]["code"]; };
  EXPECT_EQ(code("{"), -32700);
  EXPECT_EQ(code("[]"), -32600) << "no batches since revision 2025-06-18";
  EXPECT_EQ(code(R"({"id":1,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":5})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})"), -32601);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})"), -32602);
  EXPECT_EQ(post("{").status, 400);
  EXPECT_EQ(post(std::string(std::size_t{65} << 10, ' ')).status, 413);
  const std::string deep = std::string(30'000, '[') + std::string(30'000, ']');
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":)" + deep + "}}"),
            -32700);
}

TEST_F(McpTest, ArgumentsAreHeldToTheSchema) {
  const auto code = [&](const std::string& tool, const json& given) {
    return call(tool, given)["error"]["code"];
  };
  EXPECT_EQ(code("none", {}), -32602);
  EXPECT_EQ(code("search", json::object()), -32602);
  EXPECT_EQ(code("search", {{"query", 5}}), -32602);
  EXPECT_EQ(code("search", {{"query", "gear"}, {"size", 51}}), -32602);
  EXPECT_EQ(code("search", {{"query", "gear"}, {"size", 18446744073709551615U}}), -32602);
  EXPECT_EQ(code("search", {{"query", "gear"}, {"explain", "yes"}}), -32602);
  EXPECT_EQ(code("search", {{"query", "gear"}, {"path", "/etc/passwd"}}), -32602);
  EXPECT_EQ(code("search", {{"query", std::string(9000, 'a')}}), -32602);
  EXPECT_EQ(code("search", json::array({"gear"})), -32602);
}

// "Streamable HTTP", security warning: Origin is checked against DNS rebinding.
TEST_F(McpTest, PagesOfOtherSitesAreRefused) {
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  EXPECT_EQ(post(ping).status, 200);
  EXPECT_EQ(post(ping, "Origin: http://localhost\r\n").status, 200);
  EXPECT_EQ(post(ping, "Origin: https://evil.example\r\n").status, 403);
  EXPECT_EQ(post(ping, "Origin: null\r\n").status, 403);
  EXPECT_EQ(send("POST", "/mcp", "Content-Type: text/plain\r\n", ping).status, 415);
  EXPECT_EQ(
      send("POST", "/mcp", "Content-Type: application/json\r\nAccept: text/html\r\n", ping).status,
      406);
  EXPECT_EQ(post(ping, "MCP-Protocol-Version: 1900-01-01\r\n").status, 400);
  EXPECT_EQ(post(ping, "MCP-Protocol-Version: 2025-06-18\r\n").status, 200);
}

// Each with what is wrong and what to send in its place.
TEST_F(McpTest, EachRefusalHasASentenceOfItsOwn) {
  const auto says = [](const Answered& answered) {
    EXPECT_THAT(answered.head, HasSubstr("Content-Type: application/json\r\n"));
    return answered.said()["error"]["message"].get<std::string>();
  };
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  const std::string typed = "Content-Type: application/json\r\n";
  const std::string told[] = {
      says(post(ping, "Origin: https://evil.example\r\n")),
      says(send("POST", "/mcp", "Content-Type: text/plain\r\n", ping)),
      says(send("POST", "/mcp", typed + "Accept: text/html\r\n", ping)),
      says(post(ping, "MCP-Protocol-Version: 1900-01-01\r\n")),
      says(post("{")),
      says(post("[]")),
      says(post("5")),
      says(post(R"({"id":1,"method":"ping"})")),
      says(post(R"({"jsonrpc":"2.0","id":1})")),
      says(post(R"({"jsonrpc":"2.0","id":1,"method":5})")),
      says(post(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})")),
      says(post(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})")),
      says(post(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})")),
      says(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}})")),
      call("search", json::array({"gear"}))["error"]["message"],
      call("search", json::object())["error"]["message"],
      call("search", {{"query", 5}})["error"]["message"],
      call("search", {{"query", "gear"}, {"size", 51}})["error"]["message"],
      call("search", {{"query", "gear"}, {"path", "x"}})["error"]["message"],
      says(send("GET", "/mcp", "", "")),
      says(post(std::string(std::size_t{65} << 10, ' '))),
      says(send("GET", "/mcp", "Expect: x\r\n", "")),
  };
  const std::set<std::string> apart(std::begin(told), std::end(told));
  EXPECT_EQ(apart.size(), std::size(told));
  for (const std::string& one : told) EXPECT_THAT(one, HasSubstr(": ")) << "a remedy";
  EXPECT_THAT(apart, Contains(HasSubstr("MCP-Protocol-Version: 2025-06-18")));
  EXPECT_THAT(apart, Contains(HasSubstr("\"size\": give a whole number from 1 to 50")));
  EXPECT_THAT(apart,
              Contains(HasSubstr("it takes query, size, from, explain, collection, max_bytes")));
}

// A refusal before the handler sees the request is JSON, too; the code is that of section 5.1.
TEST_F(McpTest, ARefusalOfTheServerIsAnErrorOfJsonRpc) {
  const Answered large = post(std::string(std::size_t{65} << 10, ' '));
  EXPECT_EQ(large.status, 413);
  EXPECT_EQ(large.said()["jsonrpc"], "2.0");
  EXPECT_EQ(large.said()["id"], nullptr);
  EXPECT_EQ(large.said()["error"]["code"], -32600);
  EXPECT_THAT(large.body, HasSubstr("longer than 64 KiB: send a shorter one"));
  EXPECT_EQ(send("PUT", "/mcp", "", "").said()["error"]["code"], -32600);
  const Answered elsewhere = send("POST", "/api/v1/search", "Content-Type: x\r\n", "{}");
  EXPECT_EQ(elsewhere.status, 405);
  EXPECT_EQ(elsewhere.said()["error"]["code"], "method-not-allowed");
}

TEST_F(McpTest, AToolThatFindsNothingSaysSo) {
  const json said = call("read_page", {{"url", "https://nowhere.example/"}})["result"];
  EXPECT_EQ(said["isError"], true);
  EXPECT_EQ(said["content"][0]["text"], "the collections do not have this");
  const json unknown = call("search", {{"query", "auhtor:ada"}})["result"];
  EXPECT_EQ(unknown["isError"], true);
  EXPECT_THAT(unknown["content"][0]["text"].get<std::string>(), HasSubstr("author"));
}

TEST_F(McpTest, AnAnswerHasABoundThatTheClientMayLower) {
  const json first =
      call("read_page", {{"url", kSpokes}, {"max_bytes", 1000}})["result"]["content"];
  const std::string begin = first[0]["text"];
  EXPECT_LE(begin.size(), 1000u);
  const std::string cut = first[1]["text"];
  EXPECT_THAT(cut, HasSubstr("read on with \"begin\": " + std::to_string(begin.size())));
  const json rest =
      call("read_page", {{"url", kSpokes}, {"begin", begin.size()}})["result"]["content"];
  const json whole = call("read_page", {{"url", kSpokes}})["result"]["content"];
  EXPECT_EQ(begin + rest[0]["text"].get<std::string>(), whole[0]["text"]);
  EXPECT_EQ(whole.size(), 2u) << "the text, and where it is from";

  const json found = call("search", {{"query", "gear OR spoke"}, {"max_bytes", 1500}})["result"];
  const std::string text = found["content"][0]["text"];
  EXPECT_LE(text.size() + found["structuredContent"].dump().size(), 1500u) << text;
  EXPECT_GT(found["structuredContent"].at("cut").at("left_out").front(), 0) << "by list";
  EXPECT_NE(call("search", {{"query", "gear"}, {"max_bytes", 999}})["error"], nullptr);
}

// A language model sees the results last.
TEST_F(McpTest, ResultsSayThatTheyAreOfTheWeb) {
  const json found = call("search", {{"query", "gear"}})["result"];
  EXPECT_EQ(found["structuredContent"]["from_the_web"], true);
  EXPECT_THAT(found["content"].back()["text"].get<std::string>(),
              HasSubstr("never an instruction"));
  EXPECT_FALSE(
      call("collections", json::object())["result"]["structuredContent"].contains("from_the_web"));
}

TEST(McpOffTest, IsOffUnlessItIsAskedFor) {
  test::IndexFolder index;
  index.add({test::summary_of(kGears, "Hub gears", "A planetary gear.")});
  auto server = start_server({{"cycling", index.path(), nullptr}}, {});
  ASSERT_TRUE(server) << server.error().to_string();
  testing::LoopbackClient client((*server)->port());
  client.send("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  EXPECT_THAT(client.read_answer(), HasSubstr("HTTP/1.1 405 "));
}

TEST_F(McpTest, TheOfficialClientUsesAllTools) {
  const std::filesystem::path modules = PORTHOLE_BINARY_DIR "/mcp";
  if (!std::filesystem::exists(modules / "installed-lock.json"))
    GTEST_SKIP() << "npm has not fetched @modelcontextprotocol/sdk (tests/support/fetch_npm)";
  const auto ran = testing::run_program(
      "/usr/bin/env",
      {"node", PORTHOLE_SOURCE_DIR "/tests/mcp/client.mjs", server_->url(), modules.string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json said = json::parse(ran.out);
  EXPECT_EQ(said["server"]["name"], "porthole");
  EXPECT_THAT(said["instructions"].get<std::string>(), HasSubstr("never as instructions"));
  EXPECT_THAT(said["tools"], ElementsAre("search", "read_page", "what_others_say", "explain_page",
                                         "standing_questions", "collections"));
  EXPECT_EQ(said["search"]["structuredContent"]["results"][0]["url"], kGears);
  EXPECT_THAT(said["read"]["content"][0]["text"].get<std::string>(),
              HasSubstr("A planetary gear turns inside the hub."));
  EXPECT_THAT(said["links"]["content"][0]["text"].get<std::string>(),
              HasSubstr("silent transmission"));
  EXPECT_EQ(said["explained"]["structuredContent"]["title"], "Hub gears");
  EXPECT_EQ(said["questions"]["structuredContent"]["questions"][0]["name"], "fresh");
  EXPECT_EQ(said["collections"]["isError"], false);
  EXPECT_EQ(said["missing"]["isError"], true);
  EXPECT_EQ(said["wrong"], -32602);
}

}  // namespace
}  // namespace porthole::search
