#pragma once

/// Two sites on one address of the live web (127.0.0.1, two ports), and a clock that leaps each
/// time that it is looked at: how politely something fetches is then told by the times of its
/// requests, without anybody waiting.

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "tests/support/manual_clock.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {

class TwoSites {
 public:
  /// Puts three pages on each site.
  TwoSites() {
    for (SmallWeb* site : {&first_, &second_}) {
      site->keep_time(clock_);
      for (const char* page : {"/1", "/2", "/3"}) {
        pages_.push_back(origin(*site) + page);
        site->page(pages_.back(), "<title>page</title><p>a page");
      }
    }
  }

  const Clock& clock() const { return clock_; }
  SmallWeb& first() { return first_; }
  static std::string origin(const SmallWeb& site) {
    return "http://127.0.0.1:" + std::to_string(site.port());
  }
  /// URLs of all pages.
  const std::vector<std::string>& pages() const { return pages_; }

  /// A collection that may fetch from both, with this <politeness> element.
  SpecificationText specification(const std::string& politeness) const {
    SpecificationText text;
    for (const SmallWeb* site : {&first_, &second_}) {
      text.network +=
          "<allow addresses=\"127.0.0.1\" ports=\"" + std::to_string(site->port()) + "\"/>";
    }
    text.politeness = politeness;
    return text;
  }

  /// When `url` of the first site was asked for, each time.
  std::vector<std::chrono::milliseconds> times(const std::string& url) const {
    std::vector<std::chrono::milliseconds> times;
    for (const SmallWeb::Asked& asked : first_.asked()) {
      if (asked.url == url) times.push_back(asked.at);
    }
    return times;
  }
  /// The shortest time between two requests for pages, whichever site they went to.
  std::chrono::milliseconds shortest_pause() const {
    std::vector<std::chrono::milliseconds> times;
    for (const SmallWeb* site : {&first_, &second_}) {
      for (const SmallWeb::Asked& asked : site->asked()) {
        if (!asked.url.ends_with("/robots.txt")) times.push_back(asked.at);
      }
    }
    std::sort(times.begin(), times.end());
    auto shortest = std::chrono::milliseconds::max();
    for (std::size_t i = 1; i < times.size(); ++i) {
      shortest = std::min(shortest, times[i] - times[i - 1]);
    }
    return shortest;
  }

 private:
  ManualClock clock_{std::chrono::seconds(2)};
  SmallWeb first_, second_;
  std::vector<std::string> pages_;
};

}  // namespace porthole::testing
