#include "labs/webbox/judge.h"

#include <gtest/gtest.h>

#include "labs/tests/webbox/box_fixture.h"
#include "labs/webbox/site_list.h"

namespace porthole::labs {
namespace {

class JudgeTest : public BoxTest {
 protected:
  std::vector<Site> list() const {
    return sites(
        "nipy\tnipy\tr\tnipy.test/nipy/\thealth/neuroimaging\n"
        "deep\tdeep\tr\tnipy.test/nipy/deep/\tscience\n"
        "gnumed\tgnumed\tr\tgnumed.test/\thealth/medicine\n"
        "healthy\thealthy\tr\thealthy.test/\thealthy/food\n"
        "hub\t_hub\tpackages\thub.test/a&b/\tdirectory\n");
  }
};

TEST_F(JudgeTest, CountsEachPageOnceHoweverItIsSpelt) {
  const Verdict verdict = judge(list(), "health",
                                {"http://nipy.test/nipy/a.html", "https://nipy.test/nipy/a.html",
                                 "https://NIPY.test:443/nipy/%61.html?x#y",
                                 "https://nipy.test/nipy/", "https://nipy.test/nipy/index.html"});
  EXPECT_EQ(verdict.pages_on_topic, 2u);
  EXPECT_EQ(verdict.sites_on_topic, 1u);
  EXPECT_EQ(verdict.pages, 2u);
}

TEST_F(JudgeTest, ATopicTakesInWhatLiesBelowIt) {
  const std::vector<std::string> urls{"http://nipy.test/nipy/a", "http://gnumed.test/b",
                                      "http://healthy.test/c"};
  EXPECT_EQ(judge(list(), "health", urls).sites_on_topic, 2u);
  EXPECT_EQ(judge(list(), "health/medicine", urls).sites_on_topic, 1u);
  EXPECT_EQ(judge(list(), "music", urls).pages_on_topic, 0u);
  EXPECT_EQ(judge(list(), "music", urls).pages, 3u);
}

TEST_F(JudgeTest, AUrlBelongsToTheLongestBase) {
  const auto sites = list();
  Judge judge(sites, "science");
  EXPECT_TRUE(judge.add("http://nipy.test/nipy/deep/a.html"));
  EXPECT_TRUE(judge.add("http://nipy.test/nipy/deep/a.html"));
  EXPECT_FALSE(judge.add("http://nipy.test/nipy/deeper.html"));
  EXPECT_EQ(judge.verdict().pages_on_topic, 1u);
  EXPECT_EQ(judge.verdict().pages, 2u);
}

TEST_F(JudgeTest, WhatLiesOnNoSiteIsOutside) {
  const Verdict verdict = judge(
      list(), "health", {"http://nipy.test/other/", "http://moons.test/", "http://moons.test/"});
  EXPECT_EQ(verdict.pages, 0u);
  EXPECT_EQ(verdict.pages_outside, 2u);
}

TEST_F(JudgeTest, SitesOfASpecificationLiftTheCapOfHubs) {
  EXPECT_EQ(sites_as_xml(list()),
            "<site prefix=\"https://nipy.test/nipy/\"/>\n"
            "<site prefix=\"https://nipy.test/nipy/deep/\"/>\n"
            "<site prefix=\"https://gnumed.test/\"/>\n"
            "<site prefix=\"https://healthy.test/\"/>\n"
            "<site prefix=\"https://hub.test/a&amp;b/\" pages=\"0\"/>\n");
}

}  // namespace
}  // namespace porthole::labs
