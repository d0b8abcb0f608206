#pragma once

/// A collection that was gathered, summarized and indexed once, and is copied for each test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>

#include "collection/collection.h"
#include "operations/integrity/integrity.h"
#include "operations/steps/steps.h"
#include "tests/support/files.h"
#include "tests/support/small_web.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_collection.h"

namespace porthole::operations {

inline constexpr int kPages = 24;

class SmallCollection : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    testing::SmallWeb web;
    testing::SpecificationText text;
    for (int page = 0; page < kPages; ++page) {
      const std::string url = "http://a.test/" + std::to_string(page);
      web.page(url, html_of(url));
      text.seeds.push_back(url);
    }
    text.network = testing::gateway_to(web.gateway());
    made_ = std::make_unique<testing::TestCollection>(text);
    made_->gather();
    const collection::Collection collection = made_->open();
    const auto repository = made_->repository(repository::Access::kWrite);
    const Steps steps(collection, *repository, {});
    ASSERT_TRUE(steps.summarize());
    ASSERT_TRUE(steps.index(indexer::OffTopic::kTakeIn));
  }
  /// The page at a URL.
  static std::string html_of(const std::string& url) {
    return "<title>Telescope " + url +
           "</title><meta name=description content=Optics><p>A telescope, at " + url +
           "<p>and its mirror.";
  }
  static void TearDownTestSuite() { made_.reset(); }

  SmallCollection() {
    std::filesystem::copy(made_->folder(), folder(), std::filesystem::copy_options::recursive);
  }

  std::filesystem::path folder() const { return temporary_ / "collection"; }
  std::filesystem::path file(const std::string& name) const { return folder() / name; }
  std::filesystem::path archive_file() const {
    for (const auto& entry : std::filesystem::directory_iterator(file("archive"))) {
      if (entry.path().extension() == ".gz") return entry.path();
    }
    return {};
  }
  collection::Collection collection() const {
    return collection::Collection::open(folder()).value();
  }
  /// Puts the collection back as it was made.
  void put_back() const {
    std::filesystem::remove_all(folder());
    std::filesystem::copy(made_->folder(), folder(), std::filesystem::copy_options::recursive);
  }
  /// Changes the repository as another program would.
  void change(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file("repository.db").c_str(), &database), SQLITE_OK);
    char* why = nullptr;
    sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &why);
    EXPECT_EQ(why, nullptr) << why;
    sqlite3_close(database);
  }

  Result<Integrity> try_check(const IntegrityOptions& options = {}) const {
    return check_integrity(collection(), folder().string(), options);
  }
  Integrity check(const IntegrityOptions& options = {}) const {
    const Result<Integrity> checked = try_check(options);
    EXPECT_TRUE(checked) << checked.error().to_string();
    return checked.value_or(Integrity());
  }

  testing::TempDir temporary_;

 private:
  static inline std::unique_ptr<testing::TestCollection> made_;
};

/// Whether a finding of `part` has `what`.
inline bool has(const Integrity& integrity, const std::string& part, const std::string& what) {
  for (const Finding& finding : integrity.findings) {
    if (finding.check == part && finding.what.find(what) != std::string::npos)
      return !finding.remedy.empty();
  }
  return false;
}

}  // namespace porthole::operations
