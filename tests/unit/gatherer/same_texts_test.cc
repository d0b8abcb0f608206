#include "gatherer/frontier/same_texts.h"

#include <gtest/gtest.h>

#include <map>

namespace porthole::gatherer {
namespace {

class SameTextsTest : public ::testing::Test {
 protected:
  /// The page `id` of `host`, which has `text` now; told are the numbers of changed and withheld
  /// pages.
  std::pair<std::size_t, std::size_t> take(UrlId id, const std::string& text, HostId host = 1) {
    ParsedPage page{{.id = id, .queue = host}, {}};
    page.document.text = text;
    const SameTexts::Told told = texts_.take(std::move(page));
    return {told.changed.size(), told.withheld.size()};
  }
  using Told = std::pair<std::size_t, std::size_t>;

  std::map<UrlId, std::string> stored_;
  SameTexts texts_{[this](UrlId id) -> std::optional<std::string> {
    const auto known = stored_.find(id);
    return known == stored_.end() ? "old text of " + std::string(static_cast<std::size_t>(id), 'x')
                                  : known->second;
  }};
};

TEST_F(SameTextsTest, WithholdsPagesThatUsedToDifferAndHaveOneTextNow) {
  EXPECT_EQ(take(1, "closed"), (Told{0, 0}));
  EXPECT_EQ(take(2, "closed"), (Told{0, 0}));
  EXPECT_EQ(take(3, "closed"), (Told{0, 3}));
  EXPECT_EQ(take(4, "closed"), (Told{0, 1})) << "at once from then on";
  EXPECT_TRUE(texts_.release().empty());
}

TEST_F(SameTextsTest, GivesBackWhatHasATextOfItsOwn) {
  for (UrlId id = 1; id <= 4; ++id)
    EXPECT_EQ(take(id, "text " + std::string(static_cast<std::size_t>(id), 'y')), (Told{0, 0}));
  EXPECT_EQ(take(5, "another text"), (Told{1, 0})) << "the oldest";
  EXPECT_EQ(texts_.release().size(), 4u);
}

// A page without text of its own, whose bytes change with each answer.
TEST_F(SameTextsTest, GivesBackWhatHadTheSameTextBefore) {
  for (UrlId id = 1; id <= 6; ++id) stored_[id] = "the same";
  for (UrlId id = 1; id <= 5; ++id) EXPECT_EQ(take(id, "the same"), (Told{0, 0}));
  EXPECT_EQ(take(6, "the same"), (Told{6, 0}));
  EXPECT_EQ(take(7, "the same"), (Told{1, 0})) << "at once from then on";
}

TEST_F(SameTextsTest, HostsAreToldApart) {
  for (UrlId id = 1; id <= 2; ++id) take(id, "closed", 1);
  EXPECT_EQ(take(3, "closed", 2), (Told{0, 0}));
  EXPECT_EQ(texts_.release().size(), 3u);
}

TEST_F(SameTextsTest, OfManyHostsTheOldestGivesItsPagesBack) {
  UrlId id = 0;
  for (HostId host = 1; host <= 1024; ++host) EXPECT_EQ(take(++id, "new", host), (Told{0, 0}));
  EXPECT_EQ(take(++id, "closed", 2000), (Told{1, 0}));
  EXPECT_EQ(take(++id, "closed", 2000), (Told{1, 0}));
  EXPECT_EQ(take(++id, "closed", 2000), (Told{1, 3})) << "the last host is still told";
}

TEST_F(SameTextsTest, LargePagesAreNotHeldInAnyNumber) {
  const std::string large(std::size_t{20} << 20, 'x');
  std::size_t changed = 0;
  for (HostId host = 1; host <= 8; ++host) changed += take(host, large, host).first;
  EXPECT_EQ(changed, 4u);
}

TEST_F(SameTextsTest, AnOlderAnswerForAPageComesFirst) {
  take(1, "first");
  EXPECT_EQ(take(1, "second"), (Told{1, 0}));
}

}  // namespace
}  // namespace porthole::gatherer
