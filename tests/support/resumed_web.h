#pragma once

/// A web whose crawl takes several commits, for tests of crawls that go on.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {

using Pages = std::set<std::string>;

/// Five hosts with sixty pages each, more than are committed at once; page i links to pages 2i and
/// 2i + 1 of its host and to the next host. Everything can be reached from the first page.
class ResumeTest : public ::testing::Test {
 protected:
  static constexpr int kHosts = 5;
  static constexpr int kPages = 60;

  static std::string url(int host, int page) {
    return "http://h" + std::to_string(host) + ".test/" + std::to_string(page);
  }
  void SetUp() override {
    for (int host = 0; host < kHosts; ++host) {
      for (int page = 1; page <= kPages; ++page) {
        std::string html = "<title>" + url(host, page) + "</title>";
        for (const int next : {2 * page, 2 * page + 1}) {
          if (next <= kPages)
            html += "<a href='" + url(host, next) + "'>page " + std::to_string(next) + "</a>";
        }
        html += "<a href='" + url((host + 1) % kHosts, page) + "'>next</a>";
        web_.page(url(host, page), html);
        all_.insert(url(host, page));
      }
    }
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {url(0, 1)};
    text.network = testing::gateway_to(web_.gateway());
    return text;
  }
  void expect_each_page_was_asked_for_once() const {
    for (const std::string& page : all_) EXPECT_EQ(web_.times_asked(page), 1) << page;
  }

  SmallWeb web_;
  Pages all_;
};

}  // namespace porthole::testing
