#pragma once

/// A server over a real index of pages about cycling, and a browser that looks at it.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "search/site/site.h"
#include "tests/browser/browser.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {

/// Pages about gears; one in Hebrew, one whose title, text, URL and annotations carry script.
std::vector<summarizer::Summary> cycling_pages();

class SearchPageTest : public ::testing::Test {
 protected:
  void SetUp() override;
  /// The browser that is there from the beginning, or a new one.
  void look_with(const test::BrowserOptions& options);
  void open(const std::string& path) { browser_->open(server_->url() + path); }

  /// Waits for the suggestions for the text that is in the search box; all of them.
  nlohmann::json offered();

  test::BrowserPrograms programs_;
  test::IndexFolder index_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<test::Browser> browser_;
};

}  // namespace porthole::search
