// Restoring an older copy of the repository: records archived since are not lost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "archive/warc_reader.h"
#include "base/json/json.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

/// A collection of forty pages, and a copy of its repository of when it had ten.
class RestoreTest : public ::testing::Test {
 protected:
  static constexpr int kPages = 40;
  static constexpr int kPagesOfTheCopy = 10;

  static std::string url(int page) { return "http://a.test/" + std::to_string(page); }
  void SetUp() override {
    for (int page = 1; page <= kPages; ++page) {
      std::string html = "<title>Page " + std::to_string(page) + "</title>";
      for (const int next : {2 * page, 2 * page + 1})
        html += "<a href='" + url(next) + "'>next</a>";
      web_.page(url(page), html + "<p>" + std::string(1000, 'x'));
    }
    ASSERT_EQ(collection_.gather(testing::up_to(kPagesOfTheCopy)).fetched, kPagesOfTheCopy);
    fs::copy_file(repository(), copy_);
    ASSERT_EQ(collection_.gather().fetched, kPages);
    fs::copy_file(repository(), newest_);
    fs::copy_file(copy_, repository(), fs::copy_options::overwrite_existing);
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {url(1)};
    text.network = testing::gateway_to(web_.gateway());
    return text;
  }
  fs::path repository() const { return collection_.open().repository_file(); }
  fs::path archive() const { return collection_.open().archive_folder(); }

  std::map<std::string, std::string> archive_files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(archive()))
      files[entry.path().filename()] = testing::read_whole_file(entry.path());
    return files;
  }
  testing::ProgramResult gather(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"gather", collection_.folder().string()});
    return testing::run_program(fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole", options);
  }
  void expect_each_row_leads_to_its_record() const {
    const auto read = collection_.repository()->pages().for_each(
        {}, [&](const auto& url, const auto& page, auto, auto) {
          const auto reader = archive::WarcReader::open(archive() / page.archive_file).value();
          reader->seek(page.archive_offset);
          const auto record = reader->next().value();
          EXPECT_TRUE(record && record->type() == "response" && record->target() == url.href)
              << url.href;
          return true;
        });
    EXPECT_TRUE(read);
  }

  SmallWeb web_;
  testing::TempDir copies_;
  fs::path copy_ = copies_ / "copy.db", newest_ = copies_ / "newest.db";
  TestCollection collection_{text()};
};

TEST_F(RestoreTest, GatherStopsBeforeItChangesAnythingAndSaysWhy) {
  const auto before = archive_files();
  const testing::ProgramResult said = gather();
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("the archive is newer than what belongs to it"));
  EXPECT_THAT(said.err, HasSubstr("--set-aside"));
  EXPECT_TRUE(archive_files() == before) << "the archive has changed";
  EXPECT_EQ(collection_.pages().size(), static_cast<std::size_t>(kPagesOfTheCopy));
}

TEST_F(RestoreTest, GatherGoesOnWhenTheNewestIsPutBack) {
  (void)gather();
  fs::copy_file(newest_, repository(), fs::copy_options::overwrite_existing);
  const std::size_t asked = web_.asked().size();
  const testing::ProgramResult said = gather();
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(web_.asked().size(), asked);
  expect_each_row_leads_to_its_record();
}

TEST_F(RestoreTest, GatherGoesOnFromTheOlderWhenItIsTold) {
  auto before = archive_files();
  const testing::ProgramResult said = gather({"--set-aside"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(collection_.pages().size(), static_cast<std::size_t>(kPages));
  expect_each_row_leads_to_its_record();
  before.erase("committed");
  const auto after = archive_files();
  for (const auto& [name, bytes] : before)
    EXPECT_TRUE(after.at(name) == bytes) << name << " has changed";
  EXPECT_EQ(gather().code, 0) << "once is enough";
}

TEST_F(RestoreTest, AnIndexOfTheNewestIsBuiltAgainFromTheOlder) {
  const auto porthole = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, collection_.folder().string());
    return testing::run_program(fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole", words);
  };
  const auto index = [&] {
    EXPECT_EQ(porthole({"summarize"}).code, 0);
    const testing::ProgramResult said = porthole({"index", "--all", "--json"});
    EXPECT_EQ(said.code, 0) << said.err;
    return nlohmann::json::parse(said.out);
  };
  fs::copy_file(newest_, repository(), fs::copy_options::overwrite_existing);
  EXPECT_EQ(index()["documents"], kPages);
  EXPECT_EQ(index()["rebuilt"], false);
  fs::copy_file(copy_, repository(), fs::copy_options::overwrite_existing);
  const auto of_the_copy = index();
  EXPECT_EQ(of_the_copy["rebuilt"], true);
  EXPECT_EQ(of_the_copy["documents"], kPagesOfTheCopy);
  EXPECT_EQ(gather({"--set-aside"}).code, 0);
  const auto gathered_again = index();
  EXPECT_EQ(gathered_again["rebuilt"], false);
  EXPECT_EQ(gathered_again["documents"], kPages);
}

TEST_F(RestoreTest, AnEmptiedRepositoryIsDamageForEveryVerb) {
  testing::write_whole_file(repository(), "");
  for (const std::string verb : {"gather", "summarize", "index", "status"}) {
    const testing::ProgramResult said = testing::run_program(
        fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole", {verb, collection_.folder().string()});
    EXPECT_EQ(said.code, 4) << verb << said.out << said.err;
    EXPECT_THAT(said.err, HasSubstr("the repository was emptied")) << verb;
  }
  EXPECT_EQ(fs::file_size(repository()), 0u);
}

}  // namespace
}  // namespace porthole
