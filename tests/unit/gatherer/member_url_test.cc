#include "gatherer/frontier/member_url.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

Url url(const std::string& text) { return Url::parse(text).value(); }

TEST(MemberUrlTest, IsTheContainersWithTheNameAsItsFragment) {
  const Url box = url("http://a.test/papers.zip?v=2");
  EXPECT_EQ(url_of_member({"1999/hits.html", "", "", ""}, box),
            "http://a.test/papers.zip?v=2#1999/hits.html");
  EXPECT_EQ(url_of_member({"two words", "", "", ""}, box),
            "http://a.test/papers.zip?v=2#two%20words");
}

TEST(MemberUrlTest, AMemberOfAMemberHasTheNamesOfBoth) {
  const Url inner = url("http://a.test/papers.zip#old/1999.zip");
  const std::string hits = url_of_member({"a b/hits.html", "", "", ""}, inner);
  EXPECT_EQ(hits, "http://a.test/papers.zip#old/1999.zip!/a%20b/hits.html");
  const Url base = url(base_of_member(url(hits)));
  EXPECT_EQ(member_linked_to(url(hits), Url::parse("../x.html", &base).value().href()),
            "http://a.test/papers.zip#old/1999.zip!/x.html");
}

TEST(MemberUrlTest, IsItsOwnWhereThatStaysOnTheServerAndIsNoPageOfTheWeb) {
  const Url box = url("imap://mail.test/inbox");
  EXPECT_EQ(url_of_member({"1", "imap://mail.test/inbox/;uid=1", "", ""}, box),
            "imap://mail.test/inbox/;uid=1");
  EXPECT_EQ(url_of_member({"1", "imap://other.test/inbox/;uid=1", "", ""}, box),
            "imap://mail.test/inbox#1");
  EXPECT_EQ(url_of_member({"1", "http://a.test/x", "", ""}, url("http://a.test/box")),
            "http://a.test/box#1");
}

TEST(MemberUrlTest, RelativeLinksLeadToOtherMembers) {
  const Url member = url("http://a.test/papers.zip?v=2#1999/hits.html");
  const Url base = url(base_of_member(member));
  EXPECT_EQ(base.href(), "http://a.test/papers.zip/1999/hits.html");
  const auto leads = [&](const std::string& reference) {
    return member_linked_to(member, Url::parse(reference, &base).value().href());
  };
  const std::string box = "http://a.test/papers.zip?v=2#";
  EXPECT_EQ(leads("two.html"), box + "1999/two.html");
  EXPECT_EQ(leads("../index.html#top"), box + "index.html");
  EXPECT_EQ(leads("a%20b{.html?x"), box + "1999/a%20b{.html");
  EXPECT_EQ(leads("/index.html"), "");
  EXPECT_EQ(leads("../../index.html"), "") << "out of the container";
  EXPECT_EQ(leads("http://b.test/"), "");
}

TEST(MemberUrlTest, ANameOfOddCharactersIsStillAPath) {
  const Url member = url("http://a.test/box#what?#1.html");
  EXPECT_EQ(base_of_member(member), "http://a.test/box/what%3F%231.html");
  EXPECT_EQ(base_of_member(url("imap://mail.test/inbox/;uid=1")), "imap://mail.test/inbox/;uid=1");
}

}  // namespace
}  // namespace porthole::gatherer
