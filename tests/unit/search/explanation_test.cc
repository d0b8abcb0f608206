#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "search/index/ranking.h"
#include "search/ranking/matching.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ExplanationTest : public ::testing::Test {
 protected:
  ExplanationTest() {
    index_.add({test::summary_of("https://hubs.example/", "Gears", "a gear and a chain"),
                test::summary_of("https://tea.example/", "Tea", "tea")});
  }
  /// The parts "gear" and "chain" of the score of the page that has both.
  std::vector<ScorePart> explain(const Deadline& deadline) const {
    const Xapian::Database database(index_.path());
    const Xapian::Query gear("gear"), chain("chain");
    Xapian::Enquire enquire(database);
    enquire.set_query(gear & chain);
    const Xapian::MSet found = enquire.get_mset(0, 1);
    const auto scheme = scheme_of(Ranking());
    if (found.empty()) {
      ADD_FAILURE() << "no page";
      return {};
    }
    return explain_score(database, *scheme, {{"text", "gear", gear}, {"text", "chain", chain}},
                         found.begin(), deadline);
  }

  test::IndexFolder index_;
};

TEST_F(ExplanationTest, HasThePartsOfTheScore) {
  EXPECT_THAT(explain(Deadline(hours(1))), SizeIs(2));
}

// A hundred results with dozens of parts each are thousands of searches.
TEST_F(ExplanationTest, EndsWhenTheTimeOfTheSearchIsOver) {
  EXPECT_THAT(explain(Deadline(milliseconds(0))), IsEmpty());
}

}  // namespace
}  // namespace porthole::search
