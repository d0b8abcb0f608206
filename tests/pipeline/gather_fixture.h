#pragma once

/// Fixture for tests of a complete gather: a web of a few pages, and a specification with seeds in
/// it.

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/url/url.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {

using Pages = std::set<std::string>;

inline std::string link(const std::string& to, const std::string& words = "words",
                        const std::string& more = "") {
  return "<a href=\"" + to + "\"" + more + ">" + words + "</a>\n";
}

/// A page with links, and text that is no other page's.
inline std::string linking(const std::string& name, const std::vector<std::string>& targets) {
  std::string html = "<title>" + name + "</title><p>This is " + name + "</p>";
  for (const std::string& target : targets) html += link(target);
  return html;
}

class GatherFixture : public ::testing::Test {
 protected:
  SpecificationText from(std::vector<std::string> seeds) const {
    SpecificationText text;
    text.seeds = std::move(seeds);
    text.network = gateway_to(web_.gateway());
    return text;
  }

  SmallWeb web_;
};

}  // namespace porthole::testing
