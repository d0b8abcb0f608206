// mbox and maildir: local mail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::links_of;
using testing::message;
using testing::read_page;
using testing::Speaker;
using testing::write_whole_file;

class MailboxTest : public ::testing::Test {
 protected:
  MailboxTest() {
    write_whole_file(root_ / "list.mbox", "From a@a.test Mon Jan  1 00:00:00 2024\n" +
                                              message("Light curves", "first") +
                                              ">From the start, a telescope.\n\n"
                                              "From b@a.test Mon Jan  1 00:00:00 2024\r\n" +
                                              message("=?utf-8?q?Caf=C3=A9?=", "second") +
                                              "\nFrom c@a.test x\n" + message("Third", "third"));
    for (const char* part : {"Mail/cur", "Mail/new", "Mail/tmp", "Mail/.Sent/cur"}) {
      fs::create_directories(root_ / part);
    }
    write_whole_file(root_ / "Mail/new/1.a.host", message("New one", "new"));
    write_whole_file(root_ / "Mail/cur/2.b.host:2,RS", message("Read one", "read"));
    write_whole_file(root_ / "Mail/.Sent/cur/3.c.host:2,S", message("Sent one", "sent"));
  }
  std::string url(const std::string& scheme, const std::string& rest) const {
    return scheme + "://" + (root_.path() / rest).string();
  }
  Speaker speaker(const std::string& scheme, const std::string& page_size = "500") const {
    return Speaker({scheme}, "mailbox",
                   scheme == "mbox" ? "porthole::MboxHandler" : "porthole::MaildirHandler",
                   {{"root", root_.path().string()}, {"page-size", page_size}});
  }

  testing::TempDir root_;
};

TEST_F(MailboxTest, AnMboxIsAPageOfLinksWithSubjectSenderAndDate) {
  Speaker mbox = speaker("mbox");
  const std::string at = url("mbox", "list.mbox");
  const auto got = mbox.fetch(at);
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const Document page = read_page(got, at);
  ASSERT_EQ(page.links.size(), 3u);
  EXPECT_EQ(page.links[0].url, at + "?message=1");
  EXPECT_EQ(page.links[0].anchor, "Light curves");
  EXPECT_THAT(page.links[0].after, HasSubstr("ann@a.test"));
  EXPECT_THAT(page.links[0].after, HasSubstr("1 Jan 2024"));
  EXPECT_EQ(page.links[1].anchor, "Café");
}

TEST_F(MailboxTest, AMessageOfAnMboxIsGivenAsItWasSent) {
  Speaker mbox = speaker("mbox");
  const auto got = mbox.fetch(url("mbox", "list.mbox?message=1"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  EXPECT_EQ(got.header("content-type"), "message/rfc822");
  EXPECT_THAT(got.body, HasSubstr("\nFrom the start, a telescope.\n"))
      << "without the mark of mboxrd";
  EXPECT_THAT(got.body, HasSubstr("first"));
  EXPECT_EQ(got.body.find("second"), std::string::npos);
  EXPECT_THAT(mbox.fetch(url("mbox", "list.mbox?message=3")).body, HasSubstr("third"));
}

TEST_F(MailboxTest, ALongListGoesOnAtAnotherPage) {
  Speaker mbox = speaker("mbox", "2");
  const std::string at = url("mbox", "list.mbox");
  EXPECT_THAT(links_of(mbox.fetch(at), at), Contains(at + "?from=3"));
  EXPECT_THAT(links_of(mbox.fetch(at + "?from=3"), at), ElementsAre(at + "?message=3"));
}

TEST_F(MailboxTest, AnMboxThatGrowsIsReadAnew) {
  Speaker mbox = speaker("mbox");
  const std::string at = url("mbox", "list.mbox?message=4");
  EXPECT_EQ(mbox.fetch(at).http_status, 404);
  write_whole_file(root_ / "list.mbox", testing::read_whole_file(root_ / "list.mbox") +
                                            "\nFrom d@a.test x\n" + message("Fourth", "fourth"));
  EXPECT_THAT(mbox.fetch(at).body, HasSubstr("fourth"));
}

TEST_F(MailboxTest, WhatIsNoMailboxOrOutsideOfTheRootIsRefused) {
  write_whole_file(root_ / "notes.txt", "No mail here.\nFrom the hills, none.\n");
  write_whole_file(root_ / "empty.mbox", "");
  Speaker mbox = speaker("mbox");
  EXPECT_EQ(mbox.fetch(url("mbox", "notes.txt")).http_status, 404);
  EXPECT_EQ(mbox.fetch(url("mbox", "empty.mbox")).http_status, 404);
  EXPECT_EQ(mbox.fetch("mbox:///etc/passwd").http_status, 403);
  EXPECT_EQ(mbox.fetch("mbox://elsewhere.test/a").http_status, 403);
  Speaker maildir = speaker("maildir");
  EXPECT_EQ(maildir.fetch("maildir:///etc/").http_status, 403);
  EXPECT_EQ(maildir.fetch(url("maildir", "Mail/?message=..%2F..%2Flist.mbox")).http_status, 404);
}

TEST_F(MailboxTest, AMaildirListsNewAndReadMessagesAndItsFolders) {
  Speaker maildir = speaker("maildir");
  const std::string at = url("maildir", "Mail/");
  const auto got = maildir.fetch(at);
  ASSERT_EQ(got.http_status, 200) << got.detail;
  EXPECT_THAT(links_of(got, at),
              ElementsAre(at + ".Sent/", at + "?message=1.a.host", at + "?message=2.b.host"));
  EXPECT_EQ(read_page(got, at).links[2].anchor, "Read one");
}

TEST_F(MailboxTest, AMessageOfAMaildirKeepsItsUrlWhenItIsRead) {
  Speaker maildir = speaker("maildir");
  const std::string at = url("maildir", "Mail/?message=1.a.host");
  EXPECT_THAT(maildir.fetch(at).body, HasSubstr("new"));
  fs::rename(root_ / "Mail/new/1.a.host", root_ / "Mail/cur/1.a.host:2,S");
  EXPECT_THAT(maildir.fetch(at).body, HasSubstr("new"));
}

TEST_F(MailboxTest, BothAreGatheredIntoOneCollection) {
  const std::string option = "<option name=\"root\" value=\"" + root_.path().string() + "\"/>";
  testing::SpecificationText text = testing::speaking(
      {url("mbox", "list.mbox"), url("maildir", "Mail/")}, "mbox maildir",
      "<protocol scheme=\"mbox\" library=\"mailbox\" class=\"porthole::MboxHandler\">" + option +
          "</protocol><protocol scheme=\"maildir\" library=\"mailbox\" "
          "class=\"porthole::MaildirHandler\">" +
          option + "</protocol>");
  const testing::TestCollection collection(text);
  collection.gather();
  for (const std::string& each :
       {url("mbox", "list.mbox?message=2"), url("maildir", "Mail/.Sent/?message=3.c.host")}) {
    EXPECT_EQ(collection.state(each), testing::state_of_messages());
  }
}

}  // namespace
}  // namespace porthole
