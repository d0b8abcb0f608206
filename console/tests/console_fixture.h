#pragma once

/// A console on a free port over a collection of a few pages, and requests as a browser on its page
/// sends them, or as an attacker would.

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "console/console.h"
#include "tests/support/files.h"
#include "tests/support/loopback_client.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_collection.h"

namespace porthole::console {

struct Answered {
  int status = 0;
  std::string head, body;
  nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
};

using Fields = std::vector<std::pair<std::string, std::string>>;

class ConsoleTest : public ::testing::Test {
 protected:
  ConsoleTest() : collection_(specification()) {
    store_pages(20);
    start();
  }

  static testing::SpecificationText specification() {
    testing::SpecificationText text;
    text.seeds = {"https://a.test/1"};
    return text;
  }

  void start() {
    console_.reset();
    ConsoleOptions options;
    options.folders = {collection_.folder().string()};
    options.hosts = {"console.example"};
    options.program = program();
    options.clock = &clock_;
    auto started = Console::start(options);
    ASSERT_TRUE(started) << started.error().to_string();
    console_ = std::move(*started);
    if (console_->first_secret()) secret_ = *console_->first_secret();
  }

  /// In the place of porthole: says how it was called, and runs until it is told to end; a training
  /// has ended at once.
  std::string program() {
    const std::filesystem::path file = temporary_ / "program";
    testing::write_whole_file(file,
                              "#!/bin/sh\ntrap 'echo saved; exit 0' TERM\necho \"$@\"\n"
                              "[ \"$1\" = judge ] && exit 3\n[ \"$1\" = train ] && exit 0\n"
                              "while :; do sleep 0.02; done\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file.string();
  }

  /// Pages 1 to `count` of a.test; every second is relevant.
  void store_pages(int count) {
    repository::Batch batch;
    for (int i = 1; i <= count; ++i) {
      repository::UrlRecord url;
      url.id = i;
      url.key = url.href = "https://a.test/" + std::to_string(i);
      url.host = url.site = "a.test";
      url.state = repository::UrlState::kFetched;
      url.seed = i == 1;
      batch.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = i;
      page.fetched_at = parse_time("2026-11-20T12:00:00Z").value() + std::chrono::seconds(i);
      page.relevance = Relevance(i % 2 == 0 ? 0.75 : 0.25);
      page.relevant = i % 2 == 0;
      page.document.title = "Page " + std::to_string(i);
      batch.pages.push_back(page);
    }
    const auto repository = collection_.repository(repository::Access::kWrite);
    const auto written = repository->crawl().apply(batch);
    ASSERT_TRUE(written) << written.error().to_string();
  }

  std::string host() const { return "127.0.0.1:" + std::to_string(console_->port()); }
  std::string cookie_name() const { return "__Host-porthole-" + std::to_string(console_->port()); }

  Answered send(const std::string& method, const std::string& target, const Fields& fields,
                const std::string& body = {}) {
    std::string request = method + " " + target + " HTTP/1.1\r\n";
    for (const auto& [name, value] : fields) request += name + ": " + value + "\r\n";
    if (method == "POST") request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    testing::LoopbackClient client(console_->port());
    client.send(request + "Connection: close\r\n\r\n" + body);
    const std::string all = client.read_all();
    Answered answered;
    answered.head = all.substr(0, all.find("\r\n\r\n") + 2);
    answered.body = testing::body_of(all);
    if (all.size() > 12) answered.status = std::stoi(all.substr(9, 3));
    return answered;
  }

  /// The fields of a change as the console's page sends them; `without` leaves one out.
  Fields own_fields(std::string_view without = {}) const {
    Fields fields = {{"Host", host()},
                     {"Origin", "http://" + host()},
                     {"Sec-Fetch-Site", "same-origin"},
                     {"Content-Type", "application/json"},
                     {"X-Porthole-Token", token_.empty() ? "login" : token_},
                     {"Cookie", cookie_}};
    std::erase_if(fields, [&](const auto& one) {
      return one.first == without || (one.first == "Cookie" && cookie_.empty());
    });
    return fields;
  }
  static Fields with(Fields fields, const std::string& name, const std::string& value) {
    std::erase_if(fields, [&](const auto& one) { return one.first == name; });
    fields.emplace_back(name, value);
    return fields;
  }

  Answered get(const std::string& target) {
    Fields fields = {{"Host", host()}, {"Sec-Fetch-Site", "same-origin"}};
    if (!cookie_.empty()) fields.emplace_back("Cookie", cookie_);
    return send("GET", target, fields);
  }
  Answered post(const std::string& target, const nlohmann::json& body) {
    return send("POST", target, own_fields(), body.dump());
  }

  Answered log_in(const std::string& secret) {
    token_.clear();
    Answered answered = post("/api/v1/login", {{"secret", secret}});
    const std::string begin = "Set-Cookie: ";
    const std::size_t at = answered.head.find(begin);
    if (at == std::string::npos) return answered;
    const std::size_t from = at + begin.size();
    cookie_ = answered.head.substr(from, answered.head.find(';', from) - from);
    token_ = answered.json().value("token", "");
    return answered;
  }
  void log_in() { ASSERT_EQ(log_in(secret_).status, 200); }
  void log_in_to_read() {
    const auto link = new_link(collection_.folder().string(), Role::kRead);
    ASSERT_TRUE(link) << link.error().to_string();
    ASSERT_EQ(log_in(link->substr(link->find('=') + 1)).status, 200);
  }

  std::filesystem::path own_folder() const { return collection_.folder() / "console"; }
  std::vector<nlohmann::json> audit() const {
    std::vector<nlohmann::json> lines;
    std::istringstream text(testing::read_whole_file(own_folder() / "audit.jsonl"));
    for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }

  /// Waits until the job has this state, and has said as much.
  nlohmann::json job_that_is(const std::string& state, const std::string& said = {}) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < end) {
      const nlohmann::json job = get("/api/v1/job").json();
      if (job.value("state", "") == state && (said.empty() || job["output"] == said)) return job;
      clock_.advance(std::chrono::milliseconds(100));  // of the limit of requests
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the job is not " << state;
    return {};
  }

  testing::TempDir temporary_;
  testing::TestCollection collection_;
  testing::ManualClock clock_;
  std::unique_ptr<Console> console_;
  std::string secret_, cookie_, token_;
};

}  // namespace porthole::console
