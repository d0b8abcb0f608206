// Messages and mailboxes, made by other programs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class MailTest : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("mail", "libgmime-3.0-dev"); }
};

TEST_F(MailTest, AMessageSaysWhoWroteWhatToWhomAndWhen) {
  SKIP_WITHOUT("mail/letter.eml", "python3");
  const Document letter = read_real({"mail/letter.eml", "message/rfc822"});
  EXPECT_EQ(letter.status_detail, "");
  EXPECT_EQ(letter.resource_class, "Message");
  EXPECT_EQ(letter.title, "Où sont les étoiles? Gdzie są gwiazdy?");
  EXPECT_EQ(letter.published, "2024-05-06T07:08:12+02:00");
  EXPECT_THAT(values_of(letter, "sent"), ElementsAre("2024-05-06T07:08:12+02:00"));
  EXPECT_THAT(values_of(letter, "from"), ElementsAre("Ada Brahe <ada@museum.example>"));
  EXPECT_THAT(values_of(letter, "author"), ElementsAre("Ada Brahe"));
  EXPECT_THAT(values_of(letter, "to"),
              ElementsAre("stars@lists.example", "Żaneta Łoś <zaneta@museum.example>",
                          "tycho@museum.example"));
  EXPECT_THAT(values_of(letter, "messageId"), ElementsAre("m3@museum.example"));
  EXPECT_THAT(values_of(letter, "inReplyTo"), ElementsAre("m2@museum.example"));
  EXPECT_THAT(values_of(letter, "references"),
              ElementsAre("m1@museum.example", "m2@museum.example"));
  EXPECT_THAT(values_of(letter, "keyword"), ElementsAre("astrolabe", "stars"));
  EXPECT_THAT(values_of(letter, "organization"), ElementsAre("Museum of Instruments"));
  EXPECT_THAT(values_of(letter, "generator"), ElementsAre("Python"));
}

TEST_F(MailTest, ItsTextAndLinksAreThoseOfTheRichestAlternative) {
  SKIP_WITHOUT("mail/letter.eml", "python3");
  const Document letter = read_real({"mail/letter.eml"});
  EXPECT_THAT(letter.text, HasSubstr("The rich words: gwiazdy świecą"));
  EXPECT_THAT(letter.text, Not(HasSubstr("The plain words")));
  EXPECT_THAT(letter.links, Contains(Field(&Link::url, "https://museum.example/stars")));
  EXPECT_THAT(letter.links, Contains(Field(&Link::url, "mid:m2@museum.example")));
}

TEST_F(MailTest, WhatIsAttachedBecomesAMember) {
  SKIP_WITHOUT("mail/letter.eml", "python3");
  const Document letter = read_real({"mail/letter.eml"});
  EXPECT_THAT(values_of(letter, "attachment"), ElementsAre("gwiazdy ą.csv", "gwiazdy ą.csv"));
  ASSERT_THAT(letter.members, SizeIs(3));
  EXPECT_EQ(letter.members[0].name, "gwiazdy ą.csv");
  EXPECT_EQ(letter.members[0].media_type, "text/csv");
  EXPECT_EQ(letter.members[0].body, "star,magnitude\r\nMizar,2.2\r\n");
  EXPECT_THAT(letter.members[1].name, HasSubstr("gwiazdy ą.csv ("))
      << "two files of one name are two pages";
  EXPECT_EQ(letter.members[1].body, "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(letter.members[2].name, "An older letter");
  const Document inside =
      read_bytes("http://a.test/x", letter.members[2].media_type, letter.members[2].body);
  EXPECT_EQ(inside.title, "An older letter");
  EXPECT_THAT(inside.text, HasSubstr("Words of long ago."));
}

TEST_F(MailTest, AMessageOfNewsLinksToNews) {
  SKIP_WITHOUT("mail/question.news", "python3");
  const Document question =
      read_real({"mail/question.news", "message/rfc822", "news:m5@museum.example"});
  EXPECT_THAT(values_of(question, "newsgroup"), ElementsAre("sci.astro", "sci.astro.amateur"));
  EXPECT_TRUE(question.noarchive);
  EXPECT_THAT(question.links, Contains(Field(&Link::url, "news:m4@museum.example")));
  EXPECT_THAT(question.links, Contains(Field(&Link::url, "https://museum.example/astrolabe")));
}

TEST_F(MailTest, ReadsWhatMpackPacked) {
  SKIP_WITHOUT("mail/packed.eml", "mpack");
  const Document packed = read_real({"mail/packed.eml"});
  EXPECT_EQ(packed.title, "A table of stars");
  EXPECT_THAT(packed.text, HasSubstr("With a table."));
  ASSERT_THAT(packed.members, SizeIs(1));
  EXPECT_EQ(packed.members[0].body, "star,magnitude\nMizar,2.2\n");
}

TEST_F(MailTest, AMailboxGivesItsMessages) {
  SKIP_WITHOUT("mail/stars.mbox", "python3");
  const Document box = read_real({"mail/stars.mbox"});
  EXPECT_EQ(box.resource_class, "Mailbox");
  EXPECT_THAT(values_of(box, "messages"), ElementsAre("3"));
  EXPECT_THAT(values_of(box, "member"),
              ElementsAre("Star number 0", "Star number 1", "Star number 2"));
  EXPECT_THAT(box.text, HasSubstr("Ada Brahe <ada@museum.example>: Star number 2\n"));
  ASSERT_THAT(box.members, SizeIs(3));
  EXPECT_EQ(box.members[2].name, "m2@museum.example");
  EXPECT_EQ(box.members[2].media_type, "message/rfc822");
  EXPECT_THAT(box.members[2].body, HasSubstr("\n\nFrom here it looks small.\n"));
}

TEST_F(MailTest, AMailboxServedAsTextIsStillOne) {
  SKIP_WITHOUT("mail/stars.mbox", "python3");
  const Document box =
      read_real({"mail/stars.mbox", "text/plain", "http://lists.example/2024-May.txt"});
  EXPECT_EQ(box.resource_class, "Mailbox");
  EXPECT_EQ(box.media_type, "application/mbox");
}

TEST_F(MailTest, ATextThatBeginsWithFromIsNoMailbox) {
  const Document text =
      read_bytes("http://a.test/t.txt", "text/plain", "From the beginning\nthere were stars.\n");
  EXPECT_EQ(text.resource_class, "Text");
}

TEST_F(MailTest, PatchesOfGitAreAMailbox) {
  SKIP_WITHOUT("mail/patches.mbox", "git");
  const Document patches = read_real({"mail/patches.mbox"});
  EXPECT_THAT(values_of(patches, "member"),
              ElementsAre("[PATCH 1/2] Stars: version one", "[PATCH 2/2] Stars: version two"));
  ASSERT_THAT(patches.members, SizeIs(2));
  const Document second = read_bytes("http://a.test/2", "message/rfc822", patches.members[1].body);
  EXPECT_THAT(second.text, HasSubstr("+two"));
  EXPECT_THAT(values_of(second, "inReplyTo"), SizeIs(1));
}

TEST_F(MailTest, AnEncryptedMessageIsToldOf) {
  const Document secret = read_bytes(
      "http://a.test/s.eml", "message/rfc822",
      "From: a@a.test\nSubject: Secret\nMIME-Version: 1.0\n"
      "Content-Type: multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"\n\n"
      "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
      "--b\nContent-Type: application/octet-stream\n\nxyz\n--b--\n");
  EXPECT_EQ(secret.title, "Secret");
  EXPECT_EQ(secret.status_detail, "encrypted");
  EXPECT_THAT(secret.members, IsEmpty());
}

TEST_F(MailTest, PartsWithinPartsAreReadToADepth) {
  std::string bomb = "From: a@a.test\nSubject: Deep\nMIME-Version: 1.0\n";
  for (int i = 0; i < 200; ++i) {
    bomb += "Content-Type: multipart/mixed; boundary=b" + std::to_string(i) + "\n\n--b" +
            std::to_string(i) + "\n";
  }
  bomb += "Content-Type: text/plain\n\nat the bottom\n";
  const Document deep = read_bytes("http://a.test/d.eml", "message/rfc822", bomb);
  EXPECT_EQ(deep.title, "Deep");
  EXPECT_THAT(deep.status_detail, HasSubstr("parts within parts"));
}

TEST_F(MailTest, AHeaderOfNonsenseDoesNoHarm) {
  std::string wild =
      "From: =?utf-8?B?////\nSubject: =?x-no-charset?Q?=FF?= \xFF\xFE\nDate: "
      "yesterday\nReferences: <<<>\n"
      "Content-Type: text/plain; charset=\"\xFF\"\nContent-Transfer-Encoding: base64\n\n!!!!\n";
  const Document document = read_bytes("http://a.test/w.eml", "message/rfc822", wild);
  EXPECT_EQ(document.published, "");
  EXPECT_THAT(values_of(document, "sent"), IsEmpty());
}

}  // namespace
}  // namespace porthole::testing
