// Members of the JSON of a call: their types, and those that nobody knows.

#include "console/api/members.h"

#include <gmock/gmock.h>

#include "console/routes.h"
#include "console/tests/console_fixture.h"
#include "training/open_taxonomy.h"

namespace porthole::console {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr std::int64_t kMost = 9;

/// The message of the error that `read` makes; "" for none.
template <class Read>
std::string message_of(const char* text, Read read) {
  const json body = json::parse(text);
  Members members(body);
  read(members);
  const auto finished = members.finish();
  return finished ? "" : finished.error().message;
}

TEST(MembersOfACall, AreReadByTheirTypes) {
  const json body =
      json::parse(R"({"a":"x","b":7,"c":true,"d":["p","q"],"e":{"k":"v"},"f":"y","g":0})");
  Members members(body);
  EXPECT_EQ(members.text("a"), "x");
  EXPECT_EQ(members.number("b", 0, kMost), 7);
  EXPECT_TRUE(members.flag("c"));
  EXPECT_THAT(members.optional_texts("d", 2), ElementsAre("p", "q"));
  EXPECT_THAT(members.optional_values("e"), ElementsAre(Pair("k", "v")));
  EXPECT_EQ(members.optional_text("f"), "y");
  EXPECT_EQ(members.optional_number("g", 0, kMost), 0);
  EXPECT_TRUE(members.finish());
}

TEST(MembersOfACall, MayBeMissingWhereTheyAreOptional) {
  const json body = json::object();
  Members members(body);
  EXPECT_EQ(members.optional_text("a"), "");
  EXPECT_EQ(members.optional_number("b", 0, kMost), std::nullopt);
  EXPECT_TRUE(members.optional_texts("c", 2).empty());
  EXPECT_TRUE(members.optional_values("d").empty());
  EXPECT_TRUE(members.finish());
}

TEST(MembersOfACall, OfAnotherTypeAreErrors) {
  const auto text = [](Members& members) { members.text("a"); };
  for (const char* body : {R"({"a":1})", R"({"a":null})", R"({"a":["x"]})", R"({"a":true})"})
    EXPECT_EQ(message_of(body, text), "not a valid \"a\" in the request: expected a text") << body;
  const auto number = [](Members& members) { members.optional_number("a", 0, kMost); };
  for (const char* body : {R"({"a":"7"})", R"({"a":null})", R"({"a":7.5})", R"({"a":10})",
                           R"({"a":-1})", R"({"a":18446744073709551615})"}) {
    EXPECT_EQ(message_of(body, number),
              "not a valid \"a\" in the request: expected a whole number from 0 to 9")
        << body;
  }
  const auto flag = [](Members& members) { members.flag("a"); };
  for (const char* body : {R"({"a":"true"})", R"({"a":1})", R"({"a":null})"})
    EXPECT_EQ(message_of(body, flag), "not a valid \"a\" in the request: expected true or false");
  const auto texts = [](Members& members) { members.optional_texts("a", 2); };
  for (const char* body :
       {R"({"a":"x"})", R"({"a":{"x":"y"}})", R"({"a":["x",1]})", R"({"a":["x","y","z"]})"}) {
    EXPECT_EQ(message_of(body, texts),
              "not a valid \"a\" in the request: expected a list of at most 2 texts");
  }
  const auto values = [](Members& members) { members.optional_values("a"); };
  for (const char* body : {R"({"a":"x"})", R"({"a":["x"]})", R"({"a":{"x":1}})"}) {
    EXPECT_EQ(message_of(body, values),
              "not a valid \"a\" in the request: expected an object of texts");
  }
}

TEST(MembersOfACall, ThatAreMissingOrUnknownAreErrors) {
  const auto text = [](Members& members) { members.text("a"); };
  EXPECT_EQ(message_of("{}", text), "\"a\" is missing in the request: expected a text");
  EXPECT_EQ(message_of(R"({"a":"x","A":"y"})", text), "unknown member \"A\" in the request");
}

TEST(MembersOfACall, AreEmptyAfterTheFirstError) {
  const json body = json::parse(R"({"a":1,"b":"x","c":true,"d":3,"e":["x"],"f":{"x":"y"}})");
  Members members(body);
  members.text("a");
  EXPECT_EQ(members.text("b"), "");
  EXPECT_FALSE(members.flag("c"));
  EXPECT_EQ(members.number("d", 0, kMost), 0);
  EXPECT_TRUE(members.optional_texts("e", 2).empty());
  EXPECT_TRUE(members.optional_values("f").empty());
  ASSERT_TRUE(members.error());
  EXPECT_THAT(members.error()->message, HasSubstr("\"a\""));
  EXPECT_FALSE(members.finish());
}

TEST(MembersOfACall, ThatAreTooLongAreErrors) {
  const json body = {{"a", "12345"}};
  Members members(body);
  EXPECT_EQ(members.text("a", 4), "");
  ASSERT_TRUE(members.error());
  EXPECT_EQ(members.error()->code, ErrorCode::kTooLarge);
}

class MembersTest : public ConsoleTest {
 protected:
  void SetUp() override { log_in(); }

  std::string files() const {
    std::string texts;
    for (const char* name : {"porthole.xml", "taxonomy.xml"}) {
      const std::filesystem::path file = collection_.folder() / name;
      if (std::filesystem::exists(file)) texts += testing::read_whole_file(file);
    }
    return texts;
  }
};

struct Wrong {
  const char* path;
  const char* body;
  const char* message;
};

TEST_F(MembersTest, ACallWithAWrongMemberChangesNothing) {
  ASSERT_EQ(post("/api/v1/topics", {{"change", "make"}, {"topic", "t"}}).status, 200);
  ASSERT_EQ(post("/api/v1/topics", {{"change", "good"}, {"topic", "t"}, {"on", true}}).status, 200);
  ASSERT_EQ(
      post("/api/v1/settings", {{"change", "slow"}, {"host", "a.test"}, {"seconds", 9}}).status,
      200);
  const std::string before = files();
  const Wrong wrong[] = {
      {"settings", R"({"change":"rule","rule":"host=good.org","accept":"true"})", "\"accept\""},
      {"settings", R"({"change":"rule","rule":"host=good.org"})", "\"accept\" is missing"},
      {"rule-trial", R"({"rule":"host=good.org","accept":1})", "\"accept\""},
      {"topics", R"({"change":"good","topic":"t","on":"true"})", "\"on\""},
      {"topics", R"({"change":"good","topic":"t"})", "\"on\" is missing"},
      {"topics", R"({"change":"remove","topic":"t","into":"u"})", "unknown member \"into\""},
      {"topics", R"({"change":"split","topic":"t","name":"u","urls":"x"})", "\"urls\""},
      {"settings", R"({"collection":["web"],"change":"budget","pages":77})", "\"collection\""},
      {"settings", R"({"change":"budget","pages":"77"})", "\"pages\""},
      {"settings", R"({"change":"budget","pages":77,"page":78})", "unknown member \"page\""},
      {"settings", R"({"change":"slow","host":"a.test"})", "\"seconds\" is missing"},
      {"settings", R"({"change":"strategy","options":"threshold=.5"})", "\"options\""},
      {"settings", R"({"change":"strategy","options":{"threshold":0.5}})", "\"options\""},
      {"settings", R"({"change":"remove-rule"})", "\"line\" is missing"},
      {"mark", R"({"url":"https://a.test/2","mark":true})", "\"mark\""},
      {"mark", R"({"url":["https://a.test/2"],"mark":"useful"})", "\"url\""},
      {"terms", R"({"accept":["bicycle"]})", "\"accept\""},
      {"training", R"({"action":"back","to":1})", "unknown member \"to\""},
      {"standing", R"({"change":"add","name":"x","question":"sites","set":[]})", "\"set\""},
      {"standing", R"({"change":"add","name":"x","sql":"SELECT 1","question":7})", "\"question\""},
      {"sql", R"({"sql":1})", "\"sql\""},
      {"job", R"({"action":"start","work":"gather","more":"5"})", "\"more\""},
      {"job", R"({"action":"start","work":"gather","retry":"http 404"})", "\"retry\""},
      {"job", R"({"action":"pause","work":"gather"})", "unknown member \"work\""},
      {"preview", R"({"examples":null})", "\"examples\""},
      {"undo", R"({"all":true})", "unknown member \"all\""},
  };
  for (const Wrong& one : wrong) {
    const Answered answered = post(std::string("/api/v1/") + one.path, json::parse(one.body));
    EXPECT_EQ(answered.status, 400) << one.body << answered.body;
    EXPECT_THAT(answered.json()["error"]["message"].get<std::string>(), HasSubstr(one.message));
  }
  EXPECT_EQ(files(), before);
  EXPECT_EQ(get("/api/v1/job").json()["state"], "idle");
}

TEST_F(MembersTest, EveryChangeRefusesACollectionThatIsNotAText) {
  for (const Route& route : routes()) {
    if (route.method != "POST") continue;
    const Answered answered = post(std::string(route.path), {{"collection", 1}});
    EXPECT_EQ(answered.status, 400) << route.path;
    EXPECT_THAT(answered.body, HasSubstr("collection")) << route.path;
  }
}

TEST_F(MembersTest, AParameterThatAQuestionDoesNotHaveIsNamed) {
  const json add =
      json::parse(R"({"change":"add","name":"x","question":"sites","set":{"nonsense":"1"}})");
  const Answered answered = post("/api/v1/standing", add);
  EXPECT_EQ(answered.status, 422);
  EXPECT_THAT(answered.body, HasSubstr("nonsense"));
}

TEST_F(MembersTest, ASecretThatIsNotATextIsRefused) {
  EXPECT_EQ(post("/api/v1/login", {{"secret", 5}}).status, 400);
  EXPECT_EQ(post("/api/v1/login", json::object()).status, 400);
}

}  // namespace
}  // namespace porthole::console
