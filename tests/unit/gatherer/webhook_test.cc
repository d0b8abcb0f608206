#include "gatherer/fetch/webhook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/site_server.h"

namespace porthole::gatherer {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::SiteConnection;
using testing::SiteServer;

constexpr const char* kTaken = "HTTP/1.1 204 No Content\r\n\r\n";
constexpr const char* kRows = R"({"rows":[]})";

/// A name that /etc/hosts has for the loopback address, and that no standard keeps for it
/// ("ip6-localhost" of Debian, the machine's own); "" if there is none.
std::string loopback_name() {
  const int ipv6 = ::socket(AF_INET6, SOCK_STREAM, 0);
  if (ipv6 >= 0) ::close(ipv6);
  std::ifstream hosts("/etc/hosts");
  for (std::string line; std::getline(hosts, line);) {
    std::istringstream words(line);
    std::string address;
    words >> address;
    if (!address.starts_with("127.") && (address != "::1" || ipv6 < 0)) continue;
    for (std::string name; words >> name && name[0] != '#';) {
      if (name != "localhost" && !name.ends_with(".localhost")) return name;
    }
  }
  return {};
}

collection::Network allowing(std::vector<std::string> addresses) {
  collection::Network network;
  network.allow.push_back({std::move(addresses), {}});
  return network;
}

std::string port_of(const SiteServer& server) { return std::to_string(server.port()); }

TEST(WebhookTest, CallsTheAddressThatTheUrlNames) {
  SiteServer hook;
  hook.answer_and_close("/rows", kTaken);
  EXPECT_TRUE(post_webhook(hook.url("/rows"), kRows, {}));
  EXPECT_TRUE(post_webhook("http://localhost:" + port_of(hook) + "/rows", kRows, {}));
  ASSERT_EQ(hook.requests().size(), 2U);
  EXPECT_EQ(hook.requests().front().body, kRows);
}

TEST(WebhookTest, ANameHasToLeadToAGlobalAddress) {
  const std::string name = loopback_name();
  if (name.empty()) GTEST_SKIP() << "no other name than localhost leads to this machine";
  SiteServer hook;
  const std::string url = "http://" + name + ":" + port_of(hook) + "/rows";
  const Result<void> posted = post_webhook(url, kRows, {});
  ASSERT_FALSE(posted);
  EXPECT_EQ(posted.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(posted.error().message, HasSubstr("loopback"));
  EXPECT_THAT(posted.error().hint, HasSubstr("<allow"));
  EXPECT_EQ(hook.connections(), 0);
}

TEST(WebhookTest, ANameMayLeadToAnAddressThatTheSpecificationAllows) {
  const std::string name = loopback_name();
  if (name.empty()) GTEST_SKIP() << "no other name than localhost leads to this machine";
  SiteServer hook;  // On 127.0.0.1: the name may lead to ::1, where nobody listens then.
  const std::string url = "http://" + name + ":" + port_of(hook) + "/rows";
  hook.answer_and_close("/rows", kTaken);
  const Result<void> posted = post_webhook(url, kRows, allowing({"127.0.0.0/8", "::1"}));
  if (!posted) {
    EXPECT_EQ(posted.error().code, ErrorCode::kNetwork) << posted.error().message;
  }
}

TEST(WebhookTest, RefusesThePortsOfOtherServices) {
  for (const char* url : {"http://127.0.0.1:25/", "https://hooks.example.org:6667/rows"}) {
    const Result<void> checked = check_webhook(url);
    ASSERT_FALSE(checked) << url;
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(checked.error().message, HasSubstr("another service"));
    EXPECT_FALSE(post_webhook(url, kRows, allowing({"127.0.0.1"}))) << url;
  }
  EXPECT_TRUE(check_webhook("http://hooks.example.org/rows"));
  EXPECT_TRUE(check_webhook("https://hooks.example.org:8443/rows"));
}

TEST(WebhookTest, SaysNoPasswordOfTheUrl) {
  const Result<void> checked = check_webhook("http://me:SECRET@127.0.0.1:25/");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, Not(HasSubstr("SECRET")));
  SiteServer hook;
  hook.answer_and_close("/", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
  const Result<void> posted =
      post_webhook("http://me:SECRET@127.0.0.1:" + port_of(hook) + "/", kRows, {});
  ASSERT_FALSE(posted);
  EXPECT_THAT(posted.error().message, HasSubstr("503"));
  EXPECT_THAT(posted.error().message, Not(HasSubstr("SECRET")));
}

TEST(WebhookTest, TakesNoProxyFromTheEnvironment) {
  SiteServer hook;
  SiteServer proxy;
  hook.answer_and_close("/rows", kTaken);
  ::setenv("http_proxy", proxy.url("").c_str(), 1);
  const Result<void> posted = post_webhook(hook.url("/rows"), kRows, {});
  ::unsetenv("http_proxy");
  EXPECT_TRUE(posted);
  EXPECT_EQ(proxy.connections(), 0);
  EXPECT_EQ(hook.requests().size(), 1U);
}

TEST(WebhookTest, FollowsNoRedirect) {
  SiteServer hook;
  hook.answer_and_close("/rows",
                        "HTTP/1.1 307 There\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n");
  hook.answer_and_close("/other", kTaken);
  const Result<void> posted = post_webhook(hook.url("/rows"), kRows, {});
  ASSERT_FALSE(posted);
  EXPECT_THAT(posted.error().message, HasSubstr("307"));
  EXPECT_EQ(hook.requests().size(), 1U);
}

TEST(WebhookTest, GivesUpAServerThatIsSilent) {
  SiteServer hook;
  hook.on("/rows", [](SiteConnection& connection) { connection.wait_for_hang_up(); });
  const Result<void> posted = post_webhook(hook.url("/rows"), kRows, {}, milliseconds(50));
  ASSERT_FALSE(posted);
  EXPECT_EQ(posted.error().code, ErrorCode::kTimeout);
}

}  // namespace
}  // namespace porthole::gatherer
