#include "base/link.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace porthole {
namespace {

TEST(LinkTest, NamesEveryElementAndReadsItBack) {
  for (const Element element :
       {Element::kA, Element::kArea, Element::kImg, Element::kFrame, Element::kIframe,
        Element::kLink, Element::kRedirect, Element::kSitemap}) {
    EXPECT_EQ(element_from_name(element_name(element)), element);
  }
  EXPECT_EQ(element_name(Element::kIframe), "iframe");
  EXPECT_EQ(element_name(Element::kSitemap), "sitemap");
  EXPECT_EQ(element_from_name("A"), std::nullopt);
  EXPECT_EQ(element_from_name(""), std::nullopt);
}

TEST(LinkTest, NamesEveryKindOfAnnotationAndReadsItBack) {
  std::set<std::string_view> names;
  for (const AnnotationKind kind : kAnnotationKinds) {
    EXPECT_EQ(annotation_kind_from_name(annotation_kind_name(kind)), kind);
    names.insert(annotation_kind_name(kind));
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"anchor", "title", "alt", "name", "onmouseover",
                                               "before", "after", "heading"}));
  EXPECT_EQ(annotation_kind_from_name("rel"), std::nullopt);
}

TEST(LinkTest, KeepsTheKindsOfAnnotationApart) {
  Link link;
  link.anchor = "an";
  link.title = "ti";
  link.alt = "al";
  link.name = "na";
  link.onmouseover = "on";
  link.before = "be";
  link.after = "af";
  link.heading = "he";
  for (const AnnotationKind kind : kAnnotationKinds) {
    EXPECT_EQ(link.annotation(kind), annotation_kind_name(kind).substr(0, 2));
  }
}

// https://html.spec.whatwg.org/multipage/links.html#linkTypes: rel is a set of tokens.
TEST(LinkTest, FindsATokenOfRelButNoPartOfOne) {
  Link link;
  link.rel = "external nofollow ugc";
  EXPECT_TRUE(link.has_rel("external"));
  EXPECT_TRUE(link.has_rel("nofollow"));
  EXPECT_TRUE(link.has_rel("ugc"));
  EXPECT_FALSE(link.has_rel("follow"));
  EXPECT_FALSE(link.has_rel("no"));
  EXPECT_FALSE(Link().has_rel("nofollow"));
}

}  // namespace
}  // namespace porthole
