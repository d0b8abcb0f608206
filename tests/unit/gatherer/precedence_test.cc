#include "gatherer/frontier/precedence.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using collection::PriorityRule;

TEST(PrecedenceTest, TheLastRuleThatMatchesDecides) {
  const Precedence precedence =
      Precedence::make({{.matches = {.hosts = {"*.a.test"}}, .value = 2},
                        {.matches = {.path = "/archive/"}, .value = -3},
                        {.matches = {.hosts = {"b.test"}, .path = "/archive/"}, .value = 1}})
          .value();
  EXPECT_EQ(precedence.of("http://www.a.test/"), 2);
  EXPECT_EQ(precedence.of("http://www.a.test/archive/1"), -3);
  EXPECT_EQ(precedence.of("http://b.test/archive/1"), 1);
  EXPECT_EQ(precedence.of("http://b.test/"), 0);
  EXPECT_EQ(precedence.of("no URL"), 0);
}

TEST(PrecedenceTest, WithoutRulesEveryUrlHasTheSame) {
  EXPECT_TRUE(Precedence().empty());
  EXPECT_EQ(Precedence().of("http://a.test/"), 0);
}

TEST(PrecedenceTest, StoredPrioritiesHaveTheOrderOfTheQueueAndGiveTheirPartsBack) {
  double before = -1e300;
  for (const int precedence : {-10, -1, 0, 1, 10}) {
    for (const double rating : {-1e9, -3.0, 0.0, 0.25, 1e9}) {
      const double stored = stored_priority(rating, precedence);
      EXPECT_GT(stored, before) << rating << " with " << precedence;
      before = stored;
      EXPECT_NEAR(parts_of_priority(stored).rating, rating, 1e-5);
      EXPECT_EQ(parts_of_priority(stored).precedence, precedence);
    }
  }
  EXPECT_EQ(stored_priority(1e300, 0), 1e9) << "of a plug-in";
}

}  // namespace
}  // namespace porthole::gatherer
