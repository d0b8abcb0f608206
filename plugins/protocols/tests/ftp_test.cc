// ftp and ftps against vsftpd.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "plugins/protocols/tests/local_servers.h"
#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using gatherer::FetchStatus;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::links_of;
using testing::Loopback;
using ::testing::Not;
using testing::ScriptedServer;
using testing::Speaker;
using testing::write_whole_file;

/// A server of the files below root_, for whoever comes.
class FtpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("ftp", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("vsftpd", "vsftpd");
    fs::create_directories(root_ / "papers/1999");
    fs::create_directories(root_ / "empty");
    write_whole_file(root_ / "papers/a.txt", "A telescope.\n");
    write_whole_file(root_ / "papers/two words #1.txt", "Two words.\n");
    write_whole_file(root_ / "papers/1999/b.html", "<title>B</title><p>A light curve.");
    write_whole_file(root_ / "papers/secret.txt", "nobody's");
    fs::permissions(root_ / "papers/secret.txt", fs::perms::none);
    fs::create_symlink("a.txt", root_ / "papers/link.txt");
    start("");
  }
  void start(const std::string& more) {
    server_ = std::make_unique<testing::FtpServer>(root_, more);
  }
  std::string url(const std::string& path, const std::string& scheme = "ftp") const {
    return scheme + "://127.0.0.1:" + std::to_string(server_->port()) + path;
  }
  static Speaker speaker() { return Speaker({"ftp", "ftps"}, "ftp", "porthole::FtpHandler"); }

  testing::TempDir temporary_;
  fs::path root_ = temporary_ / "root";
  std::unique_ptr<testing::FtpServer> server_;
};

TEST_F(FtpTest, FetchesAFileWithItsTypeAndDate) {
  Speaker ftp = speaker();
  const auto got = ftp.fetch(url("/papers/a.txt"));
  ASSERT_EQ(got.status, FetchStatus::kAnswer) << got.detail;
  EXPECT_EQ(got.http_status, 200);
  EXPECT_EQ(got.body, "A telescope.\n");
  EXPECT_EQ(got.header("content-type"), "text/plain");
  ASSERT_THAT(std::string(got.header("last-modified")), HasSubstr("GMT"));
  EXPECT_EQ(ftp.fetch(url("/papers/a.txt"), std::string(got.header("last-modified"))).http_status,
            304);
}

TEST_F(FtpTest, AFolderIsAPageOfLinksWhoseNamesLeadBackToTheFiles) {
  Speaker ftp = speaker();
  const auto got = ftp.fetch(url("/papers/"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const auto links = links_of(got, url("/papers/"));
  EXPECT_THAT(links, Contains(url("/papers/a.txt")));
  EXPECT_THAT(links, Contains(url("/papers/1999/")));
  EXPECT_THAT(links, Contains(url("/papers/link.txt")));
  ASSERT_THAT(links, Contains(url("/papers/two%20words%20%231.txt")));
  EXPECT_EQ(ftp.fetch(url("/papers/two%20words%20%231.txt")).body, "Two words.\n");
  EXPECT_EQ(ftp.fetch(url("/papers/link.txt")).body, "A telescope.\n");
}

TEST_F(FtpTest, AnEmptyFolderIsAPageWithoutLinks) {
  Speaker ftp = speaker();
  const auto got = ftp.fetch(url("/empty/"));
  EXPECT_EQ(got.http_status, 200) << got.detail;
  EXPECT_THAT(links_of(got, url("/empty/")), IsEmpty());
}

TEST_F(FtpTest, AFolderWithoutItsSlashIsRedirected) {
  Speaker ftp = speaker();
  const auto got = ftp.fetch(url("/papers/1999"));
  EXPECT_EQ(got.http_status, 301) << got.detail;
  EXPECT_EQ(got.header("location"), url("/papers/1999/"));
}

TEST_F(FtpTest, WhatIsMissingOrNotReadableIsNotFound) {
  Speaker ftp = speaker();
  EXPECT_EQ(ftp.fetch(url("/papers/none.txt")).http_status, 404);
  EXPECT_EQ(ftp.fetch(url("/none/")).http_status, 404);
  EXPECT_EQ(ftp.fetch(url("/papers/secret.txt")).http_status, 404);
}

TEST_F(FtpTest, ABodyIsCutAtTheLimit) {
  Speaker ftp = speaker();
  const auto got = ftp.fetch(url("/papers/a.txt"), "", 5);
  EXPECT_EQ(got.body, "A tel");
  EXPECT_TRUE(got.truncated);
  EXPECT_EQ(ftp.fetch(url("/papers/a.txt")).body, "A telescope.\n") << "and the next one is whole";
}

TEST_F(FtpTest, ARefusedLoginIsForbidden) {
  start("ftpd_banner=no\ndeny_file={a.txt}\nanonymous_enable=NO\nlocal_enable=YES\n");
  Speaker ftp = speaker();
  EXPECT_EQ(ftp.fetch(url("/papers/a.txt")).http_status, 403);
}

TEST_F(FtpTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  Speaker ftp({"ftp"}, "ftp", "porthole::FtpHandler", {}, Loopback::kForbidden);
  EXPECT_EQ(ftp.fetch(url("/papers/a.txt")).status, FetchStatus::kForbidden);
}

TEST_F(FtpTest, ImplicitTlsIsSpokenWhereTheCertificateIsTrusted) {
  NEEDS_PROGRAM("openssl", "openssl");
  const testing::TestCertificate certificate;
  testing::hand_over(certificate.folder());
  start(
      "ssl_enable=YES\nimplicit_ssl=YES\nallow_anon_ssl=YES\nrequire_ssl_reuse=NO\n"
      "rsa_cert_file=" +
      certificate.chain() + "\nrsa_private_key_file=" + certificate.key() + "\n");
  Speaker trusting({"ftps"}, "ftp", "porthole::FtpHandler",
                   {{"certificates", certificate.issuer()}});
  const auto got = trusting.fetch(url("/papers/a.txt", "ftps"));
  EXPECT_EQ(got.body, "A telescope.\n") << got.detail;
  Speaker wary({"ftps"}, "ftp", "porthole::FtpHandler");
  EXPECT_NE(wary.fetch(url("/papers/a.txt", "ftps")).status, FetchStatus::kAnswer);
}

TEST_F(FtpTest, IsGatheredFromFolderToDocuments) {
  const testing::TestCollection collection(testing::speaking(
      {url("/papers/")}, "ftp",
      "<protocol scheme=\"ftp\" library=\"ftp\" class=\"porthole::FtpHandler\"/>"));
  collection.gather();
  EXPECT_THAT(collection.pages(), Contains(url("/papers/a.txt")));
  EXPECT_EQ(collection.page(url("/papers/1999/b.html")).document.title, "B");
  EXPECT_EQ(collection.state(url("/papers/secret.txt")), "dropped: http 404");
}

// No command of FTP can say a name with a line break in it, today or tomorrow.
TEST_F(FtpTest, APathThatTheProtocolCannotSayIsAFinalAnswer) {
  Speaker ftp = speaker();
  const auto got = ftp.fetch(url("/papers/a%0Ab.txt"));
  EXPECT_EQ(got.status, FetchStatus::kAnswer) << got.detail;
  EXPECT_EQ(got.http_status, 400);
}

TEST_F(FtpTest, ARobotsTxtOfTheServerIsObeyed) {
  write_whole_file(root_ / "robots.txt", "User-agent: *\nDisallow: /papers/1999/\n");
  testing::hand_over(root_);
  const testing::TestCollection collection(testing::speaking(
      {url("/papers/")}, "ftp",
      "<protocol scheme=\"ftp\" library=\"ftp\" class=\"porthole::FtpHandler\"/>"));
  collection.gather();
  EXPECT_THAT(collection.pages(), Not(Contains(url("/papers/1999/"))));
  EXPECT_EQ(collection.state(url("/papers/1999/")), "dropped: robots.txt");
}

/// Speaks FTP, and answers PASV and EPSV with what it is told.
ScriptedServer::Script ftp_with(const std::string& pasv, const std::string& epsv) {
  return [=](ScriptedServer::Client& client) {
    client.say("220 here\r\n");
    for (std::string line = client.line(); !line.empty(); line = client.line()) {
      if (line.starts_with("USER"))
        client.say("230 in\r\n");
      else if (line.starts_with("PWD"))
        client.say("257 \"/\"\r\n");
      else if (line.starts_with("PASV"))
        client.say(pasv + "\r\n");
      else if (line.starts_with("EPSV"))
        client.say(epsv + "\r\n");
      else if (line.starts_with("TYPE"))
        client.say("200 fine\r\n");
      else if (line.starts_with("RETR"))
        client.say("150 now\r\n226 done\r\n");
      else
        client.say("500 unknown\r\n");
    }
  };
}

std::string in_pasv(int port) {
  return std::to_string(port / 256) + "," + std::to_string(port % 256);
}

TEST(FtpProtocolTest, DataComesFromTheControlConnectionsAddressWhateverTheServerSays) {
  NEEDS_PLUGIN("ftp", "libcurl4-openssl-dev");
  ScriptedServer data([](ScriptedServer::Client& client) { client.say("from loopback"); });
  ScriptedServer control(ftp_with("227 (192,0,2,7," + in_pasv(data.port()) + ")", "500 unknown"));
  Speaker ftp({"ftp"}, "ftp", "porthole::FtpHandler");
  const auto got = ftp.fetch("ftp://127.0.0.1:" + std::to_string(control.port()) + "/a");
  EXPECT_EQ(got.body, "from loopback") << got.detail;
}

// The server is allowed at its own port alone: it cannot have another service of its machine asked.
TEST(FtpProtocolTest, AServerLeadsToNoPortThatIsNotAllowed) {
  NEEDS_PLUGIN("ftp", "libcurl4-openssl-dev");
  std::atomic<int> visits = 0;
  ScriptedServer canary([&](ScriptedServer::Client&) { ++visits; });
  const std::string port = std::to_string(canary.port());
  const std::string pasv = "227 (127,0,0,1," + in_pasv(canary.port()) + ")";
  for (const auto& [by_pasv, by_epsv] :
       {std::pair(std::string("500 unknown"), "229 go (|||" + port + "|)"),
        std::pair(pasv, std::string("500 unknown")),
        std::pair(pasv, "229 go (|||" + port + "|)")}) {
    ScriptedServer control(ftp_with(by_pasv, by_epsv));
    Speaker ftp({"ftp"}, "ftp", "porthole::FtpHandler", {}, Loopback::kAllowed,
                std::chrono::seconds(30), {{control.port(), control.port()}});
    const auto got = ftp.fetch("ftp://127.0.0.1:" + std::to_string(control.port()) + "/a");
    EXPECT_EQ(got.status, FetchStatus::kBroken);
    EXPECT_THAT(got.detail, HasSubstr("127.0.0.1 port " + port + " is loopback"));
  }
  EXPECT_EQ(visits, 0);
}

TEST(FtpProtocolTest, AServerLeadsToNoPortOfAnotherService) {
  NEEDS_PLUGIN("ftp", "libcurl4-openssl-dev");
  for (const auto& [port, why] : {std::pair("80", "reserved port"),
                                  {"25", "reserved port"},
                                  {"6667", "port of another service"}}) {
    ScriptedServer control(ftp_with("500 unknown", "229 go (|||" + std::string(port) + "|)"));
    Speaker ftp({"ftp"}, "ftp", "porthole::FtpHandler");
    const auto got = ftp.fetch("ftp://127.0.0.1:" + std::to_string(control.port()) + "/a");
    EXPECT_EQ(got.status, FetchStatus::kBroken);
    EXPECT_THAT(got.detail, HasSubstr(why)) << port;
  }
}

TEST(FtpProtocolTest, AServerThatSaysNonsenseOrNothingCostsThePageAlone) {
  NEEDS_PLUGIN("ftp", "libcurl4-openssl-dev");
  ScriptedServer nonsense([](ScriptedServer::Client& client) { client.say("\x01\x02 what?\r\n"); });
  ScriptedServer silent([](ScriptedServer::Client& client) { client.wait_for_hang_up(); });
  Speaker ftp({"ftp"}, "ftp", "porthole::FtpHandler", {}, Loopback::kAllowed);
  Speaker impatient({"ftp"}, "ftp", "porthole::FtpHandler", {}, Loopback::kAllowed,
                    std::chrono::seconds(1));
  const auto url = [](const ScriptedServer& server) {
    return "ftp://127.0.0.1:" + std::to_string(server.port()) + "/a";
  };
  EXPECT_EQ(ftp.fetch(url(nonsense)).status, FetchStatus::kBroken);
  const FetchStatus late = impatient.fetch(url(silent)).status;
  EXPECT_TRUE(late == FetchStatus::kBroken || late == FetchStatus::kTimeout);
}

}  // namespace
}  // namespace porthole
