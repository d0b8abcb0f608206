// Queries are kept nowhere: docs/privacy.md.

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/URI.h>
#include <signal.h>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kWord = "xylorimba";  // no page has it

class PrivacyTest : public CommandLineTest {
 protected:
  PrivacyTest() : folder_of_pages_(gathered_collection()) {
    EXPECT_EQ(porthole({"summarize", folder_of_pages_}).code, 0);
    EXPECT_EQ(porthole({"index", folder_of_pages_, "--all"}).code, 0);
  }

  /// Fails for each file below the collection that has the word.
  void expect_no_file_has_the_word() const {
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_of_pages_)) {
      if (!entry.is_regular_file()) continue;
      ++files;
      EXPECT_THAT(read_whole_file(entry.path()), Not(HasSubstr(kWord))) << entry.path();
    }
    EXPECT_GT(files, 3);
  }

  std::string folder_of_pages_;
};

TEST_F(PrivacyTest, TheServerKeepsNoQueryInAFileOrALog) {
  Program serve(kProgram, {"serve", folder_of_pages_, "--listen", "127.0.0.1:0", "--log-level",
                           "debug", "--json"});
  const Poco::URI root(nlohmann::json::parse(serve.first_line()).at("url").get<std::string>());
  const std::string word = kWord;
  int answered = 0;
  for (const std::string& target :
       {"/search?q=" + word, "/search?q=%22" + word, "/search?q=title:" + word + "..%2A",
        "/search?q=freewheels+-" + word, "/api/v1/search?q=" + word, "/search.atom?q=" + word,
        "/api/v1/complete?q=" + word, "/api/v1/nothing?q=" + word, "/page?url=" + word,
        "/search?q=" + word + "&size=" + word, "/search?q=" + word + "&from=99999999"}) {
    Poco::Net::HTTPClientSession session(root.getHost(), root.getPort());
    Poco::Net::HTTPRequest request("GET", target, "HTTP/1.1");
    request.set("Referer", "http://127.0.0.1/?q=" + word);
    session.sendRequest(request);
    Poco::Net::HTTPResponse response;
    std::string body;
    Poco::StreamCopier::copyToString(session.receiveResponse(response), body);
    if (response.getStatus() == 200) ++answered;
    EXPECT_LT(response.getStatus(), 500) << target;
  }
  EXPECT_GE(answered, 4);
  serve.send(SIGINT);
  const ProgramResult ended = serve.wait();
  EXPECT_THAT(ended.out, Not(HasSubstr(word)));
  EXPECT_THAT(ended.err, Not(HasSubstr(word)));
  expect_no_file_has_the_word();
}

TEST_F(PrivacyTest, TheCommandLineKeepsNoQueryInAFileOrALog) {
  const ProgramResult said =
      porthole({"search", folder_of_pages_, kWord, "--log-level", "debug", "--as-written"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, Not(HasSubstr(kWord)));
  expect_no_file_has_the_word();
}

}  // namespace
}  // namespace porthole::testing
