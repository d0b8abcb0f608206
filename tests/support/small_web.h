#pragma once

/// A synthetic web of many hosts on one port of 127.0.0.1, defined page by page by a test; used as
/// a specification's <gateway>.
///
///   SmallWeb web;
///   web.page("http://a.test/", "<a href=/b>b</a>");
///   web.redirect("http://a.test/old", "/b");
///   ... gather through web.gateway() ...
///   EXPECT_EQ(web.times_asked("http://a.test/b"), 1);
///
/// A host that has no page does not exist (502 with X-Webbox: unknown-host); what a known host
/// lacks is a 404, and is not counted unless some host has it. http and https are told apart by
/// X-Forwarded-Proto.
///
/// Thread safety: any thread.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "tests/support/manual_clock.h"
#include "tests/support/site_server.h"

namespace porthole::testing {

class SmallWeb {
 public:
  ~SmallWeb() { release(); }

  struct Asked {
    std::string url;
    std::chrono::milliseconds at{0};  ///< By the clock of keep_time(), as the request came in.
    bool if_changed = false;          ///< By If-None-Match or If-Modified-Since.
  };

  /// Puts an HTML page at `url`; `fields` are further header lines, each with CR LF.
  void page(const std::string& url, std::string_view html, std::string_view fields = {});
  /// Answers `url` with `status` and `body`.
  void answer(const std::string& url, int status, std::string_view fields = {},
              std::string_view body = {});
  void redirect(const std::string& url, const std::string& location, int status = 301);
  /// robots.txt of `origin` ("http://a.test").
  void robots(const std::string& origin, std::string_view text);
  /// Cuts the first `times` answers to `url` in the middle; then comes what was put there.
  void cut_first(const std::string& url, int times) { fail_first(url, times, kCut); }
  /// The first `times` requests for `url` get `status`; then comes what was put there.
  void fail_first(const std::string& url, int times, int status);

  /// Answers no request for a page from now on until release(), so that a crawl is under way for as
  /// long as a test likes.
  void hold();
  void release();

  /// "http://127.0.0.1:PORT/".
  std::string gateway() const { return server_.url("/"); }
  int port() const { return server_.port(); }

  /// Notes the time of every request.
  void keep_time(const ManualClock& clock) { clock_ = &clock; }

  /// All requests in order of arrival.
  std::vector<Asked> asked() const;
  int times_asked(const std::string& url) const;
  /// Requests for anything but robots.txt and sitemaps.
  int pages_asked() const;
  /// Waits until pages_asked() is at least `count`.
  void wait_for_pages(int count) const;

 private:
  static constexpr int kCut = -1;  ///< In failures_, in place of a status.
  void put(const std::string& url, std::string bytes);
  void serve(SiteConnection& connection);
  std::string answer_to(Asked asked, const std::string& host);

  SiteServer server_;
  std::atomic<const ManualClock*> clock_ = nullptr;
  mutable std::mutex mutex_;  // Guards all below.
  mutable std::condition_variable more_;
  int pages_asked_ = 0;
  bool held_ = false;
  std::map<std::string, std::string> answers_;
  std::map<std::string, std::pair<int, int>> failures_;  // URL -> times left, status
  std::set<std::string> hosts_, targets_;
  std::vector<Asked> asked_;
};

}  // namespace porthole::testing
