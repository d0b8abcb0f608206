#include "summarizer/summarizer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "summarizer/annotations.h"
#include "tests/unit/summarizer/summary_pieces.h"

namespace porthole::summarizer {
namespace {

using repository::InLink;

TEST(MakeSummaryTest, TakesWhatThePageSaysOfItself) {
  PageData data{url(1, "https://a.org/"), page(1, "Title"), {}, {}};
  data.page.document.description = "about\x01it";
  data.page.document.language = "en";
  data.page.document.published = "2020-01-01";
  data.page.last_modified = "Fri, 20 Nov 2026 18:20:53 GMT";
  data.page.relevance = Relevance(0.123456789);
  data.page.bytes = 77;
  data.page.noarchive = true;
  const Summary summary = make_summary(data, "Stars");
  EXPECT_EQ(summary.url, "https://a.org/");
  EXPECT_EQ(summary.title, "Title");
  EXPECT_EQ(summary.description, "about it");
  EXPECT_EQ(summary.language, "en");
  EXPECT_EQ(summary.media_type, "text/html");
  EXPECT_EQ(summary.fetched, "2023-11-14T22:13:20Z");
  EXPECT_EQ(summary.modified, "") << "the server's date, beside one of the page's own";
  EXPECT_EQ(summary.published, "2020-01-01");
  EXPECT_EQ(summary.topic, "Stars");
  EXPECT_EQ(summary.relevance, Relevance(0.1235));
  EXPECT_EQ(summary.bytes, 77);
  EXPECT_EQ(summary.text, "text of Title");
  EXPECT_TRUE(summary.noarchive);
  EXPECT_FALSE(summary.nosnippet);
}

TEST(MakeSummaryTest, SaysWhichUrlThePageGivesAsItsOwnWhereThatIsAnotherOne) {
  PageData data{url(1, "https://a.org/"), page(1, "Title"), {}, {}};
  data.page.document.canonical = "https://a.org/";
  EXPECT_TRUE(make_summary(data, "Stars").properties.empty());
  data.page.document.canonical = "https://a.org/front";
  const auto properties = make_summary(data, "Stars").properties;
  ASSERT_EQ(properties.size(), 1u);
  EXPECT_EQ(properties[0].name, "canonical");
  EXPECT_EQ(properties[0].value, "https://a.org/front");
  EXPECT_EQ(properties[0].kind, PropertyKind::kUri);
}

TEST(MakeSummaryTest, TakesTheImportanceToThreeDecimalsWhereAModelGaveOne) {
  PageData data{url(1, "https://a.org/"), page(1, "Title"), {}, {}};
  EXPECT_EQ(make_summary(data, "Stars").importance, std::nullopt);
  data.page.importance = 0.62549;
  EXPECT_DOUBLE_EQ(make_summary(data, "Stars").importance.value(), 0.625);
}

TEST(MakeSummaryTest, TakesTheScoresOfDistillationToFourDigits) {
  PageData data{url(1, "https://a.org/"), page(1, "Title"), {}, {}};
  EXPECT_EQ(make_summary(data, "Stars").hub, std::nullopt);
  EXPECT_EQ(make_summary(data, "Stars").authority, std::nullopt);
  data.scores = {.page = 1, .hub = 0.00012345678, .authority = 0};
  EXPECT_DOUBLE_EQ(make_summary(data, "Stars").hub.value(), 0.0001235);
  EXPECT_EQ(make_summary(data, "Stars").authority, 0);
  data.scores = {.page = 1, .hub = 1, .authority = 0.99999};
  EXPECT_EQ(make_summary(data, "Stars").hub, 1);
  EXPECT_EQ(make_summary(data, "Stars").authority, 1);
}

TEST(MakeSummaryTest, PrefersThePagesOwnDateAndTopic) {
  PageData data{url(1, "https://a.org/"), page(1, "Title"), {}, {}};
  data.page.document.modified = "2021-02-03";
  data.page.last_modified = "Fri, 20 Nov 2026 18:20:53 GMT";
  data.page.topic = "Planets";
  const Summary summary = make_summary(data, "Stars");
  EXPECT_EQ(summary.modified, "2021-02-03");
  EXPECT_EQ(summary.topic, "Planets");
  EXPECT_TRUE(summary.properties.empty());
  data.page.document.modified.clear();
  EXPECT_EQ(make_summary(data, "Stars").modified, "2026-11-20T18:20:53Z");
  EXPECT_EQ(make_summary(data, "Stars").properties.at(0).name, kDateSource);
  data.page.last_modified = "yesterday";
  EXPECT_EQ(make_summary(data, "Stars").modified, "");
}

// Sundaresan, Yi, Huang 2000, section 4.3: each kind of metadata of each in-link is kept apart.
TEST(MakeSummaryTest, ListsEveryKindOfTextThatOthersGive) {
  Link all = link("https://a.org/", "anchor");
  all.title = "title", all.alt = "alt", all.name = "name", all.onmouseover = "over";
  all.before = "before", all.after = "after", all.heading = "heading";
  const PageData data{
      url(1, "https://a.org/"), page(1, "T"), {in_link("https://b.org/", 1, all)}, {}};
  EXPECT_EQ(shown(make_summary(data, "").annotations_by_others),
            (std::vector<std::string>{
                "https://b.org/: anchor (anchor)", "https://b.org/: title (title)",
                "https://b.org/: alt (alt)", "https://b.org/: name (name)",
                "https://b.org/: over (onmouseover)", "https://b.org/: before (before)",
                "https://b.org/: after (after)", "https://b.org/: heading (heading)"}));
}

TEST(MakeSummaryTest, CountsTheSameTextOfOnePageOnce) {
  Link twice = link("https://a.org/", "stars");
  twice.title = "stars";
  const PageData data{url(1, "https://a.org/"),
                      page(1, "T"),
                      {in_link("https://b.org/", 0.2, twice), in_link("https://b.org/", 0.2, twice),
                       in_link("https://b.org/", 0.2, link("https://a.org/", "")),
                       in_link("https://c.org/", 0.9, link("https://a.org/", "stars"))},
                      {}};
  EXPECT_EQ(
      shown(make_summary(data, "").annotations_by_others),
      (std::vector<std::string>{"https://c.org/: stars (anchor)", "https://b.org/: stars (anchor)",
                                "https://b.org/: stars (title)"}));
}

TEST(MakeSummaryTest, SaysHowManySitesSayTheSameAndWhoIsAnAuthority) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  for (const char* source : {"https://b.org/1", "https://b.org/2", "https://c.org/"}) {
    InLink in = in_link(source, 0.5, link("https://a.org/", "a fast parser"));
    in.source_site = std::string(source).substr(8, 5);
    data.in_links.push_back(in);
  }
  data.in_links[2].source_authority = 0.123456;
  data.in_links[2].link.title = "only here";
  const auto said = make_summary(data, "").annotations_by_others;
  ASSERT_EQ(said.size(), 4u);
  EXPECT_EQ(said[0].sites, 2);
  EXPECT_EQ(said[2].sites, 2);
  EXPECT_EQ(said[3].text, "only here");
  EXPECT_EQ(said[3].sites, 1);
  EXPECT_EQ(said[0].authority, std::nullopt);
  EXPECT_DOUBLE_EQ(said[2].authority.value(), 0.1235);
}

TEST(MakeSummaryTest, OneTextHasOneHistoryHoweverTheWordsAroundItChange) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  Link now = link("https://a.org/", "stars"), before = now;
  now.before = "many";
  before.before = "few";
  InLink open = in_link("https://b.org/", 0.5, now),
         closed = in_link("https://b.org/", 0.5, before);
  open.first_seen = open.last_seen = day(2);
  closed.first_seen = day(0), closed.last_seen = day(1), closed.closed = day(2);
  data.in_links = {open, closed};
  const auto said = make_summary(data, "").annotations_by_others;
  ASSERT_EQ(shown(said), (std::vector<std::string>{"https://b.org/: stars (anchor)",
                                                   "https://b.org/: many (before)",
                                                   "https://b.org/: few (before)"}));
  EXPECT_EQ(said[0].first_seen, format_time(day(0)));
  EXPECT_EQ(said[0].last_seen, format_time(day(2)));
  EXPECT_EQ(said[0].closed, "");
  EXPECT_EQ(said[1].first_seen, format_time(day(2)));
  EXPECT_EQ(said[2].last_seen, format_time(day(1)));
  EXPECT_EQ(said[2].closed, format_time(day(2)));
  EXPECT_EQ(said[2].sites, 0) << "nobody says it any more";
}

TEST(MakeSummaryTest, WhatMostPagesOfASiteSayIsNavigation) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  for (int i = 0; i < 6; ++i) {
    InLink in = in_link("https://b.org/" + std::to_string(i), 0.5,
                        link("https://a.org/", i < 4 ? "Products" : "stars"));
    in.source_site = "b.org";
    data.in_links.push_back(in);
  }
  const auto count = [&](std::int64_t pages) {
    data.pages_of_site["b.org"] = pages;
    const auto said = make_summary(data, "").annotations_by_others;
    return std::count_if(said.begin(), said.end(),
                         [](const Annotation& one) { return one.navigation; });
  };
  EXPECT_EQ(count(7), 4) << "4 of 7 pages";
  EXPECT_EQ(count(8), 0) << "4 of 8 pages";
  EXPECT_EQ(count(3), 0) << "too few pages to tell";
}

TEST(MakeSummaryTest, EmptyPhrasesAreNavigationOnAnyPage) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  data.in_links = {in_link("https://b.org/", 0.5, link("https://a.org/", "click here")),
                   in_link("https://c.org/", 0.5, link("https://a.org/", "a fast parser"))};
  data.out_links = {{1, 0, 2, link("https://b.org/", "Home")},
                    {1, 1, 3, link("https://c.org/", "lens")}};
  const Summary summary = make_summary(data, "");
  EXPECT_TRUE(summary.annotations_by_others[0].navigation);
  EXPECT_FALSE(summary.annotations_by_others[1].navigation);
  EXPECT_TRUE(summary.own_annotations[0].navigation);
  EXPECT_FALSE(summary.own_annotations[1].navigation);
}

TEST(MakeSummaryTest, LinksThatStandInBoilerplateOnlyAreNavigation) {
  const auto placed = [](Link link, LinkPlace place) {
    link.place = place;
    return link;
  };
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  data.in_links = {
      in_link("https://b.org/", 0.5, placed(link("https://a.org/", "mills"), LinkPlace::kContent)),
      in_link("https://c.org/", 0.5,
              placed(link("https://a.org/", "all mills"), LinkPlace::kBoilerplate))};
  data.out_links = {{1, 0, 2, placed(link("https://d.org/", "lakes"), LinkPlace::kBoilerplate)},
                    {1, 1, 2, placed(link("https://d.org/", "lakes"), LinkPlace::kContent)},
                    {1, 2, 3, placed(link("https://e.org/", "rivers"), LinkPlace::kBoilerplate)},
                    {1, 3, 4, placed(link("https://f.org/", "springs"), LinkPlace::kUnknown)}};
  const Summary summary = make_summary(data, "");
  EXPECT_FALSE(summary.annotations_by_others[0].navigation);
  EXPECT_TRUE(summary.annotations_by_others[1].navigation);
  ASSERT_EQ(summary.own_annotations.size(), 3U);
  EXPECT_FALSE(summary.own_annotations[0].navigation) << "one of the two stands in the content";
  EXPECT_TRUE(summary.own_annotations[1].navigation);
  EXPECT_FALSE(summary.own_annotations[2].navigation) << "nothing is known of it";
}

TEST(MakeSummaryTest, AFragmentOfXmlIsAnAnnotationWhenItIsWellFormed) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  Link good = link("https://a.org/", ""), torn = good;
  good.fragment = "<m:mi xmlns:m='urn:m'>x</m:mi> &lt; 3";
  torn.fragment = "</f><f>";
  data.in_links = {in_link("https://b.org/", 0.5, good), in_link("https://c.org/", 0.5, torn)};
  const auto said = make_summary(data, "").annotations_by_others;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].kind, AnnotationKind::kFragment);
  EXPECT_EQ(said[0].text, good.fragment);
}

TEST(MakeSummaryTest, ListsWhatThePageSaysAboutOthers) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  data.out_links = {{1, 0, 2, link("https://b.org/#x", "lens")},
                    {1, 1, 3, link("https://c.org/", "")},
                    {1, 2, 2, link("https://b.org/#x", "lens")}};
  EXPECT_EQ(shown(make_summary(data, "").own_annotations),
            std::vector<std::string>{"https://b.org/#x: lens (anchor)"});
}

TEST(MakeSummaryTest, NamesTheOtherUrlsOfThePage) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  Link redirect = link("https://a.org/", "");
  redirect.element = Element::kRedirect;
  data.in_links = {in_link("https://b.org/", 0, link("http://a.org/#top", "x")),
                   in_link("https://b.org/", 0, link("https://a.org/#end", "x")),
                   in_link("https://a.org/old", 0, redirect)};
  EXPECT_EQ(make_summary(data, "").aliases,
            (std::vector<std::string>{"http://a.org/", "https://a.org/old"}));
}

TEST(MakeSummaryTest, KeepsTheMostRelevantWhenThereAreTooMany) {
  PageData data{url(1, "https://a.org/"), page(1, "T"), {}, {}};
  for (std::size_t i = 0; i <= kMaxAnnotations; ++i) {
    data.in_links.push_back(in_link("https://b.org/" + std::to_string(i), i == 7 ? 0.0 : 0.5,
                                    link("https://a.org/", "x")));
  }
  const Summary summary = make_summary(data, "");
  ASSERT_EQ(summary.annotations_by_others.size(), kMaxAnnotations);
  for (const Annotation& annotation : summary.annotations_by_others) {
    EXPECT_NE(annotation.page, "https://b.org/7");
  }
}

}  // namespace
}  // namespace porthole::summarizer
