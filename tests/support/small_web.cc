#include "tests/support/small_web.h"

#include <algorithm>

#include "base/url/url.h"

namespace porthole::testing {
namespace {

constexpr std::string_view kHalf = "<p>half of a page that is cut he";

std::string answer_bytes(int status, std::string_view fields, std::string_view body) {
  std::string bytes = "HTTP/1.1 " + std::to_string(status) +
                      " As told\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return bytes.append(fields).append("\r\n").append(body);
}

}  // namespace

void SmallWeb::put(const std::string& url, std::string bytes) {
  const Url parsed = Url::parse(url).value();
  const std::string target = parsed.request_target();
  bool is_new = false;
  {
    const std::lock_guard lock(mutex_);
    answers_[url] = std::move(bytes);
    hosts_.insert(parsed.host_and_port());
    is_new = targets_.insert(target).second;
    targets_.insert("/robots.txt");
  }
  const auto script = [this](SiteConnection& connection) { serve(connection); };
  if (is_new) server_.on(target, script);
  server_.on("/robots.txt", script);
}

void SmallWeb::page(const std::string& url, std::string_view html, std::string_view fields) {
  answer(url, 200, "Content-Type: text/html; charset=utf-8\r\n" + std::string(fields), html);
}

void SmallWeb::answer(const std::string& url, int status, std::string_view fields,
                      std::string_view body) {
  put(url, answer_bytes(status, fields, body));
}

void SmallWeb::redirect(const std::string& url, const std::string& location, int status) {
  answer(url, status, "Location: " + location + "\r\n");
}

void SmallWeb::robots(const std::string& origin, std::string_view text) {
  answer(origin + "/robots.txt", 200, "Content-Type: text/plain\r\n", text);
}

void SmallWeb::fail_first(const std::string& url, int times, int status) {
  const std::lock_guard lock(mutex_);
  failures_[url] = {times, status};
}

void SmallWeb::serve(SiteConnection& connection) {
  const SiteRequest& request = connection.request();
  const std::string host = request.header("Host");
  const std::string scheme = request.header("X-Forwarded-Proto") == "https" ? "https" : "http";
  const bool if_changed =
      !request.header("If-None-Match").empty() || !request.header("If-Modified-Since").empty();
  const std::string answer =
      answer_to({.url = scheme + "://" + host + request.target, .if_changed = if_changed}, host);
  connection.send(answer);
  if (answer.ends_with(kHalf)) connection.close_after();
}

std::string SmallWeb::answer_to(Asked asked, const std::string& host) {
  const ManualClock* clock = clock_;
  const std::string url = asked.url;
  std::unique_lock lock(mutex_);
  if (clock != nullptr) asked.at = clock->passed();
  asked_.push_back(std::move(asked));
  if (!url.ends_with("/robots.txt") && url.find("sitemap") == std::string::npos) {
    ++pages_asked_;
    more_.notify_all();
    more_.wait(lock, [&] { return !held_; });
  }
  if (!hosts_.contains(host)) return answer_bytes(502, "X-Webbox: unknown-host\r\n", "");
  if (const auto failure = failures_.find(url);
      failure != failures_.end() && failure->second.first > 0) {
    --failure->second.first;
    if (failure->second.second == kCut)
      return "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + std::string(kHalf);
    return answer_bytes(failure->second.second, "", "");
  }
  const auto found = answers_.find(url);
  return found == answers_.end() ? answer_bytes(404, "", "") : found->second;
}

void SmallWeb::hold() {
  const std::lock_guard lock(mutex_);
  held_ = true;
}

void SmallWeb::release() {
  const std::lock_guard lock(mutex_);
  held_ = false;
  more_.notify_all();
}

std::vector<SmallWeb::Asked> SmallWeb::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

int SmallWeb::pages_asked() const {
  const std::lock_guard lock(mutex_);
  return pages_asked_;
}

void SmallWeb::wait_for_pages(int count) const {
  std::unique_lock lock(mutex_);
  more_.wait(lock, [&] { return pages_asked_ >= count; });
}

int SmallWeb::times_asked(const std::string& url) const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(std::count_if(asked_.begin(), asked_.end(),
                                        [&](const Asked& asked) { return asked.url == url; }));
}

}  // namespace porthole::testing
