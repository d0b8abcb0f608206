// How politely the pages of examples are fetched: by `train` and by proposals of examples.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/support/files.h"
#include "tests/support/two_sites.h"
#include "training/training.h"

namespace porthole::training {
namespace {

using namespace std::chrono_literals;
using porthole::testing::TestCollection;
using porthole::testing::write_whole_file;

class TrainingFetchTest : public ::testing::Test {
 protected:
  /// Why those of `urls` could not be had that may be had another time.
  std::size_t failures_of(const std::vector<std::string>& urls, const std::string& politeness) {
    const TestCollection made(sites_.specification(politeness));
    const collection::Collection collection = made.open();
    ExampleStore store = ExampleStore::open(collection.model_folder()).value();
    TrainingOptions options;
    options.clock = &sites_.clock();
    const auto failures = read_into_store(collection, store, urls, options);
    EXPECT_TRUE(failures) << failures.error().to_string();
    return failures ? failures->size() : 0;
  }

  porthole::testing::TwoSites sites_;
};

TEST_F(TrainingFetchTest, WaitsAsLongAsRetryAfterSays) {
  const std::string busy = sites_.origin(sites_.first()) + "/busy";
  sites_.first().answer(busy, 503, "Retry-After: 120\r\n");
  EXPECT_EQ(failures_of({busy}, "<politeness delay=\"1\"/>"), 1u);
  const auto tries = sites_.times(busy);
  ASSERT_EQ(tries.size(), 3u);
  EXPECT_GE(tries[1] - tries[0], 120s);
  EXPECT_GE(tries[2] - tries[1], 120s);
}

Document page_with_a_menu() {
  Document page;
  page.title = "Comets";
  page.text = "Menu gardening\nA comet has a tail";
  page.blocks.resize(2);
  page.blocks[0].length = 14;
  page.blocks[1].begin = 15;
  page.blocks[1].length = 18;
  page.blocks[1].is_content = true;
  return page;
}

bool has_word(const topics::TermCounts& terms, const std::string& word) {
  const topics::TermHash hash = topics::hash_of_term(word);
  return std::any_of(terms.begin(), terms.end(),
                     [&](const topics::TermCount& term) { return term.term == hash; });
}

TEST_F(TrainingFetchTest, TheStoreCountsTheWholeTextAndTheMainContent) {
  const TestCollection made(sites_.specification(""));
  const auto folder = made.open().model_folder();
  for (const bool is_first : {true, false}) {
    ExampleStore store = ExampleStore::open(folder).value();
    if (is_first) {
      ASSERT_TRUE(store.put("key", "http://a.test/", page_with_a_menu(), WallTime{}));
    }
    const StoredPage* page = store.find("key");
    ASSERT_NE(page, nullptr);
    EXPECT_TRUE(page->knows_content);
    EXPECT_TRUE(has_word(page->terms, "gardening"));
    EXPECT_FALSE(has_word(page->content_terms, "gardening")) << "read again: " << !is_first;
    EXPECT_TRUE(has_word(page->content_terms, "tail"));
    EXPECT_TRUE(has_word(page->content_terms, "comets")) << "the title";
    ASSERT_TRUE(store.save());
  }
}

TEST_F(TrainingFetchTest, APageWithoutBlocksIsContentAsAWhole) {
  const TestCollection made(sites_.specification(""));
  ExampleStore store = ExampleStore::open(made.open().model_folder()).value();
  Document page = page_with_a_menu();
  page.blocks.clear();
  ASSERT_TRUE(store.put("key", "", page, WallTime{}));
  EXPECT_TRUE(store.find("key")->knows_content);
  EXPECT_TRUE(has_word(store.find("key")->content_terms, "gardening"));
}

TEST_F(TrainingFetchTest, TheStoreGivesItsDocumentsBackWithTheirMainContent) {
  const TestCollection made(sites_.specification(""));
  ExampleStore store = ExampleStore::open(made.open().model_folder()).value();
  ASSERT_TRUE(store.put("key", "http://a.test/", page_with_a_menu(), WallTime{}));
  ASSERT_TRUE(store.put_failure("other", "http 404", WallTime{}));
  std::vector<std::string> keys;
  const auto visited = store.for_each_document([&](const std::string& key, Document document) {
    keys.push_back(key);
    EXPECT_EQ(document.title, "Comets");
    EXPECT_EQ(document.text, page_with_a_menu().text);
    EXPECT_EQ(content_of(document), "A comet has a tail");
  });
  ASSERT_TRUE(visited) << visited.error().to_string();
  EXPECT_EQ(keys, std::vector<std::string>{"key"}) << "a failure has no document";
}

// Lines of older programs have no "content"; others may have been changed by hand.
TEST_F(TrainingFetchTest, TheStoreReadsLinesWithoutOrWithBrokenContent) {
  const TestCollection made(sites_.specification(""));
  const auto folder = made.open().model_folder();
  std::filesystem::create_directories(folder);
  write_whole_file(
      folder / "examples.jsonl",
      R"({"key":"old","url":"","title":"","description":"","text":"gardening","read_at":1})"
      "\n"
      R"({"key":"far","text":"gardening","content":[4294967295,4294967295,2,99,0,6],"read_at":1})"
      "\n"
      R"({"key":"words","text":"gardening","content":["a",-1],"read_at":1})"
      "\n");
  ExampleStore store = ExampleStore::open(folder).value();
  ASSERT_NE(store.find("old"), nullptr);
  EXPECT_FALSE(store.find("old")->knows_content);
  EXPECT_TRUE(has_word(store.find("old")->terms, "gardening"));
  ASSERT_NE(store.find("far"), nullptr);
  EXPECT_EQ(store.find("far")->content_terms, topics::count_terms("", "", "garden"));
  EXPECT_EQ(store.find("words"), nullptr) << "as good as no line";
}

TEST_F(TrainingFetchTest, APageThatIsStoredWithoutItsContentIsReadAgainForIt) {
  const TestCollection made(sites_.specification(""));
  const collection::Collection collection = made.open();
  std::filesystem::create_directories(collection.model_folder());
  const std::vector<std::string> urls = {sites_.pages().front()};
  write_whole_file(
      collection.model_folder() / "examples.jsonl",
      R"({"key":")" + key_of_url(urls[0]) + R"(","text":"gardening","read_at":1})" + "\n");
  ExampleStore store = ExampleStore::open(collection.model_folder()).value();
  TrainingOptions options;
  options.clock = &sites_.clock();
  ASSERT_TRUE(read_into_store(collection, store, urls, options));
  EXPECT_TRUE(has_word(store.find(key_of_url(urls[0]))->terms, "gardening")) << "not asked for";
  options.text = topics::JudgedText::kContent;
  ASSERT_TRUE(read_into_store(collection, store, urls, options));
  EXPECT_TRUE(store.find(key_of_url(urls[0]))->knows_content);
}

TEST_F(TrainingFetchTest, APageThatCannotBeReadAgainIsNotLost) {
  const TestCollection made(sites_.specification(""));
  const collection::Collection collection = made.open();
  std::filesystem::create_directories(collection.model_folder());
  const std::string gone = sites_.origin(sites_.first()) + "/gone";
  sites_.first().answer(gone, 404);
  write_whole_file(
      collection.model_folder() / "examples.jsonl",
      R"({"key":")" + key_of_url(gone) + R"(","text":"gardening","read_at":1})" + "\n");
  ExampleStore store = ExampleStore::open(collection.model_folder()).value();
  TrainingOptions options;
  options.clock = &sites_.clock();
  options.text = topics::JudgedText::kContent;
  const auto failures = read_into_store(collection, store, {gone}, options);
  ASSERT_TRUE(failures);
  EXPECT_EQ(failures->size(), 1u);
  EXPECT_EQ(store.find(key_of_url(gone))->failure, "");
}

}  // namespace
}  // namespace porthole::training
