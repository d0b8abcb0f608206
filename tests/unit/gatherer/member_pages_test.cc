#include "gatherer/crawl/member_pages.h"

#include <gtest/gtest.h>

#include "gatherer/frontier/member_url.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;

Member file(const std::string& name) {
  Member member;
  member.name = name;
  member.media_type = "text/html";
  member.body = "<title>" + name + "</title>";
  return member;
}

class MemberPagesTest : public ::testing::Test {
 protected:
  explicit MemberPagesTest(CrawlSettings settings = {}) : crawl_(std::move(settings)) {
    crawl_.budget.begin();
  }
  void take(std::vector<Member> members) { members_.take(box_, url_, std::move(members)); }
  UrlId find(const std::string& name) { return crawl_.urls.find(url_of_member(file(name), url_)); }
  /// Waits until the parser has given back all that it has.
  std::vector<ParsedPage> parse() {
    std::vector<ParsedPage> done;
    while (parser_.under_way() > 0) {
      parser_.submit();
      std::vector<pollfd> fds;
      pool_->add_poll_fds(fds);
      ::poll(fds.data(), fds.size(), 1000);
      parser_.collect(done);
    }
    return done;
  }

  CrawlPieces crawl_;
  std::unique_ptr<parser::ParserPool> pool_ = parser::ParserPool::start({}).value();
  PageParser parser_{*pool_, 100, "porthole"};
  MemberPages members_{{crawl_.core, parser_}};
  UrlId box_ = crawl_.fetched_page("http://a.test/box.zip");
  Url url_ = Url::parse("http://a.test/box.zip").value();
};

TEST_F(MemberPagesTest, HandsMembersToTheParserAsPagesOfTheirOwn) {
  take({file("one.html"), file("two.html")});
  EXPECT_EQ(parser_.waiting(), 2u);
  EXPECT_EQ(crawl_.budget.under_way(), 2);
  const UrlId one = find("one.html");
  ASSERT_NE(one, 0);
  EXPECT_EQ(crawl_.urls[one].found_on, box_);
  const std::vector<ParsedPage> parsed = parse();
  ASSERT_EQ(parsed.size(), 2u);
  EXPECT_EQ(parsed[0].fetched.kind, FetchKind::kMember);
  EXPECT_EQ(parsed[0].fetched.response.header("content-type"), "text/html");
}

TEST_F(MemberPagesTest, AMemberIsTakenOnce) {
  take({file("one.html"), file("one.html")});
  EXPECT_EQ(parser_.waiting(), 1u);
}

TEST_F(MemberPagesTest, LinksOfAMemberLeadToOtherMembersOrNowhere) {
  take({file("one.html"), file("two.html")});
  Document document;
  for (const char* target : {"http://a.test/two.html", "http://b.test/"}) {
    Link link;
    link.url = target;
    document.links.push_back(link);
  }
  const Url member = Url::parse(crawl_.urls.href(find("one.html"))).value();
  members_.resolve_inner_links(member, document);
  EXPECT_EQ(document.links.back().url, "http://b.test/");
}

TEST_F(MemberPagesTest, AMemberThatIsNoLongerThereStaysAsItWas) {
  take({file("one.html"), file("two.html")});
  for (const UrlId id : {find("one.html"), find("two.html")}) {
    crawl_.budget.end(id);
    crawl_.urls.apply(id, UrlEvent::kFetch);
  }
  const std::size_t before = parser_.waiting();
  members_.take_again(box_, url_, {file("two.html")}, {find("one.html"), find("two.html")});
  EXPECT_EQ(parser_.waiting(), before + 1);
  EXPECT_FALSE(crawl_.urls[find("one.html")].refreshing);
  EXPECT_TRUE(crawl_.urls[find("two.html")].refreshing);
}

class MemberPagesBudgetTest : public MemberPagesTest {
 protected:
  MemberPagesBudgetTest()
      : MemberPagesTest([] {
          CrawlSettings settings;
          settings.options.pages = 1;
          return settings;
        }()) {}
};

TEST_F(MemberPagesBudgetTest, AMemberBeyondTheBudgetIsReadFromTheArchiveByALaterRun) {
  repository::PageRecord page;
  page.id = page.order = box_;
  FetchedPage answer{.id = box_, .url = url_};
  answer.response.http_status = 200;
  answer.response.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  answer.response.body = "<title>box</title>";
  crawl_.commits.add_page(std::move(page), {}, std::move(answer));
  take({file("one.html"), file("two.html")});
  EXPECT_EQ(parser_.waiting(), 1u);
  EXPECT_EQ(crawl_.urls[find("two.html")].reason, DropReason::kUnreadMember);
  crawl_.budget.end(find("one.html"));
  crawl_.urls.apply(find("one.html"), UrlEvent::kFetch);
  parse();
  crawl_.commits.send();
  ASSERT_TRUE(crawl_.committer.drain());

  ASSERT_TRUE(members_.find_unread(*crawl_.repository));
  ASSERT_TRUE(members_.has_containers());
  members_.read_container();
  EXPECT_FALSE(members_.has_containers());
  std::vector<ParsedPage> parsed = parse();
  ASSERT_EQ(parsed.size(), 1u);
  EXPECT_EQ(parsed[0].fetched.kind, FetchKind::kContainer);
  EXPECT_EQ(parsed[0].document.title, "box");
  parsed[0].document.members = {file("one.html")};
  members_.container_parsed(std::move(parsed[0]));
  EXPECT_EQ(crawl_.urls[find("two.html")].reason, DropReason::kNoSuchMember);
  EXPECT_EQ(crawl_.urls[find("two.html")].state, UrlState::kDropped);
}

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
