#include "topics/on_topic.h"

#include <gtest/gtest.h>

namespace porthole::topics {
namespace {

constexpr bool kSeed = true;
constexpr double kLeast = TopicalSites::least_site(JudgedBy::kWords);

TEST(OnTopicTest, APageThatIsRelevantItselfIsOnTopicWhereverItStands) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("other.example", TopicalSites::kOwn);
  for (int i = 0; i < 99; ++i) sites.add("other.example", 0);
  EXPECT_TRUE(sites.standing("other.example", TopicalSites::kOwn, false).on_topic);
  EXPECT_FALSE(sites.standing("other.example", TopicalSites::kOwn - 0.01, false).on_topic);
}

TEST(OnTopicTest, APageWithoutAWordOfTheTopicIsOnTopicWhenItsSiteIs) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("stars.example", 0.9);
  for (int i = 0; i < 9; ++i) sites.add("stars.example", 0);
  const Standing standing = sites.standing("stars.example", 0, false);
  EXPECT_TRUE(standing.on_topic);
  EXPECT_DOUBLE_EQ(standing.own, 0);
  EXPECT_DOUBLE_EQ(standing.site, 0.09);
  EXPECT_EQ(standing.pages, 10);
}

TEST(OnTopicTest, AStrayWordOnOneOfManyPagesDoesNotMakeASiteOneOfTheTopic) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("manual.example", 0.4);
  for (int i = 0; i < 99; ++i) sites.add("manual.example", 0);
  EXPECT_FALSE(sites.standing("manual.example", 0, false).on_topic);
  EXPECT_FALSE(sites.standing("manual.example", 0.4, false).on_topic);
}

TEST(OnTopicTest, TheThresholdOfASiteBelongsToTheTopic) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("at.example", kLeast);
  sites.add("below.example", kLeast - 0.001);
  EXPECT_TRUE(sites.standing("at.example", kLeast, false).on_topic);
  EXPECT_FALSE(sites.standing("below.example", kLeast - 0.001, false).on_topic);
}

TEST(OnTopicTest, WhatItsUserNamedAsASeedIsOnTopicAloneAndDoesNotSpeakForItsSite) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("hub.example", 0);
  sites.add("hub.example", 0);
  EXPECT_TRUE(sites.standing("hub.example", 0, kSeed).on_topic);
  EXPECT_FALSE(sites.standing("hub.example", 0, false).on_topic);
}

TEST(OnTopicTest, SitesAreJudgedEachByItself) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("a.example", 0.8);
  sites.add("b.example", 0);
  EXPECT_TRUE(sites.standing("a.example", 0.8, false).on_topic);
  EXPECT_FALSE(sites.standing("b.example", 0, false).on_topic);
}

}  // namespace
}  // namespace porthole::topics
