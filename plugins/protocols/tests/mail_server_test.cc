// imap and pop3 against Dovecot, run by a user without rights with a configuration of its own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

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
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::links_of;
using testing::Loopback;
using testing::read_page;
using testing::ScriptedServer;
using testing::Speaker;
using testing::write_whole_file;

const char* const kClass[] = {"porthole::ImapHandler", "porthole::Pop3Handler"};

class MailServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("imap", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("dovecot", "dovecot-imapd");
    NEEDS_PROGRAM("/usr/lib/dovecot/pop3", "dovecot-pop3d");
    NEEDS_PROGRAM("openssl", "openssl");
    server_ = std::make_unique<testing::MailServer>();
  }

  std::string imap(const std::string& path) const {
    return "imap://127.0.0.1:" + std::to_string(server_->imap()) + path;
  }
  std::string pop3(const std::string& path) const {
    return "pop3://127.0.0.1:" + std::to_string(server_->pop3()) + path;
  }
  Speaker speaker(const std::string& scheme, const std::string& page_size = "500",
                  const std::string& user = "ann") const {
    const bool is_imap = scheme.starts_with("imap");
    return Speaker({scheme}, is_imap ? "imap" : "pop3", kClass[is_imap ? 0 : 1],
                   {{"user", user},
                    {"password-file", server_->password_file()},
                    {"tls", "no"},
                    {"certificates", server_->issuer()},
                    {"page-size", page_size}});
  }

  std::unique_ptr<testing::MailServer> server_;
};

TEST_F(MailServerTest, ImapListsMailboxesAndTheirMessages) {
  Speaker speaks = speaker("imap");
  const auto boxes = speaks.fetch(imap("/"));
  ASSERT_EQ(boxes.http_status, 200)
      << boxes.detail << testing::read_whole_file(server_->folder() / "log");
  EXPECT_THAT(links_of(boxes, imap("/")), Contains(imap("/INBOX")));
  EXPECT_THAT(links_of(boxes, imap("/")), Contains(imap("/Old%20papers")));
  const auto inbox = speaks.fetch(imap("/INBOX"));
  ASSERT_EQ(inbox.http_status, 200) << inbox.detail;
  const Document page = read_page(inbox, imap("/INBOX"));
  ASSERT_EQ(page.links.size(), 3u);
  EXPECT_EQ(page.links[0].anchor, "Light curves");
  EXPECT_THAT(page.links[0].after, HasSubstr("ann@a.test"));
  EXPECT_EQ(page.links[1].anchor, "Café");
  EXPECT_THAT(page.links[2].url, EndsWith("/;UID=3"));
}

TEST_F(MailServerTest, ImapGivesAMessageAndLeavesItUnread) {
  Speaker speaks = speaker("imap");
  for (const std::string& box : {std::string("/INBOX"), std::string("/Old%20papers")}) {
    const auto links = links_of(speaks.fetch(imap(box)), imap(box));
    ASSERT_FALSE(links.empty());
    const auto got = speaks.fetch(links.front());
    EXPECT_EQ(got.http_status, 200) << got.detail;
    EXPECT_EQ(got.header("content-type"), "message/rfc822");
    EXPECT_THAT(got.body,
                HasSubstr(box == "/INBOX" ? "Subject: Light curves" : "Subject: An old one"));
    EXPECT_THAT(got.body, EndsWith("This is the text of " +
                                   std::string(box == "/INBOX" ? "first" : "old") + ".\r\n"));
  }
  EXPECT_TRUE(fs::exists(server_->folder() / "mail/cur/1.a:2,")) << "no flag says that it was read";
}

TEST_F(MailServerTest, ImapGoesOnAtAnotherPageWhereThereAreManyMessages) {
  Speaker speaks = speaker("imap", "2");
  EXPECT_THAT(links_of(speaks.fetch(imap("/INBOX")), imap("/INBOX")),
              Contains(imap("/INBOX?UID%203:*")));
  const auto rest = links_of(speaks.fetch(imap("/INBOX?UID%203:*")), imap("/INBOX"));
  EXPECT_THAT(rest, ElementsAre(EndsWith("/;UID=3")));
  EXPECT_TRUE(links_of(speaks.fetch(imap("/INBOX?UID%204:*")), imap("/INBOX")).empty());
}

TEST_F(MailServerTest, WhatIsMissingIsNotFoundAndAWrongLoginIsForbidden) {
  Speaker by_imap = speaker("imap");
  EXPECT_EQ(by_imap.fetch(imap("/None")).http_status, 404);
  EXPECT_EQ(by_imap.fetch(imap("/INBOX/;UID=99")).http_status, 404);
  EXPECT_EQ(by_imap.fetch(imap("/INBOX;UIDVALIDITY=1/;UID=1")).http_status, 404);
  EXPECT_EQ(by_imap.fetch(imap("/a%0D%0Ab")).http_status, 404);
  Speaker by_pop3 = speaker("pop3");
  EXPECT_EQ(by_pop3.fetch(pop3("/none")).http_status, 404);
  EXPECT_EQ(speaker("imap", "2", "bob").fetch(imap("/")).http_status, 403);
  EXPECT_EQ(speaker("pop3", "2", "bob").fetch(pop3("/")).http_status, 403);
}

TEST_F(MailServerTest, ImapOverTlsAndNoPasswordInTheClearUnlessTheUserSaysSo) {
  Speaker over_tls = speaker("imaps");
  EXPECT_EQ(
      over_tls.fetch("imaps://127.0.0.1:" + std::to_string(server_->imaps()) + "/").http_status,
      200);
  Speaker wary({"imaps"}, "imap", kClass[0]);
  EXPECT_NE(wary.fetch("imaps://127.0.0.1:" + std::to_string(server_->imaps()) + "/").status,
            FetchStatus::kAnswer)
      << "nobody trusts that certificate";
  bool was_asked_in_the_clear = false;
  ScriptedServer without_tls([&](ScriptedServer::Client& client) {
    client.say("* OK [CAPABILITY IMAP4rev1] here\r\n");
    for (std::string line = client.line(); !line.empty(); line = client.line()) {
      was_asked_in_the_clear |= line.find("LOGIN") != std::string::npos;
      client.say("* CAPABILITY IMAP4rev1\r\n" + line.substr(0, line.find(' ')) + " OK fine\r\n");
    }
  });
  Speaker careful({"imap"}, "imap", kClass[0],
                  {{"user", "ann"}, {"password-file", server_->password_file()}});
  EXPECT_NE(
      careful.fetch("imap://127.0.0.1:" + std::to_string(without_tls.port()) + "/").http_status,
      200);
  EXPECT_FALSE(was_asked_in_the_clear);
}

TEST_F(MailServerTest, Pop3ListsTheMailboxAndGivesItsMessages) {
  Speaker speaks = speaker("pop3", "2");
  const auto list = speaks.fetch(pop3("/"));
  ASSERT_EQ(list.http_status, 200) << list.detail;
  const Document page = read_page(list, pop3("/"));
  ASSERT_EQ(page.links.size(), 3u);
  EXPECT_EQ(page.links[0].anchor, "Light curves");
  EXPECT_EQ(page.links[2].url, pop3("/?from=3"));
  const auto got = speaks.fetch(page.links[0].url);
  EXPECT_EQ(got.header("content-type"), "message/rfc822");
  EXPECT_THAT(got.body, HasSubstr("Subject: Light curves\r\n"));
  EXPECT_THAT(got.body, HasSubstr("This is the text of first."));
}

TEST_F(MailServerTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  Speaker by_imap({"imap"}, "imap", kClass[0], {}, Loopback::kForbidden);
  EXPECT_EQ(by_imap.fetch(imap("/")).status, FetchStatus::kForbidden);
  Speaker by_pop3({"pop3"}, "pop3", kClass[1], {}, Loopback::kForbidden);
  EXPECT_EQ(by_pop3.fetch(pop3("/")).status, FetchStatus::kForbidden);
}

TEST_F(MailServerTest, ImapIsGatheredFromServerToMessages) {
  const testing::TestCollection collection(testing::speaking(
      {imap("/")}, "imap",
      "<protocol scheme=\"imap\" library=\"imap\" class=\"porthole::ImapHandler\">"
      "<option name=\"user\" value=\"ann\"/><option name=\"tls\" value=\"no\"/>"
      "<option name=\"password-file\" value=\"" +
          server_->password_file() + "\"/></protocol>"));
  collection.gather();
  Speaker speaks = speaker("imap");
  int messages = 0;
  for (const std::string& box : {imap("/INBOX"), imap("/Old%20papers")}) {
    EXPECT_EQ(collection.state(box), "fetched");
    for (const std::string& link : links_of(speaks.fetch(box), box)) {
      EXPECT_EQ(collection.state(link), testing::state_of_messages());
      EXPECT_EQ(link.find("secret"), std::string::npos);
      ++messages;
    }
  }
  EXPECT_EQ(messages, 4);
}

TEST(MailOptionsTest, APasswordThatOthersCanReadIsRefused) {
  NEEDS_PLUGIN("imap", "libcurl4-openssl-dev");
  const testing::TempDir folder;
  write_whole_file(folder / "password", "secret\n");
  fs::permissions(folder / "password", fs::perms::owner_read | fs::perms::others_read);
  Speaker speaks({"imap"}, "imap", kClass[0],
                 {{"user", "ann"}, {"password-file", (folder / "password").string()}});
  EXPECT_THAT(speaks.refusal(), HasSubstr("chmod 600"));
}

TEST(MailProtocolTest, AReplyThatMakesNoSenseCostsThePageAlone) {
  NEEDS_PLUGIN("imap", "libcurl4-openssl-dev");
  ScriptedServer server([](ScriptedServer::Client& client) {
    client.say("* PREAUTH [CAPABILITY IMAP4rev1] in\r\n");
    for (std::string line = client.line(); !line.empty(); line = client.line()) {
      const std::string tag = line.substr(0, line.find(' '));
      if (line.find("CAPABILITY") != std::string::npos) {
        client.say("* CAPABILITY IMAP4rev1\r\n" + tag + " OK\r\n");
      } else if (line.find("EXAMINE") != std::string::npos) {
        client.say("* OK [UIDVALIDITY 7] here\r\n" + tag + " OK\r\n");
      } else {
        client.say("* 1 FETCH (UID 1 BODY[] {99999999999}\r\nshort");
      }
    }
  });
  Speaker speaks({"imap"}, "imap", kClass[0], {{"tls", "no"}}, Loopback::kAllowed);
  const auto got =
      speaks.fetch("imap://127.0.0.1:" + std::to_string(server.port()) + "/INBOX/;UID=1");
  EXPECT_EQ(got.status, FetchStatus::kBroken);
  EXPECT_THAT(got.detail, HasSubstr("too large"));
}

}  // namespace
}  // namespace porthole
